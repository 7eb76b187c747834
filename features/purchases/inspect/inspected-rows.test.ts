// Tests the operator's views of purchases row by row: lists, searches, open steps and metrics. The rows are
// inserted, so that every column has a value of its own.
import { register } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listReported } from '#features/purchases/disputes/list-reported.ts'
import { watchDisputes } from '#features/purchases/disputes/watch-disputes.ts'
import { readRefundSums } from '#features/purchases/refund/refund-sums.ts'
import type { Database } from '#platform/database/database.ts'
import {
  ago,
  insertSql,
  passportSql,
  purchaseSql,
  type Row,
  withoutGuardsSql,
} from '#tests/support/insert-rows.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import {
  createTestDatabase,
  openTestDatabase,
  runSql,
  type TestDatabase,
} from '#tests/support/postgres.ts'
import { findPurchases } from './find-purchases.ts'
import {
  findDeadLetters,
  findMessages,
  findOpenSteps,
  findWholePurchase,
} from './inspect-queries.ts'
import { type ListedFilter, listedFilters, listPurchases } from './list-purchases.ts'
import { watchPurchases } from './watch-purchases.ts'
import { watchSales } from './watch-sales.ts'

const idOf = (last: number) => `00000000-0000-7000-8000-${String(last).padStart(12, '0')}`
const [ada, ben, cy] = [idOf(1), idOf(2), idOf(3)]

let database: TestDatabase
let db: Database
let batch: IssuedBatch
beforeAll(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url)
  batch = await issueTestBatch(db, { kg: 1_000 })
  await run(withoutGuardsSql)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(() => {
  const tables = ['refund_part_wallets', 'outbox', 'sms_outcomes', 'disputes', 'card_disputes']
  const more = ['fraud_warnings', 'card_references', 'purchase_reversals', 'purchases', 'passports']
  const emptied = [...tables, ...more].map((table) => `delete from ${table};`).join('')
  return run(`${emptied}${passportSql(ada)}${passportSql(ben)}${passportSql(cy)}`)
})

const run = (sql: string) => runSql(database.url, `set timezone to 'UTC'; ${sql}`)

/** Returns SQL of the purchase `number`, whose transaction id is `CP-<number>`. */
const bought = (number: number, row: Row = {}) =>
  purchaseSql(batch, { id: idOf(number), buyer_id: ada, tx_id: `CP-${number}`, ...row })
const reversed = (number: number, row: Row = {}) =>
  insertSql('purchase_reversals', { purchase_id: idOf(number), ...row })
const disputed = (id: string, number: number, row: Row = {}) =>
  insertSql('disputes', {
    ...{
      id,
      purchase_id: idOf(number),
      status: 'needs_response',
      outcome: 'open',
      currency: 'GBP',
    },
    ...{ amount_minor: 100, opened_at: ago('1 day'), read_at: ago('0'), ...row },
  })
const warned = (id: string, number: number, interval = '1 day') =>
  insertSql('fraud_warnings', {
    ...{ id, purchase_id: idOf(number), kind: 'misc', warned_at: ago(interval) },
  })
const held = { first_place: null, completed_at: null, holder_id: null }
const later = { sql: `now() + interval '1 hour'` }
const open = { ...held, state: 'READY', card_state: 'AUTHORISED', expires_at: later }
const ended = { ...held, state: 'EXPIRED', card_state: 'VOIDED' }

async function figure(name: string, labels: Readonly<Record<string, string>> = {}) {
  const metric = await register.getSingleMetric(name)?.get()
  return metric?.values.find(({ labels: found }) =>
    Object.entries(labels).every(([label, value]) => found[label] === value),
  )?.value
}

describe('the list', () => {
  const txIds = async (filter: Partial<Parameters<typeof listPurchases>[1]>) => {
    const rows = await listPurchases(db, { state: null, since: null, personId: null, ...filter })
    return rows.map(({ tx_id }) => tx_id)
  }

  it('of each filter has the purchases of its condition alone', async () => {
    await run(
      [
        bought(10),
        bought(11, open),
        bought(12, { ...open, expires_at: ago('1 second') }),
        bought(13, ended),
        bought(14, { ...ended, state: 'FAILED', failure_code: 'card_declined' }),
        bought(15, { reversal: 'refunded' }) + reversed(15, { refunded_minor: 100 }),
        bought(16, { reversal: 'refunded', keeps_kilograms: true }) +
          reversed(16, { refunded_minor: 100 }),
        bought(17, { reversal: 'disputed' }),
        bought(18) + disputed('dp_18', 18),
        bought(19) + disputed('dp_19', 19, { outcome: 'closed', closed_at: ago('0') }),
        bought(20, { reversal: 'refund_failed' }) + reversed(20, { due_minor: 100 }),
        bought(21) + reversed(21, { part_minor: 9, due_minor: 9, is_part_failed: true }),
        bought(22, { reversal: 'reinstated' }) + reversed(22, { due_minor: 100 }),
        bought(23) + warned('fw_23', 23),
        bought(24, { ...ended, card_state: 'REFUNDING', reversal: 'refunding' }) + reversed(24),
        bought(25, { ...ended, card_state: 'REFUNDED', reversal: 'refunded' }) +
          reversed(25, { refunded_minor: 100, overpaid_minor: 5 }),
      ].join(''),
    )
    const listed = Object.fromEntries(
      await Promise.all(
        listedFilters.map(async (state) => [state, await txIds({ state })] as const),
      ),
    )
    const inForce = [23, 21, 19, 18, 17, 16, 10]
    const numbers: Record<ListedFilter, readonly number[]> = {
      PENDING: [11],
      COMPLETED: inForce,
      FAILED: [14],
      EXPIRED: [25, 24, 13, 12],
      REFUNDED: [25, 24, 22, 20, 15],
      DISPUTED: [18, 17],
      REFUND_FAILED: [21, 20],
      REINSTATED: [22],
      GOODWILL: [25, 16],
      FRAUD_WARNING: [23],
    }
    const expected = Object.entries(numbers).map(([state, ids]) => [
      state,
      ids.map((id) => `CP-${id}`),
    ])
    expect(listed).toEqual(Object.fromEntries(expected))
    expect(await txIds({})).toHaveLength(16)
  })

  it('begins at its time, and is of the buyer or the receiver', async () => {
    await run(
      bought(10, { created_at: '2026-01-01 10:00Z' }) +
        bought(11, { created_at: '2026-01-01 09:59:59Z', recipient_id: ben }) +
        bought(12, { created_at: '2026-01-02 10:00Z', buyer_id: ben, recipient_id: ada }) +
        bought(13, { created_at: '2026-01-02 10:00Z', buyer_id: ben, recipient_id: cy }),
    )
    const since = new Date('2026-01-01T10:00:00Z')
    expect(await txIds({ since })).toEqual(['CP-13', 'CP-12', 'CP-10'])
    expect(await txIds({ personId: ada })).toEqual(['CP-12', 'CP-11', 'CP-10'])
    expect(await txIds({ personId: cy })).toEqual(['CP-13'])
    expect(await txIds({ since, personId: ben, state: 'COMPLETED' })).toEqual(['CP-13', 'CP-12'])
    expect(await txIds({ personId: ada, state: 'FAILED' })).toEqual([])
  })

  it('has every figure: an open dispute before a later one, and the last warning', async () => {
    await run(
      bought(10, {
        ...{ quantity_kg: 40, total_minor: 1_234, card_minor: 1_034, wallet_minor: 200 },
        ...{ currency: 'TRY', reversal: 'refund_failed', created_at: '2026-01-01 10:00Z' },
        keeps_kilograms: true,
      }) +
        reversed(10, { refunded_minor: 300, due_minor: 700, paid_minor: 7 }) +
        disputed('dp_1', 10, { status: 'open one', due_at: '2026-01-04 10:00Z' }) +
        disputed('dp_2', 10, {
          ...{ status: 'lost', outcome: 'lost', closed_at: ago('0'), opened_at: ago('1 hour') },
        }) +
        insertSql('fraud_warnings', {
          ...{ id: 'fw_1', purchase_id: idOf(10), kind: 'a', warned_at: '2026-01-05 10:00Z' },
        }) +
        insertSql('fraud_warnings', {
          ...{ id: 'fw_2', purchase_id: idOf(10), kind: 'b', warned_at: '2026-01-06 10:00Z' },
        }) +
        bought(11, { reversal: 'disputed' }),
    )
    const rows = await listPurchases(db, { state: null, since: null, personId: null })
    const bare = { goodwill: 0, owed: 0, dispute: null, fraud_warned_at: null }
    expect(rows).toEqual([
      {
        ...{ ...bare, tx_id: 'CP-11', created_at: expect.any(String), quantity_kg: 10, total: 1 },
        ...{ currency: 'GBP', status: 'DISPUTED', reversal: 'disputed' },
      },
      {
        ...{ tx_id: 'CP-10', created_at: '2026-01-01T10:00:00.000Z', quantity_kg: 40 },
        ...{ total: 12.34, currency: 'TRY', status: 'COMPLETED', reversal: 'refund_failed kept' },
        ...{ goodwill: 10.07, owed: 7, fraud_warned_at: '2026-01-06T10:00:00.000Z' },
        dispute: { status: 'open one', outcome: 'open', due_at: '2026-01-04T10:00:00.000Z' },
      },
    ])
  })

  it('of two ended disputes shows the later one', async () => {
    const over = { outcome: 'won', closed_at: ago('0') }
    await run(
      bought(10) +
        disputed('dp_1', 10, { ...over, status: 'second', opened_at: ago('1 hour') }) +
        disputed('dp_2', 10, { ...over, status: 'first', opened_at: ago('2 hours') }),
    )
    const [row] = await listPurchases(db, { state: null, since: null, personId: null })
    expect(row?.dispute).toEqual({ status: 'second', outcome: 'won', due_at: null })
  })
})

describe('a search', () => {
  it('finds a purchase by each of its ids, and no other', async () => {
    await run(
      bought(10, {
        ...{ tx_id: 'CP-7K2M-9QXF-4HJD', card_payment_id: 'pi_one', is_gift: true },
        ...{ holder_id: ben, recipient_id: cy, recipient_phone: '+447400000002' },
      }) +
        bought(11, {
          tx_id: 'CP-7K2M-9QXF-5HJD',
          is_gift: true,
          holder_id: null,
          recipient_id: cy,
        }) +
        bought(12, { tx_id: 'CP-2222-9QXF-5HJD', card_payment_id: 'pi_two' }) +
        insertSql('card_references', { id: 'ch_one', kind: 'charge', purchase_id: idOf(10) }) +
        insertSql('card_references', { id: 're_one', kind: 'refund', purchase_id: idOf(10) }) +
        disputed('dp_one', 10) +
        insertSql('card_disputes', {
          ...{ id: 'du_one', purchase_id: idOf(10), amount_minor: 1, outcome: 'open' },
        }) +
        warned('issfr_one', 10),
    )
    const one = {
      ...{ id: idOf(10), tx_id: 'CP-7K2M-9QXF-4HJD', buyer_id: ada, is_gift: true },
      ...{ receiver_id: ben, recipient_phone: '+447400000002' },
    }
    const names = ['cp-7k2m-9qxf-4hjd', idOf(10), `${idOf(10)}:authorise`, 'pi_one', ' ch_one ']
    for (const text of [...names, 're_one', 'dp_one', 'du_one', 'issfr_one', 'pi_one_secret_x']) {
      expect([text, await findPurchases(db, text)]).toEqual([text, [one]])
    }
    const waiting = {
      ...{ id: idOf(11), tx_id: 'CP-7K2M-9QXF-5HJD', buyer_id: ada, is_gift: true },
      ...{ receiver_id: cy, recipient_phone: null },
    }
    expect(await findPurchases(db, 'CP-7K2M-9QXF')).toEqual([one, waiting])
    expect(await findPurchases(db, 'pi_two')).toMatchObject([{ is_gift: false, receiver_id: null }])
    for (const text of ['pi_three', 'CP-3333', idOf(13), '']) {
      expect(await findPurchases(db, text)).toEqual([])
    }
  })
})

describe('a whole purchase', () => {
  it('has every column of its row, its batch and its reversal', async () => {
    const row = {
      ...{ quantity_kg: 40, is_gift: true, recipient_phone: '+447400000002', holder_id: ben },
      ...{ currency: 'TRY', rate: 1.5, total_minor: 900, wallet_minor: 300, card_minor: 600 },
      ...{ card_payment_id: 'pi_10', completion_failures: 2, first_place: 7, refunded_kg: 3 },
      ...{ created_at: '2026-01-01 10:00Z', expires_at: '2026-01-02 10:00Z' },
      ...{ card_checked_at: '2026-01-03 10:00Z', completed_at: '2026-01-04 10:00Z' },
      ...{ reversal: 'refunding', keeps_kilograms: true },
    }
    await run(
      `update passports set erased_at = '2026-01-05 10:00Z' where id = '${ada}';` +
        bought(10, row) +
        reversed(10, {
          ...{ refunded_minor: 1, lost_minor: 2, due_minor: 3, paid_minor: 4, reinstated_minor: 5 },
          ...{ overpaid_minor: 6, attempt: 7, pending_since: '2026-01-06 10:00Z' },
          wallet_returned_at: '2026-01-05 10:00Z',
        }) +
        bought(11, { ...ended, state: 'FAILED', failure_code: 'card_declined' }) +
        bought(12, { buyer_id: ben }) +
        reversed(12, { wallet_returned_at: '2026-01-05 10:00Z' }) +
        bought(13) +
        reversed(13, { wallet_returned_at: '2026-01-05 09:59Z' }),
    )
    const at = (day: string) => new Date(`2026-01-${day}T10:00:00Z`)
    expect(await findWholePurchase(db, 'CP-10')).toEqual({
      ...{ ...row, id: idOf(10), tx_id: 'CP-10', buyer_id: ada, batch_id: batch.id },
      ...{ serial_number: batch.serial, is_reward: false, rate: '1.5', state: 'COMPLETED' },
      ...{ card_state: 'CAPTURED', failure_code: null, refunded_minor: 1, lost_minor: 2 },
      ...{ due_minor: 3, paid_minor: 4, reinstated_minor: 5, overpaid_minor: 6, attempt: 7 },
      ...{ created_at: at('01'), expires_at: at('02'), card_checked_at: at('03') },
      ...{ completed_at: at('04'), pending_since: at('06'), is_wallet_lapsed: true },
    })
    expect(await findWholePurchase(db, 'CP-11')).toMatchObject({
      ...{ state: 'FAILED', card_state: 'VOIDED', failure_code: 'card_declined', attempt: 1 },
      ...{ refunded_minor: 0, lost_minor: 0, due_minor: 0, paid_minor: 0, reinstated_minor: 0 },
      ...{ overpaid_minor: 0, pending_since: null, is_wallet_lapsed: false, completed_at: null },
    })
    expect(await findWholePurchase(db, 'CP-12')).toMatchObject({ is_wallet_lapsed: false })
    expect(await findWholePurchase(db, 'CP-13')).toMatchObject({ is_wallet_lapsed: false })
    expect(await findWholePurchase(db, 'CP-14')).toBeNull()
  })

  it('has its messages, also those of a part, with what became of them', async () => {
    const message = (subject: string, row: Row) =>
      insertSql('outbox', { template: 'refund_sent', subject, recipient: 'buyer', ...row })
    await run(
      bought(10) +
        bought(11) +
        message(idOf(10), {
          ...{ template: 'purchase_success', state: 'sent', attempts: 2 },
          ...{ created_at: '2026-01-01 10:00Z', due_at: '2026-01-02 10:00Z' },
          ...{ sent_at: '2026-01-03 10:00Z', provider_id: 'SM1', last_error: 'late' },
        }) +
        message(`${idOf(10)}/2/100/0`, { state: 'dead', last_error: 'lost' }) +
        message(`${idOf(11)}/1/50/0`, { state: 'dead' }) +
        message(idOf(12), { state: 'dead' }) +
        message(idOf(11), { state: 'withheld' }) +
        insertSql('sms_outcomes', {
          ...{ provider_id: 'SM1', outcome: 'delivered', heard_at: '2026-01-04 10:00Z' },
        }),
    )
    const at = (day: string) => new Date(`2026-01-${day}T10:00:00Z`)
    expect(await findMessages(db, idOf(10))).toEqual([
      {
        ...{ id: expect.any(Number), template: 'purchase_success', state: 'sent', attempts: 2 },
        ...{ created_at: at('01'), due_at: at('02'), sent_at: at('03'), provider_id: 'SM1' },
        ...{ last_error: 'late', arrival: 'delivered', arrived_at: at('04') },
      },
      expect.objectContaining({
        ...{ template: 'refund_sent', state: 'dead', sent_at: null, provider_id: null },
        ...{ last_error: 'lost', arrival: null, arrived_at: null },
      }),
    ])
    expect(await findDeadLetters(db, 5)).toEqual([
      { tx_id: 'CP-10', template: 'refund_sent', last_error: 'lost' },
      { tx_id: 'CP-11', template: 'refund_sent', last_error: null },
    ])
    expect(await findDeadLetters(db, 1)).toHaveLength(1)
  })

  it('has what the provider reported, oldest first, in units of its currency', async () => {
    await run(
      bought(10) +
        bought(11) +
        disputed('dp_2', 10, { amount_minor: 250, opened_at: '2026-01-02 10:00Z' }) +
        disputed('dp_1', 10, {
          ...{
            amount_minor: 125,
            currency: 'TRY',
            status: 'lost',
            outcome: 'lost',
            reason: 'fraud',
          },
          ...{ opened_at: '2026-01-01 10:00Z', due_at: '2026-01-03 10:00Z' },
          closed_at: '2026-01-04 10:00Z',
        }) +
        disputed('dp_3', 11) +
        insertSql('fraud_warnings', {
          ...{ id: 'fw_2', purchase_id: idOf(10), kind: 'b', warned_at: '2026-01-06 10:00Z' },
        }) +
        insertSql('fraud_warnings', {
          ...{ id: 'fw_1', purchase_id: idOf(10), kind: 'a', warned_at: '2026-01-07 10:00Z' },
        }) +
        ['re_2', 're_1', 'ch_1']
          .map((id, index) =>
            insertSql('card_references', {
              ...{ id, kind: id.startsWith('re') ? 'refund' : 'charge', purchase_id: idOf(10) },
              created_at: ago(`${9 - index} minutes`),
            }),
          )
          .join(''),
    )
    const at = (day: string) => new Date(`2026-01-${day}T10:00:00Z`)
    expect(await listReported(db, idOf(10))).toEqual({
      disputes: [
        {
          ...{ id: 'dp_1', status: 'lost', outcome: 'lost', reason: 'fraud', currency: 'TRY' },
          ...{ amount: 1.25, opened_at: at('01'), due_at: at('03'), closed_at: at('04') },
        },
        {
          ...{ id: 'dp_2', status: 'needs_response', outcome: 'open', reason: null },
          ...{ currency: 'GBP', amount: 2.5, opened_at: at('02'), due_at: null, closed_at: null },
        },
      ],
      fraud_warnings: [
        { id: 'fw_2', kind: 'b', warned_at: at('06') },
        { id: 'fw_1', kind: 'a', warned_at: at('07') },
      ],
      card_references: [
        { id: 'ch_1', kind: 'charge' },
        { id: 're_2', kind: 'refund' },
        { id: 're_1', kind: 'refund' },
      ],
    })
  })

  it('has the sums of its refund: a part’s wallet money, or all of it', async () => {
    const paid = { total_minor: 900, wallet_minor: 300, card_minor: 600, currency: 'TRY' }
    const parts = (number: number) =>
      [
        [1, 'a', 40],
        [1, 'b', 5],
        [2, 'a', 7],
      ]
        .map(([part = 0, programme_id = '', paid_minor = 0]) =>
          insertSql('refund_part_wallets', {
            ...{ purchase_id: idOf(number), part, programme_id, wallet_currency: 'TRY' },
            ...{ wallet_minor: 90, paid_minor, rounding_minor: 0 },
          }),
        )
        .join('')
    await run(
      bought(10, { ...paid, refunded_kg: 3 }) +
        reversed(10, {
          ...{
            refunded_minor: 1,
            due_minor: 3,
            lost_minor: 2,
            paid_minor: 4,
            is_part_failed: true,
          },
          pending_since: ago('1 day'),
        }) +
        parts(10) +
        bought(11, { ...ended, ...paid, card_state: 'REFUNDING', reversal: 'refunding' }) +
        reversed(11, { wallet_returned_at: ago('1 day') }) +
        parts(11),
    )
    expect(await readRefundSums(db, 'CP-10')).toEqual({
      ...{ currency: 'TRY', wallet_minor: 52, is_wallet_lapsed: false, card_minor: 600 },
      ...{ refunded_minor: 1, due_minor: 3, lost_minor: 2, paid_minor: 4, is_pending: true },
      ...{ is_sold: true, refunded_kg: 3, is_part_failed: true },
    })
    expect(await readRefundSums(db, 'CP-11')).toMatchObject({
      ...{ wallet_minor: 300, is_pending: false, is_sold: false, is_part_failed: false },
    })
  })
})

it('open steps are card steps, completions and refunds without an outcome, also those of parts', async () => {
  const part = { part_minor: 5, due_minor: 5 }
  await run(
    [
      bought(10),
      ...['AUTHORISING', 'ACTION', 'AUTHORISED', 'VOIDING', 'CAPTURING'].map((card_state, index) =>
        bought(11 + index, {
          ...(card_state === 'VOIDING' ? ended : open),
          ...{
            card_state,
            state: { VOIDING: 'EXPIRED', CAPTURING: 'COMPLETING' }[card_state] ?? 'READY',
          },
        }),
      ),
      bought(16, {
        ...open,
        state: 'COMPLETING',
        card_state: 'NONE',
        card_minor: 0,
        wallet_minor: 100,
      }),
      bought(17, { reversal: 'refunding' }) + reversed(17, { due_minor: 100 }),
      bought(18, { reversal: 'refunded' }) + reversed(18, { refunded_minor: 100 }),
      bought(19, { reversal: 'refund_failed' }) + reversed(19, { due_minor: 100 }),
      bought(20) + reversed(20, part),
      bought(21) + reversed(21, { ...part, is_part_failed: true }),
      bought(22) + reversed(22, { part_minor: 5, refunded_minor: 5 }),
      bought(23, { ...ended, card_state: 'REFUNDING', reversal: 'refunding' }) + reversed(23),
    ].join(''),
  )
  const steps = await findOpenSteps(db, 50)
  expect(steps.map(({ tx_id, ...states }) => [tx_id, ...Object.values(states)])).toEqual([
    ['CP-11', 'READY', 'AUTHORISING', 'none'],
    ['CP-14', 'EXPIRED', 'VOIDING', 'none'],
    ['CP-15', 'COMPLETING', 'CAPTURING', 'none'],
    ['CP-16', 'COMPLETING', 'NONE', 'none'],
    ['CP-17', 'COMPLETED', 'CAPTURED', 'refunding'],
    ['CP-20', 'COMPLETED', 'CAPTURED', 'none'],
    ['CP-23', 'EXPIRED', 'REFUNDING', 'refunding'],
  ])
  expect((await findOpenSteps(db, 2)).map(({ tx_id }) => tx_id)).toEqual(['CP-11', 'CP-14'])
})

describe('metrics', () => {
  it('of refunds count each kind alone, and the oldest by the time of its attempt', async () => {
    const first = { attempt: 1, created_at: ago('3 hours'), stage_since: ago('1 minute') }
    const again = { attempt: 2, created_at: ago('9 hours'), stage_since: ago('2 hours') }
    const part = { part_minor: 5, due_minor: 5, created_at: ago('1 hour') }
    await run(
      [
        bought(10, { reversal: 'refunding' }) + reversed(10, { ...first, due_minor: 100 }),
        bought(11, { reversal: 'refunding' }) + reversed(11, { ...again, due_minor: 100 }),
        bought(12) + reversed(12, part),
        bought(13) + reversed(13, { ...part, is_part_failed: true, created_at: ago('5 hours') }),
        bought(14) + reversed(14, { part_minor: 5, refunded_minor: 5, created_at: ago('5 hours') }),
        bought(15, { reversal: 'disputed' }) +
          reversed(15, { ...part, created_at: ago('6 hours') }),
        bought(16, { reversal: 'refund_failed' }) + reversed(16, { due_minor: 100 }),
        bought(17, { reversal: 'reinstated' }) + reversed(17, { due_minor: 100 }),
        bought(18, { reversal: 'refunded' }) +
          reversed(18, { overpaid_at: ago('6 days 23 hours') }),
        bought(19, { reversal: 'refunded' }) + reversed(19, { overpaid_at: ago('7 days 1 hour') }),
        bought(20, { reversal: 'refunded' }) + reversed(20, { pending_since: ago('4 hours') }),
        bought(21, { reversal: 'refunded' }) + reversed(21, { pending_since: ago('8 hours') }),
      ].join(''),
    )
    await watchPurchases(db)
    expect(await figure('refunds_due')).toBe(3)
    expect(Math.round(((await figure('refunds_due_oldest_seconds')) ?? 0) / 60)).toBe(180)
    expect(await figure('refunds_failed')).toBe(2)
    expect(await figure('disputes_reinstated')).toBe(1)
    expect(await figure('refunds_paid_twice_recent')).toBe(1)
    expect(Math.round(((await figure('refunds_pending_oldest_seconds')) ?? 0) / 60)).toBe(480)
    await run('delete from purchase_reversals')
    await run(bought(30, { reversal: 'refunding' }) + reversed(30, again))
    await watchPurchases(db)
    expect(Math.round(((await figure('refunds_due_oldest_seconds')) ?? 0) / 60)).toBe(120)
    await run('delete from purchase_reversals; delete from purchases')
    await watchPurchases(db)
    for (const name of ['refunds_due', 'refunds_due_oldest_seconds', 'refunds_failed']) {
      expect(await figure(name)).toBe(0)
    }
    expect(await figure('refunds_pending_oldest_seconds')).toBe(0)
  })

  it('of open purchases have each state and age, and 0 once there is none', async () => {
    const young = { ...open, created_at: ago('9 minutes') }
    const older = { ...open, created_at: ago('61 minutes') }
    await run(
      bought(10, { ...young, state: 'HELD', card_state: 'AUTHORISING' }) +
        bought(11, young) +
        bought(12, young) +
        bought(13, { ...open, created_at: ago('11 minutes') }) +
        bought(14, { ...older, state: 'COMPLETING', card_state: 'CAPTURING' }) +
        bought(15, older) +
        bought(16, { created_at: ago('1 minute') }),
    )
    await watchPurchases(db)
    const counts = async () => {
      const entries = await register.getSingleMetric('purchases_open')?.get()
      const shown = entries?.values.filter(({ value }) => value > 0) ?? []
      return shown.map(({ labels, value }) => [labels.state, labels.age, value]).sort()
    }
    expect(await counts()).toEqual([
      ['COMPLETING', 'older', 1],
      ['HELD', 'under 10 min', 1],
      ['READY', 'older', 1],
      ['READY', 'under 1 h', 1],
      ['READY', 'under 10 min', 2],
    ])
    await run('delete from purchases')
    await watchPurchases(db)
    expect(await counts()).toEqual([])
  })

  it('of the last sale are those of the newest purchase that was paid for and completed', async () => {
    await run(
      bought(10, { completed_at: ago('1 hour') }) +
        bought(11, { completed_at: ago('2 hours') }) +
        bought(12, {
          ...{ is_reward: true, reward_id: idOf(99), total_minor: 0, card_minor: 0 },
          card_state: 'NONE',
        }) +
        bought(13, open),
    )
    await watchSales(db)
    expect(Math.round(((await figure('last_sale_age_seconds')) ?? 0) / 60)).toBe(120)
  })

  it('of disputes count the open ones by status, the nearest deadline, and recent warnings', async () => {
    const in20 = { sql: `now() + interval '20 hours'` }
    const over = { outcome: 'won', closed_at: ago('0') }
    await run(
      [
        bought(10),
        bought(11, { reversal: 'refunded' }),
        disputed('dp_1', 10, { due_at: { sql: `now() + interval '30 hours'` } }),
        disputed('dp_2', 10, { due_at: in20 }),
        disputed('dp_3', 10, { status: 'under_review' }),
        disputed('dp_4', 10, { ...over, status: 'under_review', due_at: later }),
        disputed('dp_5', 10, { status: 'warning_needs_response' }),
        warned('fw_1', 10, '6 days 23 hours'),
        warned('fw_2', 10, '7 days 1 hour'),
        warned('fw_3', 11, '1 day'),
      ].join(''),
    )
    await watchDisputes(db)
    expect(await figure('dispute_deadline_hours')).toBe(20)
    expect(await figure('fraud_warnings_recent')).toBe(1)
    expect(await figure('disputes_open', { status: 'needs_response' })).toBe(2)
    expect(await figure('disputes_open', { status: 'under_review' })).toBe(1)
    expect(await figure('disputes_open', { status: 'warning_needs_response' })).toBe(1)
    await run('delete from disputes')
    await watchDisputes(db)
    expect(await figure('dispute_deadline_hours')).toBeUndefined()
    expect(await figure('disputes_open', { status: 'needs_response' })).toBe(0)
    expect(await figure('disputes_open', { status: 'under_review' })).toBe(0)
    expect(await figure('disputes_open', { status: 'warning_needs_response' })).toBeUndefined()
  })
})
