// Makes monthly plans for tests over HTTP, and reads their runs and what they paid.
import { randomUUID } from 'node:crypto'
import type { PlanRound } from '#features/plans/run-plans.ts'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { settleSavedCards } from '#features/purchases/saved-cards/settle-saved-cards.ts'
import type { Database } from '#platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import { type Answer, cardOrder, Person } from '#tests/support/people/person.ts'
import { withoutCircuits } from '#tests/support/stand-ins/sandbox-faults.ts'
import { statement } from '#tests/support/test-statement.ts'

const runsOf = statement(
  'test-runs-of-plan',
  { period: 'date', state: 'text', reason: 'text?', attempt: 'int2', declines: 'int2' },
  `select period, state, reason, attempt, declines from plan_runs where plan_id = $1 order by period`,
)
const purchasesOf = statement(
  'test-planned-purchases',
  {
    state: 'text',
    quantity_kg: 'int4',
    total_minor: 'int8',
    tx_id: 'text',
    key: 'text?',
    is_planned: 'bool',
    id: 'uuid',
    wallet_minor: 'int8',
    card_minor: 'int8',
  },
  `select p.id, p.wallet_minor, p.card_minor, p.state, p.quantity_kg, p.total_minor, p.tx_id, k.key, p.is_planned
   from purchases p left join idempotency_keys k on k.purchase_id = p.id
   where p.buyer_id = $1 and p.is_planned order by p.id`,
)
const endLeases = statement('test-end-plan-leases', {}, 'update plan_runs set leased_until = null')
const makeCardsDue = statement(
  'test-make-plan-cards-due',
  {},
  'update saved_cards set due_at = now()',
)
const lapse = statement(
  'test-lapse-planned-purchases',
  {},
  `update purchases set expires_at = now() - interval '2 minutes'
   where is_planned and (state = 'READY' or card_state in ('AUTHORISING', 'VOIDING'))`,
)
const captured = statement(
  'test-captured-planned-purchases',
  { tx_id: 'text' },
  `select p.tx_id from sandbox_cards.payments c join purchases p on c.step_key = p.id || ':authorise'
   where p.buyer_id = $1 and p.is_planned and c.status = 'captured' order by p.id`,
)
const messagesOf = statement(
  'test-plan-messages',
  { template: 'text' },
  `select template from outbox where template like 'plan_%' and subject like $1 || '/%' order by id`,
)

type Terms = {
  readonly amount?: number
  readonly project_id?: string
  readonly pay?: string
  readonly day?: number
}

/** Signs in a person with this much in a wallet, on top of the welcome credit of 1.00. */
export async function newSaver(url: string, db: Database, amountMinor = 10_000): Promise<Person> {
  const person = await new Person(url).signIn()
  if (amountMinor > 0) {
    await creditTestWallet(db, { passportId: person.id, currency: 'GBP', amountMinor })
  }
  return person
}

export const createTestPlan = (person: Person, terms: Terms): Promise<Answer> =>
  person.signed('/api/plans', {
    amount: 5,
    project_id: 'featured',
    pay: 'wallet',
    day: 15,
    ...terms,
  })

export const changeTestPlan = (
  person: Person,
  id: string,
  action: string,
  terms: Terms = {},
  key: string = randomUUID(),
): Promise<Answer> =>
  person.signed('/api/plans', { id, action, ...terms }, { method: 'PATCH', key })

export const endTestPlan = (
  person: Person,
  id: string,
  key: string = randomUUID(),
): Promise<Answer> => person.signed('/api/plans', { id }, { method: 'DELETE', key })

export const listTestPlans = (person: Person): Promise<Answer> =>
  person.signedText('/api/plans', '', { method: 'GET' })

/** Buys with a card that is kept, and returns the card's id. If the bank asks, the person confirms. */
export async function saveTestCard(
  services: Services,
  person: Person,
  number?: string,
): Promise<string> {
  const { db } = services
  const order = cardOrder(await newPlanBatch(db), 50, await person.cardToken(number))
  const reserved = await person.reserve({ ...order, save_card: true }, { key: randomUUID() })
  const { txId, card_action } = reserved.body
  if (card_action !== undefined) {
    const { client_secret } = card_action
    await person.post('/dev/cards/actions', { client_secret, approved: true })
  }
  await person.complete(txId)
  await db.run(makeCardsDue)
  await settleSavedCards({ ...services, ...withoutCircuits(services) })
  const { body } = await person.get('/api/cards')
  return body[0].id
}

/** Settles card steps without an outcome, as the background task does. */
export const settleTestCards = (services: Services) =>
  reconcilePurchases({ ...services, ...withoutCircuits(services) }, 0)

/** Returns the purchases of plans of which the card provider has taken money, by the provider's own payments. */
export async function readCapturedPurchases(db: Database, person: Person): Promise<string[]> {
  return (await db.run(captured, [person.id])).map(({ tx_id }) => tx_id)
}

/** Lets the reservations of plans expire, long enough that no late attempt can reach the card provider. */
export async function lapsePlannedPurchases(services: Services): Promise<void> {
  await services.db.run(lapse)
  await expirePurchases(services)
  await settleTestCards(services)
}

/** Confirms a new plan for a batch's project. Returns its id and the time of its first run. */
export async function startTestPlan(
  person: Person,
  { projectId }: Pick<IssuedBatch, 'projectId'>,
  terms: Terms = {},
): Promise<{ readonly id: string; readonly first: Date }> {
  const created = await createTestPlan(person, { project_id: projectId, ...terms })
  const confirmed = await changeTestPlan(person, created.body.id, 'confirm')
  if (confirmed.status !== 200)
    throw new Error(`confirm answered ${JSON.stringify(confirmed.body)}`)
  return { id: created.body.id, first: new Date(confirmed.body.next_run) }
}

export const newPlanBatch = (db: Database, kg = 1_000_000) => issueTestBatch(db, { kg })
export const readPlanRuns = (db: Database, id: string) => db.run(runsOf, [id])
export const readPlannedPurchases = (db: Database, person: Person) =>
  db.run(purchasesOf, [person.id])
export const endPlanLeases = (db: Database) => db.run(endLeases)
/** Runs all plans that are due at a moment. */
export async function runPlansAt(db: Database, round: PlanRound, moment: Date): Promise<void> {
  await endPlanLeases(db)
  for (let work = 1, rounds = 0; work > 0 && rounds < 20; rounds += 1) work = await round(moment)
}
/** Templates of the messages about a person's plans, oldest first. */
export async function readPlanMessages(db: Database, person: Person): Promise<string[]> {
  const rows = await db.run(messagesOf, [person.id])
  return rows.map(({ template }) => template)
}

/** Returns the moment `days` after another. */
export const daysAfter = (moment: Date, days: number) =>
  new Date(moment.getTime() + days * 86_400_000)

/** Returns the run of the month after a run. */
export const monthAfter = (run: Date) =>
  new Date(Date.UTC(run.getUTCFullYear(), run.getUTCMonth() + 1, run.getUTCDate(), 9))
