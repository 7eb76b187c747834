// Tests the desk: which cases it has, in which order, the messages, the evidence, and the next action.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeskCase } from '#features/console/desk/desk-calls.ts'
import { warningHoldDays } from '#features/purchases/disputes/warning-hold.ts'
import { writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { type ConsoleReader, openConsoleReader } from '#tests/support/servers/console-reader.ts'
import { sendStripeEvent } from '#tests/support/stand-ins/signed-event.ts'
import { openStripeStandIn, type StripeStandIn } from '#tests/support/stand-ins/stripe-stand-in.ts'
import { stripeSettingsOf } from '#tests/support/stand-ins/stripe-stand-in-settings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const setReversal = statement(
  'test-desk-reversal',
  {},
  `with reversed as (update purchases set reversal = $2 where tx_id = $1 returning id)
   insert into purchase_reversals (purchase_id, due_minor, pending_since)
   select id, 100, now() - $3::interval from reversed
   on conflict (purchase_id) do update set pending_since = excluded.pending_since`,
)
const ageWarning = statement(
  'test-desk-age-warning',
  {},
  'update fraud_warnings set warned_at = now() - $2::interval where purchase_id = $1',
)
const queueMessage = statement(
  'test-desk-message',
  {},
  `insert into outbox (template, subject, recipient, state, sent_at, provider_id)
   values ($1, $2, $3, 'sent', now(), $4)`,
)
const hearOutcome = statement(
  'test-desk-arrival',
  {},
  `insert into sms_outcomes (provider_id, outcome) values ($1, 'delivered')`,
)

let stripe: StripeStandIn
let test: TestApp
let reader: ConsoleReader
beforeAll(async () => {
  stripe = await openStripeStandIn()
  const env = {
    ...stripeSettingsOf(stripe),
    OPEN_RESERVATIONS_MAX: '100',
  }
  test = await startTestApp(env, undefined, { background: false })
  reader = await openConsoleReader(test)
})
afterAll(async () => {
  await reader.close()
  await test.close()
  await stripe.close()
})

const db = () => test.services.db

async function bought(more: object = {}) {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(db(), { kg: 100 })
  const order = { ...cardOrder(batch, 50, stripe.tokenise('pays')), ...more }
  const { body } = await buyer.reserve(order)
  const txId = String(body.txId)
  expect((await buyer.complete(txId)).status).toBe(200)
  const id = await purchaseIdOf(db(), txId)
  return { buyer, txId, id, stepKey: `${id}:authorise` }
}

async function tellOf(change: () => void) {
  const before = stripe.sentEvents.length
  change()
  for (const event of stripe.sentEvents.slice(before)) {
    expect(await sendStripeEvent(test.url, event)).toBe(200)
  }
}

async function cases(query = ''): Promise<readonly DeskCase[]> {
  return (await reader.read(`desk?limit=100${query}`)).body
}
const ofPurchase = async (txId: string) => (await cases()).filter(({ tx_id }) => tx_id === txId)
const summary = ({ kind, next }: DeskCase) => [kind, next.action]

describe('the desk', () => {
  it('has each kind of case with its next action, most urgent first, and pages through all', async () => {
    const [warned, failed, owed, hanging, sent, disputed] = await Promise.all(
      Array.from({ length: 6 }, () => bought()),
    )
    if (!warned || !failed || !owed || !hanging || !sent || !disputed)
      throw new Error('no purchase')
    await tellOf(() => stripe.warnOfFraud(warned.stepKey))
    await tellOf(() => stripe.dispute(disputed.stepKey, 'needs_response', 60))
    await db().transaction(async (tx) => {
      for (const { txId } of [failed, owed])
        await tx.run(setReversal, [txId, 'refunding', '0 days'])
      await tx.run(setReversal, [failed.txId, 'refund_failed', '0 days'])
      await tx.run(setReversal, [owed.txId, 'reinstated', '0 days'])
      await tx.run(setReversal, [hanging.txId, 'refunding', '11 days'])
      await tx.run(setReversal, [sent.txId, 'refunding', '9 days'])
    })
    const found = await cases()
    expect(found.map(summary)).toEqual([
      ['dispute', 'purchases evidence'],
      ['refund_failed', 'purchases refund'],
      ['reinstated', 'purchases refund'],
      ['refund_pending', 'purchases reconcile'],
      ['fraud_warning', 'purchases refund'],
      ['refund_under_way', null],
    ])
    expect(found.map(({ tx_id }) => tx_id)).toEqual(
      [disputed, failed, owed, hanging, warned, sent].map(({ txId }) => txId),
    )
    expect(found[0]).toMatchObject({ amount: 0.6, currency: 'GBP', evidence: null })
    expect(found[0]?.due_at).not.toBeNull()
    const paged: string[] = []
    let next: string | null = 'desk?limit=1'
    while (next !== null) {
      const page = await reader.read(next)
      paged.push(...page.body.map(({ id }: DeskCase) => id))
      next = page.next
    }
    expect(paged).toEqual(found.map(({ id }) => id))
    expect((await cases('&kind=reinstated')).map(summary)).toEqual([
      ['reinstated', 'purchases refund'],
    ])
    expect((await reader.read('desk?kind=won')).status).toBe(400)
    expect((await reader.read('desk?after=a%20b')).status).toBe(400)
  })

  it('has a fraud warning for its days, while its purchase is not refunded', async () => {
    const [paidBack, old, open] = [await bought(), await bought(), await bought()]
    for (const { stepKey } of [paidBack, old, open]) {
      await tellOf(() => stripe.warnOfFraud(stepKey))
    }
    await db().run(ageWarning, [old.id, `${warningHoldDays} days 1 minute`])
    await db().run(ageWarning, [open.id, `${warningHoldDays - 1} days 23 hours`])
    await db().transaction(async (tx) => {
      await tx.run(setReversal, [paidBack.txId, 'refunding', '0 days'])
      await tx.run(setReversal, [paidBack.txId, 'refunded', '0 days'])
    })
    const kindsOf = async (txId: string) => (await ofPurchase(txId)).map(({ kind }) => kind)
    expect(await Promise.all([paidBack, old, open].map(({ txId }) => kindsOf(txId)))).toEqual([
      ...[[], [], ['fraud_warning']],
    ])
  })

  it('sorts disputes by deadline, and those that the bank decides after all else that waits', async () => {
    const [one, other] = [await bought(), await bought()]
    await tellOf(() => stripe.dispute(one.stepKey, 'under_review', 60))
    await tellOf(() => stripe.dispute(other.stepKey, 'needs_response', 60))
    expect((await ofPurchase(one.txId)).map(summary)).toEqual([['dispute_at_bank', null]])
    const order = (await cases()).map(({ tx_id }) => tx_id)
    expect(order.indexOf(other.txId)).toBeLessThan(order.indexOf(one.txId))
    await tellOf(() => stripe.dispute(one.stepKey, 'won', 60))
    expect(await ofPurchase(one.txId)).toEqual([])
  })

  it('has the messages to buyer and receiver, with their delivery', async () => {
    const { id, txId, stepKey } = await bought({ is_gift: 1, telephone: newPhone() })
    await tellOf(() => stripe.dispute(stepKey, 'needs_response', 60))
    await db().run(queueMessage, ['refund_failed', `${id}/1/100/0`, 'buyer', `sms-${id}`])
    await db().run(hearOutcome, [`sms-${id}`])
    const [found] = await ofPurchase(txId)
    const sent = found?.messages.map(({ template, to, arrival }) => [template, to, arrival])
    expect(sent).toEqual(
      expect.arrayContaining([
        ['gift_success', 'receiver', null],
        ['refund_failed', 'buyer', 'delivered'],
      ]),
    )
    expect(found?.messages.find(({ to }) => to === 'buyer')?.sent_at).not.toBeNull()
  })

  it('says who made the file with the evidence', async () => {
    const { txId, stepKey } = await bought()
    await tellOf(() => stripe.dispute(stepKey, 'needs_response', 60))
    const entry = { by: 'Grace', command: 'purchases evidence', about: [txId], reason: null }
    await db().transaction((tx) => writeAuditEntry(tx, entry))
    const [found] = await ofPurchase(txId)
    expect(found?.evidence).toMatchObject({ by: 'Grace' })
    expect(found?.next.words).toMatch(/^The file was made/)
  })

  it('is on the page of the purchase, too, and each read is recorded', async () => {
    const { txId, stepKey } = await bought()
    expect((await reader.read(`purchases/${txId}`)).body.cases).toEqual([])
    await tellOf(() => stripe.dispute(stepKey, 'needs_response', 60))
    const { body } = await reader.read(`purchases/${txId}`)
    expect(body.cases).toEqual(await ofPurchase(txId))
    await reader.reads()
    await cases('&kind=dispute')
    expect(await reader.reads()).toEqual(['disputes desk kind'])
  })
})
