// Tests how reports of the card provider are stored: what is new, what changed, and what an older report leaves.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { PaymentReport } from '#providers/cards/card-provider.ts'
import { ago, inFuture, insertSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { countDisputes, findReported, writeReport } from './dispute-queries.ts'

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
beforeEach(() =>
  rows.run('delete from disputes; delete from fraud_warnings; delete from card_references;'),
)

const at = (day: number) => new Date(Date.UTC(2026, 0, day, 10))
type Dispute = PaymentReport['disputes'][number]
const open: Dispute = {
  ...{ id: 'dp_1', status: 'needs_response', outcome: 'open', reason: 'general', currency: 'GBP' },
  ...{ amountMinor: 100, openedAt: at(1), dueAt: at(9) },
}
const report = (
  disputes: readonly Dispute[],
  more: Partial<PaymentReport> = {},
): PaymentReport => ({
  ...{ card: null, chargeIds: [], refundIds: [], fraudWarnings: [], disputes },
  ...more,
})
const write = (written: PaymentReport, readAt: Date, number = 31) =>
  rows.db.transaction((tx) => writeReport(tx, idOf(number), written, readAt))

it('a dispute is new, then changed by its status, day, sum or reason; an equal report changes nothing', async () => {
  const found = { id: 'dp_1', status: 'needs_response', outcome: 'open', due_at: at(9) }
  expect(await write(report([open]), at(2))).toEqual({
    ...{ disputes: [{ ...found, is_new: true, is_changed: true }], warnings: [] },
  })
  expect(await write(report([open]), at(3))).toEqual({ disputes: [], warnings: [] })
  const changes: readonly Partial<Dispute>[] = [
    ...[{ status: 'under_review' }, { dueAt: at(10) }, { amountMinor: 90 }, { reason: 'fraud' }],
  ]
  let current = open
  for (const change of changes) {
    current = { ...current, ...change }
    const { disputes } = await write(report([current]), at(3))
    const { status, dueAt: due_at } = current
    expect(disputes).toEqual([{ ...found, status, due_at, is_new: false, is_changed: true }])
  }
})

it('an older report changes nothing; a close keeps its first time until the dispute opens again', async () => {
  const lost: Dispute = { ...open, status: 'lost', outcome: 'lost', dueAt: null }
  await write(report([open]), at(2))
  await write(report([lost]), at(4))
  expect((await write(report([open]), at(3))).disputes).toEqual([])
  await write(report([{ ...lost, amountMinor: 90, reason: 'fraud' }]), at(5))
  const stored = {
    ...{ id: 'dp_1', status: 'lost', outcome: 'lost', reason: 'fraud', amount_minor: 90 },
    ...{ currency: 'GBP', opened_at: at(1), due_at: null, closed_at: at(4) },
  }
  expect((await findReported(rows.db, idOf(31))).disputes).toEqual([stored])
  await write(report([open]), at(6))
  const again = (await findReported(rows.db, idOf(31))).disputes
  expect(again).toMatchObject([{ outcome: 'open', closed_at: null, due_at: at(9) }])
})

it('warnings and ids are stored once, each with its purchase', async () => {
  const warning = { id: 'fw_1', kind: 'misc', warnedAt: at(3) }
  const whole = report([], { chargeIds: ['ch_1'], refundIds: ['re_1'], fraudWarnings: [warning] })
  expect((await write(whole, at(4))).warnings).toEqual([{ id: 'fw_1', kind: 'misc' }])
  const second = { id: 'fw_2', kind: 'stolen', warnedAt: at(2) }
  const more = { ...whole, refundIds: ['re_1', 're_2'], fraudWarnings: [warning, second] }
  expect((await write(more, at(5))).warnings).toEqual([{ id: 'fw_2', kind: 'stolen' }])
  await write(report([{ ...open, id: 'dp_2' }], { chargeIds: ['ch_2'] }), at(5), 32)
  expect(await findReported(rows.db, idOf(31))).toEqual({
    disputes: [],
    fraudWarnings: [
      { id: 'fw_2', kind: 'stolen', warned_at: at(2) },
      { id: 'fw_1', kind: 'misc', warned_at: at(3) },
    ],
    references: [
      { id: 'ch_1', kind: 'charge' },
      { id: 're_1', kind: 'refund' },
      { id: 're_2', kind: 'refund' },
    ],
  })
})

it('open disputes count by status, with the nearest deadline; warnings for a week, of purchases that stand', async () => {
  const none = { counts: [], minutesLeft: null, warnings: 0 }
  expect(await countDisputes(rows.db)).toEqual(none)
  const dispute = (number: number, status: string, outcome: string, due_at: Row['due_at']) =>
    insertSql('disputes', {
      ...{ id: `dp_${number}`, purchase_id: idOf(31), status, outcome, amount_minor: 1 },
      ...{ currency: 'GBP', opened_at: ago('9 days'), due_at, read_at: ago('1 day') },
      closed_at: outcome === 'open' ? null : ago('1 day'),
    })
  const warning = (number: number, purchase: number, warned_at: Row['warned_at']) =>
    insertSql('fraud_warnings', {
      ...{ id: `fw_${number}`, kind: 'misc', purchase_id: idOf(purchase), warned_at },
    })
  const bought = (number: number, row: Row = {}) =>
    purchaseSql(
      { id: idOf(8), projectId: idOf(9) },
      { id: idOf(number), buyer_id: idOf(1), tx_id: `CP-${number}`, ...row },
    )
  await rows.run(
    dispute(1, 'needs_response', 'open', inFuture('50 hours')) +
      dispute(2, 'needs_response', 'open', inFuture('20 hours')) +
      dispute(3, 'under_review', 'open', null) +
      dispute(4, 'needs_response', 'lost', inFuture('1 hour')) +
      dispute(5, 'warning_closed', 'closed', null) +
      bought(31) +
      bought(32, { reversal: 'refunded' }) +
      bought(33, { reversal: 'disputed' }) +
      warning(1, 31, ago('167 hours')) +
      warning(2, 31, ago('169 hours')) +
      warning(3, 31, ago('1 hour')) +
      warning(4, 32, ago('1 hour')) +
      warning(5, 33, ago('1 hour')),
  )
  const { counts, ...others } = await countDisputes(rows.db)
  expect(counts.toSorted((a, b) => a.status.localeCompare(b.status))).toEqual([
    { status: 'needs_response', count: 2 },
    { status: 'under_review', count: 1 },
  ])
  expect(others).toEqual({ minutesLeft: 1_200, warnings: 2 })
  await rows.run('delete from purchases')
})
