// Fills the console of a demonstration: people with purchases of each kind, and work for staff. Everything happens through
// the product's own calls, actions and sandboxes. A repeat adds nothing that is there.
import { hash } from 'node:crypto'
import { appendEntries } from '#features/log/append/append-entries.ts'
import { openLog } from '#features/log/append/open-log.ts'
import type { Services as LogServices } from '#features/log/log-services.ts'
import type { Services as MessageServices } from '#features/messages/message-services.ts'
import { sendDueMessages } from '#features/messages/send-messages.ts'
import { type SearchServices, searchSubjects } from '#features/operations/search-subjects.ts'
import type { Services as PurchaseServices } from '#features/purchases/purchase-services.ts'
import { handleCardEvent } from '#features/purchases/refund/handle-card-events.ts'
import { listDue } from '#features/retirements/list-due.ts'
import type { ActionServices } from '#features/staff/actions/perform-action.ts'
import { runAction } from '#features/staff/actions/run-action.ts'
import { findOrInviteMember } from '#features/staff/members/manage-staff.ts'
import type { StaffViewer } from '#features/staff/staff-session.ts'
import type { Action } from '#platform/actions/action.ts'
import { type Figure, writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import { isProblem } from '#values/problem.ts'
import { type DemoProduct, signInDemoPerson } from './demo-person.ts'
import { type DemoStory, demoStories } from './demo-stories.ts'

type Services = PurchaseServices & MessageServices & LogServices & SearchServices & ActionServices

export type DemoDesk<Own extends Services> = {
  readonly services: Own
  readonly product: DemoProduct
  readonly actions: readonly Action<Own>[]
  /** The author of the member in the audit trail. */
  readonly by: string
}

const member = {
  ...{ name: 'Demo member', email: 'demo@localhost', shellUser: null },
  roles: ['support', 'money', 'registry'],
}
const programme = { id: 'demo-festival', currency: 'GBP' }
const reason = 'Part of the demonstration'
/** Maximum number of rounds that send messages or append to the log. */
const roundsMax = 50

/** Fills the console. Returns the number of people who were added. */
export async function seedDemoDesk<Own extends Services>(desk: DemoDesk<Own>): Promise<number> {
  const { services } = desk
  const since = new Date(services.clock())
  const staff = await demoMember(desk)
  let added = 0
  for (const story of demoStories) {
    const isTold = await hasNickname(services, story)
    if (isTold) continue
    await tell(desk, staff, story)
    added += 1
  }
  for (const event of await services.cards.eventsSince(since))
    await handleCardEvent(services, event)
  await fillProgramme(desk, staff)
  await retireTonnes(desk, staff)
  for (let round = 0; round < roundsMax; round += 1) {
    if ((await sendDueMessages(services)) === 0) break
  }
  return added
}

async function hasNickname(
  services: SearchServices,
  { phone, nickname }: DemoStory,
): Promise<boolean> {
  const { people } = await searchSubjects(services, phone, { byName: false })
  return people.some((person) => person.phone === phone && person.nickname === nickname)
}

/** Lets a person do what the story says. Each purchase has a key of its own, so that a repeat buys nothing. */
async function tell<Own extends Services>(
  desk: DemoDesk<Own>,
  staff: StaffViewer,
  { phone, nickname, purchases, isBlocked = false }: DemoStory,
): Promise<void> {
  const person = await signInDemoPerson(desk.product, phone)
  const batch = await person.findBatch()
  for (const { key, isRefunded = false, ...order } of purchases) {
    const txId = await person.buy(key, { ...order, batch })
    if (isRefunded) await act(desk, staff, 'purchases refund', key, { tx_id: txId })
  }
  await person.setNickname(nickname)
  if (isBlocked) await act(desk, staff, 'people block', nickname, { who: person.id })
}

/** Brings a programme near its limits, and asks a second person for a line. */
async function fillProgramme<Own extends Services>(
  desk: DemoDesk<Own>,
  staff: StaffViewer,
): Promise<void> {
  const { id, currency } = programme
  const [{ phone } = { phone: '' }] = demoStories
  const run = (name: string, input: object) => act(desk, staff, name, name, input)
  await run('programmes create', { ...programme, name: 'Demo Festival' })
  await run('programmes fund', { id, amount: '60', currency })
  await run('programmes limits', { id, person: '50', day: '60' })
  await run('wallet credit', { who: phone, amount: '50', currency, program: id })
  await run('programmes line', { id, amount: '500', currency })
}

/** Retires what is due of one batch, unless a tonne was retired before. */
async function retireTonnes<Own extends Services>(
  desk: DemoDesk<Own>,
  staff: StaffViewer,
): Promise<void> {
  const { services } = desk
  await appendToLog(services)
  const batches = await listDue(services.db)
  const isDone = batches.some(({ retiredTonnes }) => retiredTonnes > 0)
  if (isDone || batches.every(({ dueTonnes }) => dueTonnes === 0)) return
  const { secrets = [] } = await act(desk, staff, 'retirements export', null, {})
  const [header = '', line = ''] = (secrets[0]?.after ?? '').split('\r\n')
  const day = new Date(services.clock()).toISOString().slice(0, 10)
  const text = `${header}\r\n${line.replace(/,,,$/, `,DEMO-1,${day},`)}\r\n`
  await act(desk, staff, 'retirements record', 'retirement', {
    file: { name: 'due.csv', text },
  })
  await appendToLog(services)
}

async function appendToLog(services: LogServices): Promise<void> {
  const log = await openLog(services)
  if (isProblem(log) || log.signer === null) return
  for (let round = 0; round < roundsMax; round += 1) {
    if (!(await appendEntries(services.db, log.signer)).isBehind) return
  }
}

/** Returns the member of staff of the demonstration. No person gets the member's invitation. */
async function demoMember<Own extends Services>({
  services: { db, clock },
  by,
}: DemoDesk<Own>): Promise<StaffViewer> {
  const id = await findOrInviteMember(db, member, (tx, about) =>
    writeAuditEntry(tx, { by, command: 'staff invite', about, reason }),
  )
  return {
    ...{ id, name: member.name, roles: member.roles, sessionId: '' },
    verifiedAt: new Date(clock()),
    expiresAt: new Date(clock()),
  }
}

/** Runs an action as the member, once under its key. Without a key it runs each time. */
async function act<Own extends Services>(
  { services, actions }: DemoDesk<Own>,
  staff: StaffViewer,
  name: string,
  key: string | null,
  input: object,
): Promise<{ readonly secrets?: readonly Figure[] | undefined }> {
  const action = actions.find((each) => each.name === name)
  if (action === undefined) throw new Error(`there is no action ${name}`)
  const text = JSON.stringify(input)
  const answer = await runAction(
    services,
    { action, staff, input, reason },
    key === null
      ? null
      : {
          ...{ ownerId: staff.id, route: `console ${name}`, key: `demo-${key}` },
          bodyHash: services.numbers.bodyHashOf(text),
          plainHash: () => hash('sha256', text, 'buffer'),
        },
  )
  if (isProblem(answer)) throw new Error(`${name}: ${answer.text ?? answer.problem}`)
  const { body } = answer
  return 'approval' in body ? {} : body
}
