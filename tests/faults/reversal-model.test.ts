// Runs random sequences of all events that can reverse a purchase. Refunds come from the operator, with some or all
// kilograms or without them, or from the provider, in part or whole; they fail at once, fail later, stay pending, are repeated,
// paid elsewhere or late. Disputes are opened, won, lost and reinstated; answers get lost, events
// are missing or doubled. Some purchases ended after their card was charged. Each purchase is
// compared with an oracle in memory. FAULT_STEPS sets how many steps, FAULT_SEED repeats a run.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boardComparisons } from '#features/boards/check-boards.ts'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { scoreComparisons } from '#features/purchases/inspect/check-scores.ts'
import { findPurchase } from '#features/purchases/purchase-queries.ts'
import { handleCardEvent, pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { payRefund } from '#features/purchases/refund/pay-otherwise.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import {
  expected,
  hear,
  type ModelPurchase,
  newEnded,
  newPurchase,
  payElsewhere,
  type RefundEnd,
  refund,
  refundable,
  refusalOfPart,
  settle,
  takePart,
  worthOf,
} from '#tests/faults/reversal-model.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import {
  disputeAtProvider,
  endRefundAtProvider,
  makePollDue,
  refundAtProvider,
  setRefundsAtProvider,
} from '#tests/support/people/card-provider-page.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import { endCharged } from '#tests/support/people/ended-purchase.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { randomFrom } from '#tests/support/random.ts'
import {
  failCards,
  healSandboxes,
  withoutCircuits,
} from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const steps = Number(process.env.FAULT_STEPS ?? 60)
const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31))

const standing = statement(
  'model-reversal',
  {
    id: 'uuid',
    currency: 'bpchar',
    wallet_minor: 'int8',
    card_minor: 'int8',
    reversal: 'text',
    keeps_kilograms: 'bool',
    held_kg: 'int8',
    returned_kg: 'int8',
    taken_minor: 'int8',
    returned_minor: 'int8',
  },
  `select p.id, p.currency, p.wallet_minor, p.card_minor, p.reversal, p.keeps_kilograms,
     (select coalesce(sum(quantity_kg * ((destination ~ '^(holder|waiting):')::int
       - (source ~ '^(holder|waiting):')::int)), 0) from kg_postings k
       where k.purchase_id = p.id)::int8 as held_kg,
     (select coalesce(sum(quantity_kg), 0) from kg_postings k
       where k.purchase_id = p.id and destination = 'returned')::int8 as returned_kg,
     (select coalesce(sum(w.wallet_minor), 0) from purchase_wallet_parts w
       where w.purchase_id = p.id)::int8 as taken_minor,
     (select coalesce(sum(amount_minor), 0) from money_postings m
       where m.purchase_id = p.id and destination like 'wallet:%')::int8 as returned_minor
   from purchases p where p.tx_id = $1`,
)
const balanceOf = statement(
  'model-reversal-balances',
  { account: 'text', amount: 'int8' },
  `select account, sum(amount)::int8 as amount from (
     select destination as account, amount_minor as amount from money_postings
       where purchase_id = $1 and currency = $2
     union all select source, -amount_minor from money_postings
       where purchase_id = $1 and currency = $2) legs
   where account in ('sales', 'goodwill', 'chargebacks', 'card_clearing', 'refunds_due', 'bank')
   group by 1`,
)

const makeChecksDue = statement(
  'model-make-checks-due',
  {},
  'update purchase_reversals set check_at = now() where check_at > now()',
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, withoutCircuits, { background: false })
})
afterAll(() => test.close())

type Real = {
  readonly txId: string
  readonly id: string
  readonly model: ModelPurchase
  /** A gift's receiver may hold the kilograms, so that no part of them goes back. */
  readonly isGift?: boolean
}

const random = randomFrom(seed)

/** Money in the own currency and in a foreign one, so that wallets pay in both. */
async function newBuyer(): Promise<Person> {
  const buyer = await new Person(test.url).signIn()
  for (const currency of ['GBP', 'USD']) {
    await creditTestWallet(test.services.db, { passportId: buyer.id, currency, amountMinor: 777 })
  }
  return buyer
}

async function buy(buyers: readonly Person[], strangers: readonly string[]): Promise<Real> {
  const buyer = random.pick(buyers)
  const batch = await issueTestBatch(test.services.db, { kg: 2_000, priceMicros: 23_457 })
  // The card's minimum is outside the scope of this test.
  const kg = random.between(1, 3) === 1 ? random.between(20, 60) : random.between(60, 500)
  const order = await splitOrder(buyer, batch, kg)
  const telephones = [...strangers, ...buyers.map(({ phone }) => phone)]
  const telephone = random.between(1, 2) === 1 ? null : random.pick(telephones)
  const gift = telephone === null ? {} : { is_gift: 1, telephone }
  const reserved = await buyer.reserve({ ...order, ...gift })
  const { body } = reserved
  expect(reserved).toMatchObject({ status: 200 })
  const { status } = await buyer.complete(body.txId)
  expect(status).toBe(200)
  const [row] = await test.services.db.run(standing, [body.txId])
  if (row === undefined) throw new Error('no such purchase')
  const model = newPurchase(kg, row.wallet_minor, row.card_minor)
  return { txId: body.txId, id: row.id, model, isGift: telephone !== null }
}

/**
 * A purchase that ended although its card was charged: its refund succeeds, waits or fails at once.
 */
async function endAfterCharge(): Promise<Real> {
  // A separate buyer: a limit counts expired reservations.
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 2_000, priceMicros: 23_457 })
  const { status, body } = await buyer.reserve(cardOrder(batch, 200, await buyer.cardToken()))
  expect(status).toBe(200)
  const txId = String(body.txId)
  const [row] = await test.services.db.run(standing, [txId])
  if (row === undefined) throw new Error('no such purchase')
  const refundEnd = random.pick(['succeeded', 'pending', 'failed'] as const)
  await setRefundsAtProvider(test.services.db, row.id, refundEnd)
  ends.set(txId, refundEnd)
  const end = random.pick(['EXPIRED', 'FAILED'] as const)
  await endCharged(test.services, buyer, txId, end)
  return { txId, id: row.id, model: newEnded(row.wallet_minor, row.card_minor, refundEnd) }
}

/** Two events of one payment at once, one of them delivered twice. */
async function hearEventsTwice({ id, model }: Real): Promise<void> {
  if (model.cardMinor === 0) return
  const row = await findPurchase(test.services.db, id)
  const paymentId = row?.card_payment_id ?? null
  const [first, second] = [randomUUID(), randomUUID()]
  const events = [first, second, first].map((eventId) => ({ id: eventId, paymentId }))
  await Promise.all(events.map((event) => handleCardEvent(test.services, event)))
  hear(model)
}

type Order = Parameters<typeof refundPurchase>[1]

/** Orders a refund of the operator, which the provider may not answer. */
async function orderRefund(order: Order) {
  const provider = random.pick(['answers', 'answers', 'fails', 'answer lost'] as const)
  const fault = { answers: null, fails: 'error', 'answer lost': 'unknown' } as const
  const kind = fault[provider]
  if (kind !== null) await failCards(test.services.db, 'refund', kind)
  const done = await refundPurchase(test.services, order)
  await healSandboxes(test.services.db)
  return { done, provider }
}

async function refundByOperator({ txId, model }: Real): Promise<void> {
  const keepsKilograms = random.between(1, 3) === 1
  const end = ends.get(txId) ?? 'succeeded'
  const order = { txId, keepsKilograms, record: async () => undefined }
  const { done, provider } = await orderRefund(order)
  const refused = refund(model, keepsKilograms, provider, end)
  expect('problem' in done ? done.problem : null).toBe(refused)
}

/** The operator takes some kilograms back. Their worth is the oracle's; a test of its own divides it. */
async function refundPart(reals: readonly Real[]): Promise<void> {
  const own = reals.filter(({ isGift = true, model }) => !isGift && model.partKg < model.kg - 1)
  if (own.length === 0) return
  const { txId, model } = random.pick(own)
  const kg = random.between(1, Math.min(model.kg - model.partKg - 1, Math.ceil(model.kg / 3)))
  const refused = refusalOfPart(model, kg)
  const worth = worthOf(model, kg)
  let money = { cardMinor: 0, walletMinor: 0 }
  const record: Order['record'] = async (_tx, _id, { cardMinor, walletMinor }) => {
    money = { cardMinor, walletMinor }
  }
  const { done, provider } = await orderRefund({ txId, keepsKilograms: false, kg, record })
  expect('problem' in done ? done.problem : null).toBe(refused)
  if (refused !== null) return
  expect(money.cardMinor + money.walletMinor).toBe(worth)
  expect(money.cardMinor).toBeLessThanOrEqual(model.cardMinor - model.partMinor)
  takePart(model, { kg, ...money }, provider, ends.get(txId) ?? 'succeeded')
}

/** The provider's outcome of later refunds, by transaction. */
const ends = new Map<string, RefundEnd>()
async function decideRefunds({ txId, id }: Real): Promise<void> {
  const end = random.pick(['succeeded', 'pending', 'failed'] as const)
  await setRefundsAtProvider(test.services.db, id, end)
  ends.set(txId, end)
}

/** An existing refund of ours ends: a pending one, or a successful one that fails days later. */
async function endRefund({ id, model }: Real): Promise<void> {
  const { there } = model
  if (there.attempt !== 'pending' && there.attempt !== 'succeeded') return
  // The provider's page ends the oldest refund, and the model knows the newest.
  if (there.refunded < there.attemptMinor || there.made > 1) return
  const end =
    there.attempt === 'succeeded' ? 'failed' : random.pick(['succeeded', 'failed'] as const)
  const isReported = random.between(1, 3) > 1
  await endRefundAtProvider(test.services.db, id, end, isReported)
  if (end === 'failed') there.refunded -= there.attemptMinor
  if (there.attempt === 'pending') there.pending -= 1
  there.attempt = end
}

async function payOtherwise({ txId, model }: Real): Promise<void> {
  const order = { txId, reference: `bank ${paid}`, record: async () => undefined }
  paid += 1
  const done = await payRefund(test.services, order)
  const refused = payElsewhere(model)
  expect('problem' in done).toBe(refused !== null)
}
let paid = 0

async function refundThere({ id, model }: Real): Promise<void> {
  const most = refundable(model)
  if (most === 0) return
  const minor = random.between(1, 3) === 1 ? most : random.between(1, most)
  await refundAtProvider(test.services.db, id, minor)
  model.there.refunded += minor
}

async function dispute({ id, model }: Real): Promise<void> {
  const { there, cardMinor } = model
  if (cardMinor === 0) return
  if (there.lost > 0) {
    const { minor, name } = disputed.get(id) ?? { minor: 0, name: '' }
    await disputeAtProvider(test.services.db, id, 'won', minor, name)
    there.lost = 0
    return
  }
  if (!there.isDisputed) {
    const minor = random.between(1, 2) === 1 ? cardMinor : random.between(1, cardMinor)
    await disputeAtProvider(test.services.db, id, 'open', minor, String(disputed.size))
    disputed.set(id, { minor, name: String(disputed.size) })
    there.isDisputed = true
    return
  }
  const { minor, name } = disputed.get(id) ?? { minor: 0, name: '' }
  const outcome = random.pick(['won', 'lost'] as const)
  await disputeAtProvider(test.services.db, id, outcome, minor, name)
  there.isDisputed = false
  if (outcome === 'lost') there.lost = minor
}
const disputed = new Map<string, { readonly minor: number; readonly name: string }>()

async function settleAll(reals: readonly Real[]): Promise<void> {
  if (random.between(1, 3) === 1) {
    await failCards(test.services.db, 'returned', 'error')
    await pollCardEvents(test.services).catch(() => undefined)
    await healSandboxes(test.services.db)
    // A reading that failed is repeated after ten minutes.
    await test.services.db.run(makeChecksDue)
  }
  for (let round = 0; round < 2; round += 1) {
    await pollCardEvents(test.services)
    await makePollDue(test.services.db, 'cards')
    await pollCardEvents(test.services)
    await makePollDue(test.services.db, 'cards')
    for (let turn = 0; turn < 5; turn += 1) await reconcilePurchases(test.services, 0)
  }
  for (const real of reals) {
    settle(real.model, ends.get(real.txId) ?? 'succeeded')
    await compare(real)
  }
}

async function compare({ txId, id, model }: Real): Promise<void> {
  const [row] = await test.services.db.run(standing, [txId])
  if (row === undefined) throw new Error('no such purchase')
  const rows = await test.services.db.run(balanceOf, [id, row.currency])
  const found = new Map(rows.map(({ account, amount }) => [account, amount]))
  const wanted = expected(model)
  const accounts = Object.keys(wanted.accounts).map((name) => [name, found.get(name) ?? 0])
  expect({
    txId,
    reversal: row.reversal,
    keepsKilograms: row.keeps_kilograms,
    isWalletReturned:
      row.taken_minor > 0 && model.partKg === 0 ? row.returned_minor > 0 : wanted.isWalletReturned,
    heldKg: row.held_kg,
    returnedKg: row.returned_kg,
    accounts: Object.fromEntries(accounts),
  }).toEqual({ txId, ...wanted })
  const isPart = model.partKg > 0 && !wanted.isWalletReturned
  if (!isPart) expect(row.returned_minor).toBe(wanted.isWalletReturned ? row.taken_minor : 0)
  else expect(row.returned_minor).toBeLessThanOrEqual(row.taken_minor)
}

it(
  `${steps} reversals of purchases leave money and kilograms exact (seed ${seed})`,
  async () => {
    const buyers = [await newBuyer(), await newBuyer(), await newBuyer()]
    const strangers = [newPhone(), newPhone()]
    const reals: Real[] = [await buy(buyers, strangers), await endAfterCharge()]
    for (let step = 0; step < steps; step += 1) {
      const real = random.pick(reals)
      const what = random.between(1, 20)
      if (what > 18) await hearEventsTwice(real)
      else if (what > 16) await endRefund(real)
      else if (what > 14) await decideRefunds(real)
      else if (what > 12) await payOtherwise(real)
      else if (what <= 2) reals.push(await buy(buyers, strangers))
      else if (what <= 3) reals.push(await endAfterCharge())
      else if (what <= 5) await refundByOperator(real)
      else if (what <= 6) await refundThere(real)
      else if (what <= 8) await refundPart(reals)
      else if (what <= 10) await dispute(real)
      else if (what <= 11) await settleAll(reals)
      else if (strangers.length > 0) await new Person(test.url, strangers.pop()).signIn()
    }
    await settleAll(reals)
    const { faults } = await checkLedger(test.services.db, {
      ...scoreComparisons,
      ...boardComparisons,
    })
    expect(faults).toEqual([])
  },
  60_000 + steps * 1_500,
)
