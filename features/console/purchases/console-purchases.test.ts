// Tests purchases in the console: the list with its filters and pages, one purchase with its history, disputes,
// and that each read is in the audit trail.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PurchaseEvent } from '#features/console/purchases/console-purchases-calls.ts'
import { listedFilters } from '#features/purchases/inspect/list-purchases.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { writeAuditEntry, writeAuditOutcome } from '#platform/database/audit/audit-trail.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { appendOnce } from '#tests/support/people/retirements.ts'
import { type ConsoleReader, openConsoleReader } from '#tests/support/servers/console-reader.ts'
import { sendStripeEvent } from '#tests/support/stand-ins/signed-event.ts'
import { openStripeStandIn, type StripeStandIn } from '#tests/support/stand-ins/stripe-stand-in.ts'
import { stripeSettingsOf } from '#tests/support/stand-ins/stripe-stand-in-settings.ts'
import { startTestApp, startTestAppBeside, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const movePurchase = statement(
  'test-console-move-purchase',
  {},
  `update purchases set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval
   where tx_id = $1`,
)
const addGoodwill = statement(
  'test-console-goodwill',
  {},
  `insert into purchase_reversals (purchase_id, refunded_minor)
   select id, 10 from purchases where tx_id = $1`,
)

let stripe: StripeStandIn
let test: TestApp
let reader: ConsoleReader
let env: Record<string, string>
beforeAll(async () => {
  stripe = await openStripeStandIn()
  env = {
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
  expect(stripe.malformed).toEqual([])
})

const db = () => test.services.db

async function reserved(card: 'pays' | 'declined' | 'asks' = 'pays', more: object = {}) {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(db(), { kg: 200 })
  const order = { ...cardOrder(batch, 50, stripe.tokenise(card)), ...more }
  const { body } = await buyer.reserve(order)
  return { buyer, batch, txId: String(body.txId) }
}

async function bought(more: object = {}) {
  const { buyer, batch, txId } = await reserved('pays', more)
  expect((await buyer.complete(txId)).status).toBe(200)
  const id = await purchaseIdOf(db(), txId)
  return { buyer, batch, txId, id, stepKey: `${id}:authorise` }
}

async function tellOf(stepKey: string, change: () => void) {
  const before = stripe.sentEvents.length
  change()
  for (const event of stripe.sentEvents.slice(before)) {
    expect(await sendStripeEvent(test.url, event)).toBe(200)
  }
  return stripe.idsOf(stepKey)
}

type Row = { readonly tx_id: string }
const idsOf = (rows: readonly Row[]) => rows.map(({ tx_id }) => tx_id)
const listed = async (query: string) => idsOf((await reader.read(`purchases?${query}`)).body)

describe('a purchase that looks like a duplicate', () => {
  it('names the completed ones of the same buyer, kilograms and total within an hour', async () => {
    const { buyer, batch, txId } = await bought()
    const again = async (kg: number) => {
      const order = cardOrder(batch, kg, stripe.tokenise('pays'))
      const { body } = await buyer.reserve(order)
      await buyer.complete(body.txId)
      return String(body.txId)
    }
    const similarOf = async (id: string) =>
      idsOf((await reader.read(`purchases/${id}`)).body.similar)
    const other = await again(20)
    expect(await similarOf(txId)).toEqual([])
    const twin = await again(50)
    expect(await similarOf(txId)).toEqual([twin])
    expect(await similarOf(twin)).toEqual([txId])
    expect(await similarOf(other)).toEqual([])
    await db().run(movePurchase, [txId, '61 minutes'])
    expect(await similarOf(twin)).toEqual([])
  })
})

describe('the list of purchases', () => {
  it('is newest first, and pages without gaps while others buy', async () => {
    const bundles = [await bought(), await bought(), await bought(), await bought()]
    const newest = idsOf(bundles.map(({ txId }) => ({ tx_id: txId }))).toReversed()
    const first = await reader.read('purchases?limit=2')
    expect(idsOf(first.body)).toEqual(newest.slice(0, 2))
    await bought()
    const second = await reader.read(first.next ?? '')
    expect(idsOf(second.body)).toEqual(newest.slice(2))
  })

  it('is oldest first by its sort, and pages without gaps with each filter', async () => {
    const { buyer, batch, txId } = await bought()
    const order = cardOrder(batch, 50, stripe.tokenise('pays'))
    const second = String((await buyer.reserve(order)).body.txId)
    await buyer.complete(second)
    for (const filter of [`person=${buyer.id}`, `person=${buyer.id}&state=COMPLETED`]) {
      const first = await reader.read(`purchases?${filter}&sort=created_at&limit=1`)
      const next = await reader.read(first.next ?? '')
      expect([filter, ...idsOf(first.body), ...idsOf(next.body)]).toEqual([filter, txId, second])
    }
    // Some of the purchases above are hours old, so of yesterday shortly after midnight.
    const since = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
    const paged: string[] = []
    let next: string | null = `purchases?sort=created_at&limit=3&state=COMPLETED&since=${since}`
    while (next !== null) {
      const page = await reader.read(next)
      paged.push(...idsOf(page.body))
      next = page.next
    }
    expect(paged.toReversed()).toEqual(await listed('state=COMPLETED&limit=100'))
  })

  it('shows the buyer, the project and the money', async () => {
    const { buyer, txId } = await bought()
    const { body } = await reader.read('purchases?limit=1')
    expect(body).toEqual([
      expect.objectContaining({
        tx_id: txId,
        quantity_kg: 50,
        total: 1,
        currency: 'GBP',
        status: 'COMPLETED',
        project: 'Test wind farm',
        buyer_id: buyer.id,
        buyer: `+44•••••${buyer.phone.slice(-3)}`,
        dispute: null,
      }),
    ])
  })

  it('has a filter for every state', async () => {
    const { txId: completed } = await bought()
    const { txId: open } = await reserved()
    const { txId: expired } = await reserved()
    await db().run(movePurchase, [expired, '1 hour'])
    const { buyer, txId: cancelled } = await reserved()
    await buyer.cancel(cancelled)
    const refunded = await bought()
    const order = { txId: refunded.txId, keepsKilograms: false, record: async () => undefined }
    await refundPurchase(test.services, order)
    const { txId: disputed, stepKey } = await bought()
    await tellOf(stepKey, () => {
      stripe.dispute(stepKey, 'needs_response', 60)
      stripe.warnOfFraud(stepKey)
    })
    const { txId: goodwill } = await bought()
    await db().run(addGoodwill, [goodwill])
    expect(await listed('state=PENDING')).toEqual([open])
    expect(await listed('state=EXPIRED')).toEqual([cancelled, expired])
    expect(await listed('state=EXPIRED&limit=1')).toEqual([cancelled])
    expect(await listed('state=REFUNDED')).toEqual([refunded.txId])
    expect(await listed('state=DISPUTED')).toEqual([disputed])
    expect(await listed('state=FRAUD_WARNING')).toEqual([disputed])
    expect(await listed('state=GOODWILL')).toEqual([goodwill])
    const inForce = await listed('state=COMPLETED&limit=100')
    expect(inForce).toEqual(expect.arrayContaining([goodwill, disputed, completed]))
    expect(inForce).not.toContain(refunded.txId)
    for (const state of ['FAILED', 'REFUND_FAILED', 'REINSTATED']) {
      expect([state, await listed(`state=${state}`)]).toEqual([state, []])
    }
    expect((await reader.read('purchases?state=LOST')).status).toBe(400)
  })

  it('lists a declined purchase as failed', async () => {
    const { buyer } = await reserved('declined')
    const failed = await listed('state=FAILED')
    expect(failed).toHaveLength(1)
    expect(await listed(`state=FAILED&person=${buyer.id}`)).toEqual(failed)
  })

  it('gives each filter the same purchases as that of one person', async () => {
    for (const state of [...listedFilters, null]) {
      const query = state === null ? 'limit=100' : `limit=100&state=${state}`
      const { body } = await reader.read(`purchases?${query}`)
      for (const { tx_id, buyer_id } of body.slice(0, 3)) {
        expect([state, await listed(`${query}&person=${buyer_id}`)]).toEqual([
          state,
          expect.arrayContaining([tx_id]),
        ])
      }
    }
  })

  it('finds by a person’s number and name, and by each id of a purchase and its payment', async () => {
    const { buyer, txId, id, stepKey } = await bought()
    const { payment, charge } = stripe.idsOf(stepKey)
    const texts = [buyer.phone.replace('+44', '0'), txId.toLowerCase(), id, payment, charge]
    for (const text of texts) {
      expect([text, await listed(`q=${encodeURIComponent(text)}`)]).toEqual([text, [txId]])
    }
    const other = await bought()
    expect(await listed(`q=${txId}&person=${buyer.id}`)).toEqual([txId])
    expect(await listed(`q=${txId}&person=${other.buyer.id}`)).toEqual([])
    expect(await listed(`q=${txId}&state=FAILED`)).toEqual([])
    expect(await listed('q=CP-2222-2222-2222')).toEqual([])
  })

  it('filters by days in UTC, both included', async () => {
    const { txId } = await bought()
    const today = new Date().toISOString().slice(0, 10)
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    expect(await listed(`since=${today}&until=${today}&q=${txId}`)).toEqual([txId])
    expect(await listed(`since=${today}&limit=1`)).toEqual([txId])
    expect(await listed(`until=${yesterday}&q=${txId}`)).toEqual([])
    expect((await reader.read('purchases?since=yesterday')).status).toBe(400)
  })
})

describe('one purchase', () => {
  const titlesOf = (timeline: readonly PurchaseEvent[]) => timeline.map(({ title }) => title)

  it('shows its money, places, postings and history, and is recorded', async () => {
    const { buyer, txId, id, stepKey } = await bought({ wallet_used: 0 })
    const { payment } = stripe.idsOf(stepKey)
    await appendOnce(test)
    await reader.reads()
    const { body } = await reader.read(`purchases/${txId.toLowerCase()}`)
    expect(body).toMatchObject({
      tx_id: txId,
      card: 1,
      wallet: 0,
      places: { first: 1, last: 50 },
      holder_id: buyer.id,
      card_state: 'captured',
      payment_id: payment,
      provider_status: 'captured',
      log_entry: expect.any(Number),
      certificate: null,
      disputes: [],
    })
    expect(body.postings).toContainEqual(
      expect.objectContaining({ ledger: 'kg', currency: null, amount: 50, source: 'available' }),
    )
    expect(body.postings).toContainEqual(
      expect.objectContaining({
        ...{ ledger: 'money', currency: 'GBP', amount: 1 },
        ...{ source: 'card_clearing', destination: 'sales' },
      }),
    )
    expect(titlesOf(body.timeline)).toEqual([
      'Reserved',
      'Card authorised',
      'Card charged',
      'Completed',
      'Sale in the public log',
      'Message of the purchase: queued',
    ])
    expect(await reader.reads()).toEqual([`purchases show ${txId}`])
    expect(JSON.stringify(body)).not.toContain(buyer.phone)
    expect((await reader.read(`purchases/${id}`)).status).toBe(404)
  })

  it('shows the dispute and what staff did, but no read and no preview', async () => {
    const { txId, stepKey } = await bought()
    const { dispute } = await tellOf(stepKey, () => stripe.dispute(stepKey, 'needs_response', 60))
    const entry = { by: 'Grace', command: 'purchases evidence', about: [txId], reason: null }
    await db().transaction((tx) => writeAuditEntry(tx, entry))
    const repair = { ...entry, command: 'purchases reconcile', reason: 'It hangs' }
    await db().transaction((tx) => writeAuditEntry(tx, repair))
    const preview = { ...repair, command: 'purchases refund' }
    await writeAuditOutcome(db(), preview, { outcome: 'previewed', detail: null })
    await reader.read(`purchases/${txId}`)
    const { body } = await reader.read(`purchases/${txId}`)
    expect(body.disputes).toMatchObject([{ id: dispute, tx_id: txId, outcome: 'open' }])
    expect(body.status).toBe('DISPUTED')
    const titles = titlesOf(body.timeline)
    expect(titles).toContain('Dispute opened')
    expect(titles).toContain('Deadline for evidence')
    const staff = body.timeline.filter(({ kind }: PurchaseEvent) => kind === 'staff')
    expect(staff).toMatchObject([
      { title: 'Grace: purchases reconcile', detail: 'done, “It hangs”' },
    ])
  })

  it('that is a waiting gift masks its receiver', async () => {
    const phone = newPhone()
    const { txId } = await bought({ is_gift: 1, telephone: phone })
    const { body } = await reader.read(`purchases/${txId}`)
    expect(body).toMatchObject({
      is_gift: true,
      recipient: `+44•••••${phone.slice(-3)}`,
      holder_id: null,
      holder: null,
    })
    expect(titlesOf(body.timeline)).toContain('Gift waits')
    expect(JSON.stringify(body)).not.toContain(phone)
  })

  it('says that the card provider does not answer', async () => {
    const { txId, stepKey } = await bought()
    stripe.fail('GetPaymentIntentsIntent', 'busy', 3)
    const { body } = await reader.read(`purchases/${txId}`)
    const { payment } = stripe.idsOf(stepKey)
    expect(body).toMatchObject({
      ...{ provider_status: 'no answer', payment_id: payment },
      provider_reason: expect.stringMatching(/\w/),
    })
  })

  it('waits 3 seconds for a card provider that hangs', async () => {
    const { txId } = await bought()
    const hangs = { find: () => Promise.withResolvers<never>().promise }
    const beside = await startTestAppBeside(test, env, ({ cards }) => ({
      cards: Object.assign(Object.create(cards), hangs),
    }))
    const hanging = await openConsoleReader(beside)
    const since = performance.now()
    const { status, body } = await hanging.read(`purchases/${txId}`)
    expect([status, body.provider_status, body.provider_reason]).toEqual([200, 'no answer', null])
    expect(performance.now() - since).toBeGreaterThan(2_900)
    await hanging.close()
    await beside.close()
  })

  it('that does not exist is not found, and no read is recorded', async () => {
    await reader.reads()
    for (const id of ['CP-2222-2222-2222', 'x', '%20']) {
      expect((await reader.read(`purchases/${id}`)).status).toBe(404)
    }
    expect(await reader.reads()).toEqual([])
  })
})

describe('the list of disputes', () => {
  const namesOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)
  const setDue = statement(
    'test-console-dispute-due',
    {},
    `update disputes set due_at = now() + $2::interval, opened_at = opened_at - $2::interval
     where id = $1`,
  )

  it('has open ones first, by deadline, then the others, newest first, and pages through all', async () => {
    const disputes: string[] = []
    for (const hours of ['30 hours', '10 hours', '20 hours', '1 hour', '2 hours']) {
      const { stepKey } = await bought()
      const { dispute = '' } = await tellOf(stepKey, () =>
        stripe.dispute(stepKey, 'needs_response', 60),
      )
      await db().run(setDue, [dispute, hours])
      disputes.push(dispute)
      if (hours.startsWith('1 ') || hours.startsWith('2 ')) {
        await tellOf(stepKey, () => stripe.dispute(stepKey, 'won', 60))
      }
    }
    const [late, early, middle, ...won] = disputes
    const whole = namesOf((await reader.read('disputes?limit=100')).body)
    expect(whole.filter((id) => disputes.includes(id))).toEqual([early, middle, late, ...won])
    const paged: string[] = []
    let next: string | null = 'disputes?limit=2'
    while (next !== null) {
      const page = await reader.read(next)
      paged.push(...namesOf(page.body))
      next = page.next
    }
    expect(paged).toEqual(whole)
    const byTime = (await reader.read('disputes?sort=opened_at&limit=100')).body
    const times = byTime.map(({ opened_at }: { opened_at: string }) => opened_at)
    expect(times).toEqual(times.toSorted())
    const latest = await reader.read('disputes?sort=-opened_at&limit=1')
    expect(latest.body[0].opened_at).toBe(times.at(-1))
    const wonOnes = namesOf((await reader.read('disputes?outcome=won')).body)
    expect(wonOnes).toEqual(won)
  })

  it('leads to one dispute; each read is recorded', async () => {
    const { txId, stepKey } = await bought()
    const { dispute } = await tellOf(stepKey, () => stripe.dispute(stepKey, 'needs_response', 60))
    await reader.reads()
    const { body } = await reader.read(`disputes/${dispute}`)
    expect(body).toMatchObject({ id: dispute, tx_id: txId, amount: 0.6, currency: 'GBP' })
    expect((await reader.read('disputes/dp_none')).status).toBe(404)
    expect((await reader.read('disputes?after=a%20b')).status).toBe(400)
    await reader.read('disputes?outcome=open')
    expect(await reader.reads()).toEqual([`disputes show ${dispute} ${txId}`, 'disputes outcome'])
  })
})
