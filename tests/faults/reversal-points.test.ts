// Refunds a purchase and stops at a named point between its statements and its calls of the provider:
// the operator's command by a kill, the poll by an error. A later run heals it. Money and kilograms go
// back once, by the provider's own log. FAULT_POINTS=all kills at every point.

import { execFile } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { scoreComparisons } from '#features/purchases/inspect/check-scores.ts'
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { heal } from '#tests/faults/fail-points-judge.ts'
import { reversalPoints } from '#tests/faults/known-points.ts'
import { failingAt } from '#tests/faults/recorded-points.ts'
import { somePoints } from '#tests/faults/some-points.ts'
import { armFailPoint, disarmFailPoint } from '#tests/faults/stop-at.ts'
import { numbersKey } from '#tests/support/number-keys.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import {
  disputeAtProvider,
  endRefundAtProvider,
  makePollDue,
  refundAtProvider,
  returnedAtProvider,
  setRefundsAtProvider,
} from '#tests/support/people/card-provider-page.ts'
import { Person } from '#tests/support/people/person.ts'
import { totalOf } from '#tests/support/people/rewards.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { cardEventsOf } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const idOf = statement(
  'points-purchase-id',
  { id: 'uuid', reversal: 'text' },
  'select id, reversal from purchases where tx_id = $1',
)
const trailOf = statement(
  'points-audit-trail',
  { count: 'int8' },
  `select count(*) as count from audit_trail where $1 = any(about) and outcome = 'done'`,
)

const points = Object.entries(reversalPoints)
/** The points of the operator's command, and those of the provider's events. */
const steps = ['found', 'lowered', 'written', 'settled', 'heard'].map((step) => `reversal.${step}`)
const ofEvents = points.filter(([step]) => steps.includes(step))
const ofCommand = points.filter(([step]) => step !== 'reversal.heard')
const few: readonly string[] = ['reversal.committed', 'reversal.answered']
const killed = somePoints(ofCommand, 1, ([step]) => few.includes(step))

let test: TestApp
let batch: IssuedBatch
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  batch = await issueTestBatch(test.services.db, { kg: 100_000 })
})
afterAll(() => test.close())

const db = () => test.services.db

/** 100 kg for 2.00, 1.00 of it from the wallet. */
async function bought() {
  const buyer = await new Person(test.url).signIn()
  const { body } = await buyer.reserve(await splitOrder(buyer, batch, 100))
  expect((await buyer.complete(body.txId)).status).toBe(200)
  const [row] = await db().run(idOf, [body.txId])
  if (row === undefined) throw new Error('no such purchase')
  return { buyer, txId: String(body.txId), id: row.id }
}

type Bought = Awaited<ReturnType<typeof bought>>

/** Checks that the refund is whole and happened once, in all books. */
async function judge({ buyer, txId, id }: Bought, lostMinor: number): Promise<void> {
  await heal(test.services)
  const [row] = await db().run(idOf, [txId])
  expect(row?.reversal).toBe('refunded')
  const returned = { refunded_minor: 100 - lostMinor, lost_minor: lostMinor }
  expect(await returnedAtProvider(db(), id)).toEqual(returned)
  const refunds = (await cardEventsOf(db(), id)).filter((event) => event === 'refunded')
  expect(refunds.length).toBeLessThanOrEqual(1)
  expect((await buyer.get('/api/wallet/me')).body.totalInUserCurrency).toBe(1)
  expect(await totalOf(buyer)).toBe(0)
  expect((await checkLedger(db(), scoreComparisons)).faults).toEqual([])
}

const refund = (txId: string) =>
  refundPurchase(test.services, { txId, keepsKilograms: false, record: async () => undefined })

function runOperator(
  txId: string,
  more: Readonly<Record<string, string>>,
  options: readonly string[] = [],
) {
  const { databaseUrl = '', secretKey } = test.services.settings
  const keys = { SECRET_KEY: secretKey.toString('hex'), NUMBERS_KEY: numbersKey }
  const settings = { DATABASE_URL: databaseUrl, ...keys, ...more }
  const env = { ...process.env, ...settings }
  const args = [
    'operator/operator.ts',
    'purchases',
    'refund',
    txId,
    '--reason',
    'sorry',
    ...options,
  ]
  return new Promise<NodeJS.Signals | null>((done) => {
    const child = execFile(process.execPath, args, { env }, () => done(child.signalCode))
  })
}

describe.each(killed)('the operator’s refund, killed at %s', (_, point) => {
  it('ends once when it is given again', async () => {
    const purchase = await bought()
    expect(await runOperator(purchase.txId, failingAt(point))).toBe('SIGKILL')
    expect(await runOperator(purchase.txId, {})).toBeNull()
    await judge(purchase, 0)
    expect(await db().run(trailOf, [purchase.txId])).toEqual([{ count: 1 }])
  }, 240_000)
})

describe.each(ofCommand)('a refund that fails at %s', (_, point) => {
  it('is whole or not there, and ends once when it is given again', async () => {
    const purchase = await bought()
    armFailPoint(`${point}:throw`)
    await refund(purchase.txId).catch(() => undefined)
    expect(disarmFailPoint()).toBe(false)
    expect((await checkLedger(db(), scoreComparisons)).faults).toEqual([])
    await refund(purchase.txId)
    await judge(purchase, 0)
  })
})

/** 30 of 100 kg, of which card and wallet paid 1.00 each. */
const partKg = 30
const refundPart = (txId: string) => {
  const order = { txId, keepsKilograms: false, kg: partKg, record: async () => undefined }
  return refundPurchase(test.services, order)
}

/** Checks that the part is whole in all books, or in none. */
async function judgePart({ buyer, txId, id }: Bought): Promise<void> {
  expect((await checkLedger(db(), scoreComparisons)).faults).toEqual([])
  await heal(test.services)
  const [row] = await db().run(idOf, [txId])
  expect(row?.reversal).toBe('none')
  const goneKg = 100 - (await totalOf(buyer))
  expect([0, partKg]).toContain(goneKg)
  expect(await returnedAtProvider(db(), id)).toEqual({ refunded_minor: goneKg, lost_minor: 0 })
  expect((await buyer.get('/api/wallet/me')).body.totalInUserCurrency).toBe(goneKg / 100)
  const refunds = (await cardEventsOf(db(), id)).filter((event) => event === 'refunded')
  expect(refunds).toHaveLength(goneKg > 0 ? 1 : 0)
  expect((await checkLedger(db(), scoreComparisons)).faults).toEqual([])
}

describe.each(killed)('the operator’s refund in part, killed at %s', (_, point) => {
  it('is whole by itself', async () => {
    const purchase = await bought()
    const part = ['--kg', String(partKg)]
    expect(await runOperator(purchase.txId, failingAt(point), part)).toBe('SIGKILL')
    await judgePart(purchase)
  }, 240_000)
})

describe.each(ofCommand)('a refund in part that fails at %s', (_, point) => {
  it('is whole by itself or not there', async () => {
    const purchase = await bought()
    armFailPoint(`${point}:throw`)
    await refundPart(purchase.txId).catch(() => undefined)
    expect(disarmFailPoint()).toBe(false)
    await judgePart(purchase)
  })
})

describe.each(ofCommand)('a failed refund that is tried again and stops at %s', (_, point) => {
  it('is owed or given back, and ends once when it is given again', async () => {
    const purchase = await bought()
    await setRefundsAtProvider(db(), purchase.id, 'failed')
    expect(await refund(purchase.txId)).toEqual({ stage: 'refund_failed' })
    await setRefundsAtProvider(db(), purchase.id, 'succeeded')
    armFailPoint(`${point}:throw`)
    await refund(purchase.txId).catch(() => undefined)
    expect(disarmFailPoint()).toBe(false)
    expect((await checkLedger(db(), scoreComparisons)).faults).toEqual([])
    await refund(purchase.txId)
    await judge(purchase, 0)
  })
})

it.each(ofEvents)(
  'cut at %s, a refund that fails days later is owed again once',
  async (_, point) => {
    const purchase = await bought()
    await refund(purchase.txId)
    await endRefundAtProvider(db(), purchase.id, 'failed')
    await pollNow(point)
    await pollNow()
    const [row] = await db().run(idOf, [purchase.txId])
    expect(row?.reversal).toBe('refund_failed')
    expect((await checkLedger(db(), scoreComparisons)).faults).toEqual([])
  },
)

const happenings: readonly (readonly [string, number, (id: string) => Promise<void>])[] = [
  ['a refund on the provider’s page', 0, (id) => refundAtProvider(db(), id, 100)],
  ['a dispute that is lost', 100, (id) => disputeAtProvider(db(), id, 'lost', 100)],
  ['a dispute of a part that is lost', 40, (id) => disputeAtProvider(db(), id, 'lost', 40)],
]
const cases = ofEvents.flatMap(([step, point]) =>
  happenings.map(([name, lost, happen]) => ({ step, point, name, lost, happen })),
)

it.each(cases)(
  'cut at $step, $name is handled again and ends once',
  async ({ point, lost, happen }) => {
    const purchase = await bought()
    await happen(purchase.id)
    await pollNow(point)
    await pollNow()
    await judge(purchase, lost)
  },
)

async function pollNow(point?: string): Promise<void> {
  await makePollDue(db(), 'cards')
  if (point !== undefined) armFailPoint(`${point}:throw`)
  await pollCardEvents(test.services).catch(() => undefined)
  expect(disarmFailPoint()).toBe(false)
}
