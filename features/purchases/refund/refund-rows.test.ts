// Tests the SQL of reversals and of refunds in part row by row: which rows each statement finds, writes or claims.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Transaction } from '#platform/database/database.ts'
import {
  ago,
  inFuture,
  insertSql,
  passportSql,
  purchaseSql,
  type Row,
} from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { findReturnedWallets, lockNewestPlaces, writePart } from './part-queries.ts'
import {
  claimRefundChecks,
  findAttempt,
  findPurchaseId,
  findPurchaseOfPayment,
  findRefundingPurchases,
  findRefundPayment,
  findReversal,
  isDisputedNow,
  isErased,
  lockAndCheckRetired,
  writeCardReading,
  writeDisputes,
  writeRefundPayment,
  writeReversal,
} from './refund-queries.ts'
import type { Reversal } from './reversal.ts'

const [ada, ben] = [idOf(1), idOf(2)]
const [batch, other, project] = [idOf(7), idOf(8), idOf(9)]

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
const tables = [
  ...['refund_part_wallets', 'refund_parts', 'refund_payments', 'card_disputes', 'purchase_places'],
  ...['purchase_reversals', 'purchases', 'retirements', 'batches', 'money_postings', 'passports'],
]
beforeEach(() => rows.run(tables.map((table) => `delete from ${table};`).join('')))

const bought = (number: number, row: Row = {}) =>
  purchaseSql(
    { id: batch, projectId: project },
    {
      ...{ id: idOf(number), tx_id: `CP-${number}`, buyer_id: ada },
      ...{ card_payment_id: `pi_${number}`, ...row },
    },
  )
const reversal = (number: number, row: Row = {}) =>
  insertSql('purchase_reversals', { purchase_id: idOf(number), ...row })
const inTransaction = <Result>(act: (tx: Transaction) => Promise<Result>) =>
  rows.db.transaction(act)
describe('a reversal', () => {
  const figures: Reversal = {
    ...{ stage: 'refunding kept', refundedMinor: 11, lostMinor: 12, dueMinor: 13 },
    ...{ isWalletReturned: true, paidMinor: 14, reinstatedMinor: 15, overpaidMinor: 16 },
    ...{ attempt: 4, firstAttempt: 3, partKg: 5, partMinor: 17, isPartFailed: true },
  }
  const none: Reversal = {
    ...{ stage: 'none', refundedMinor: 0, lostMinor: 0, dueMinor: 0, isWalletReturned: false },
    ...{ paidMinor: 0, reinstatedMinor: 0, overpaidMinor: 0, attempt: 1, firstAttempt: 1 },
    ...{ partKg: 0, partMinor: 0, isPartFailed: false },
  }
  const columns = { reversal: 'refunding', keeps_kilograms: true } as const
  const stored = (number: number) =>
    rows.ask(`select refunded_minor, lost_minor, due_minor, wallet_returned_at is not null,
        paid_minor, reinstated_minor, overpaid_minor, attempt, first_attempt, part_minor,
        is_part_failed from purchase_reversals where purchase_id = '${idOf(number)}'`)

  it('is read with every figure, and without a row has none', async () => {
    await rows.run(
      bought(31, { refunded_kg: 5, holder_id: ben, reversal: 'refunding', keeps_kilograms: true }) +
        reversal(31, {
          ...{
            refunded_minor: 11,
            lost_minor: 12,
            due_minor: 13,
            wallet_returned_at: ago('1 day'),
          },
          ...{ paid_minor: 14, reinstated_minor: 15, overpaid_minor: 16, attempt: 4 },
          ...{ first_attempt: 3, part_minor: 17, is_part_failed: true, read_number: 18 },
          pending_since: ago('1 hour'),
        }) +
        bought(32, { holder_id: null }) +
        bought(33, {
          state: 'FAILED',
          card_state: 'REFUNDING',
          first_place: null,
          completed_at: null,
          reversal: 'refunding',
        }),
    )
    const [read, empty, ended] = await inTransaction(async (tx) => [
      await findReversal(tx, idOf(31), columns),
      await findReversal(tx, idOf(32), { reversal: 'none', keeps_kilograms: false }),
      await findReversal(tx, idOf(33), { reversal: 'refunding', keeps_kilograms: false }),
    ])
    expect(read).toEqual({
      ...{ ...figures, holderId: ben, isSold: true, readNumber: 18, isPending: true },
    })
    const start = { ...none, readNumber: 0, isPending: false }
    expect(empty).toEqual({ ...start, holderId: null, isSold: true })
    // The wallet money of a purchase that ended was released before.
    expect(ended).toEqual({
      ...{ ...start, stage: 'refunding', holderId: ada, isSold: false, isWalletReturned: true },
    })
  })

  it('is written with every figure, on the purchase too', async () => {
    await rows.run(bought(31, { card_checked_at: null }) + bought(32))
    await inTransaction((tx) => writeReversal(tx, idOf(31), none, figures))
    expect(await stored(31)).toEqual([['11', '12', '13', true, '14', '15', '16', 4, 3, '17', true]])
    const of = 'reversal, keeps_kilograms, refunded_kg, card_state, card_checked_at is not null'
    expect(await rows.ask(`select ${of} from purchases order by id`)).toEqual([
      ['refunding', true, 5, 'CAPTURED', true],
      ['none', false, 0, 'CAPTURED', false],
    ])
  })

  it.each([
    ['refunding', 'REFUNDING'],
    ['refund_failed', 'REFUNDING'],
    ['refunded', 'REFUNDED'],
  ] as const)('of an ended purchase that is %s moves its card to %s', async (stage, card) => {
    const ended = { state: 'EXPIRED', first_place: null, completed_at: null }
    await rows.run(bought(31, { ...ended, card_state: 'REFUNDING', reversal: 'reinstated' }))
    await inTransaction((tx) => writeReversal(tx, idOf(31), none, { ...none, stage }))
    expect(await rows.ask('select reversal, card_state from purchases')).toEqual([[stage, card]])
  })

  it('is watched for 60 days, if a card paid', async () => {
    await rows.run(bought(31) + bought(32, { card_payment_id: null }))
    await inTransaction(async (tx) => {
      await writeReversal(tx, idOf(31), none, figures)
      await writeReversal(tx, idOf(32), none, figures)
    })
    const watched = () =>
      rows.ask(`select check_at is not null,
        round(extract(epoch from watch_until - now()) / 86400)::int
        from purchase_reversals order by purchase_id`)
    expect(await watched()).toEqual([
      [true, 60],
      [false, 60],
    ])
    await rows.run(`update purchase_reversals set check_at = null, watch_until = now()`)
    await inTransaction((tx) => writeReversal(tx, idOf(31), figures, figures))
    expect(await watched()).toEqual([
      [true, 60],
      [false, 0],
    ])
  })

  it('keeps the times of the wallet money, of the stage and of what was paid twice', async () => {
    const old = '2026-01-01 10:00'
    const times = ['wallet_returned_at', 'overpaid_at', 'stage_since', 'updated_at']
      .map((time) => `${time} = '2026-01-01 10:00Z'`)
      .join()
    const written = async (from: Partial<Reversal>, to: Partial<Reversal>) => {
      await rows.run(
        `delete from purchase_reversals; delete from purchases; ${bought(31)}` +
          reversal(31, {
            ...{ wallet_returned_at: old, overpaid_minor: 5, overpaid_at: old },
            ...{ stage_since: old, updated_at: old },
          }),
      )
      await inTransaction((tx) =>
        writeReversal(tx, idOf(31), { ...none, ...from }, { ...none, ...to }),
      )
      return (await rows.ask(`select ${times} from purchase_reversals`))[0]
    }
    const stay = { overpaidMinor: 5, isWalletReturned: true, dueMinor: 1 }
    expect(await written(stay, stay)).toEqual([true, true, true, false])
    expect(await written(stay, { ...stay, overpaidMinor: 4 })).toEqual([true, true, true, false])
    expect(await written(stay, { ...stay, overpaidMinor: 6 })).toEqual([true, false, true, false])
    expect(await written(stay, { ...stay, overpaidMinor: 0 })).toEqual([true, null, true, false])
    expect(await written(stay, { ...stay, stage: 'disputed' })).toEqual([true, true, false, false])
    const failed = { ...stay, isPartFailed: true }
    expect(await written(stay, failed)).toEqual([true, true, false, false])
    expect(await written(failed, failed)).toEqual([true, true, true, false])
    expect(await written(failed, stay)).toEqual([true, true, true, false])
    const later = { ...stay, isWalletReturned: false }
    expect(await written(later, stay)).toEqual([true, true, true, false])
  })

  it('gets the time of the wallet money when that moves, and of an overpayment that it begins with', async () => {
    await rows.run(bought(31) + bought(32))
    const paid = { ...none, isWalletReturned: true, overpaidMinor: 3 }
    await inTransaction(async (tx) => {
      await writeReversal(tx, idOf(31), none, paid)
      await writeReversal(
        tx,
        idOf(32),
        { ...none, isWalletReturned: true },
        {
          ...none,
          isWalletReturned: true,
        },
      )
    })
    expect(
      await rows.ask(`select wallet_returned_at is not null, overpaid_at is not null
        from purchase_reversals order by purchase_id`),
    ).toEqual([
      [true, true],
      [false, false],
    ])
  })
})

describe('the attempt of a refund', () => {
  it.each<[string, Row, Row, { attempt: number; amountMinor: number | null }]>([
    ['a part', {}, { due_minor: 7, part_minor: 9 }, { attempt: 3, amountMinor: 7 }],
    [
      'a part, disputed',
      { reversal: 'disputed' },
      { due_minor: 7 },
      { attempt: 3, amountMinor: 7 },
    ],
    [
      'a part that failed',
      {},
      { due_minor: 7, is_part_failed: true },
      { attempt: 3, amountMinor: 0 },
    ],
    ['a whole', { reversal: 'refunding' }, { due_minor: 7 }, { attempt: 3, amountMinor: null }],
    [
      'a whole after a part paid by card',
      { reversal: 'refunding' },
      { due_minor: 7, part_minor: 2 },
      { attempt: 3, amountMinor: null },
    ],
    [
      'a whole after a part paid otherwise',
      { reversal: 'refunding' },
      { due_minor: 7, part_minor: 2, paid_minor: 2 },
      { attempt: 3, amountMinor: 7 },
    ],
    [
      'a whole that was paid otherwise',
      { reversal: 'refunding' },
      { due_minor: 7, paid_minor: 2 },
      { attempt: 3, amountMinor: null },
    ],
  ])('of %s has its number and amount', async (_, purchase, row, expected) => {
    await rows.run(bought(31, purchase) + reversal(31, { attempt: 3, ...row }) + bought(32))
    expect(await findAttempt(rows.db, idOf(31))).toEqual(expected)
    expect(await findAttempt(rows.db, idOf(32))).toEqual({ attempt: 1, amountMinor: null })
  })
})

describe('a reading of a payment', () => {
  it('is due at once within a day of a change, then in 45 minutes, until its watch or refund ends', async () => {
    const watching = { watch_until: inFuture('1 hour'), check_at: null }
    const over = { watch_until: ago('1 hour'), check_at: ago('1 hour') }
    await rows.run(
      reversal(31, { ...over, updated_at: ago('23 hours') }) +
        reversal(32, { ...watching, updated_at: ago('25 hours') }) +
        reversal(33, { ...over, updated_at: ago('25 hours') }) +
        reversal(34, { ...over, updated_at: ago('25 hours') }),
    )
    const pending = new Date('2026-01-02T10:00:00Z')
    await inTransaction(async (tx) => {
      for (const number of [31, 32, 33]) await writeCardReading(tx, idOf(number), number, null)
      await writeCardReading(tx, idOf(34), 34, pending)
      await writeCardReading(tx, idOf(35), 35, pending)
    })
    expect(
      await rows.ask(`select read_number::int, pending_since is not null,
        round(extract(epoch from check_at - now()) / 60)::int
        from purchase_reversals order by purchase_id`),
    ).toEqual([
      [31, false, 0],
      [32, false, 45],
      [33, false, null],
      [34, true, 45],
      [35, true, null],
    ])
    const since = await rows.ask(`select pending_since at time zone 'UTC' from purchase_reversals
      where pending_since = '2026-01-02T10:00:00Z'`)
    expect(since).toHaveLength(2)
  })

  it('is claimed once it is due and newer than the last, oldest first, and put off for 10 minutes', async () => {
    const due = (number: number, minutes: number, row: Row = {}) =>
      bought(number) +
      reversal(number, {
        ...{ check_at: ago(`${minutes} minutes`), read_number: 4, watch_until: inFuture('1 day') },
        ...row,
      })
    await rows.run(
      due(38, 1) +
        due(31, 2) +
        due(32, 3) +
        due(33, 4, { read_number: 5 }) +
        due(34, -5) +
        due(35, 5, { watch_until: ago('1 minute') }) +
        due(36, 6, { watch_until: ago('1 minute'), pending_since: ago('1 day') }) +
        due(37, 1, { check_at: null }),
    )
    const claimed = async (limit: number) =>
      (await claimRefundChecks(rows.db, 5, limit)).map(({ tx_id }) => tx_id).toSorted()
    expect(await claimed(4)).toEqual(['CP-31', 'CP-32', 'CP-35', 'CP-36'])
    const times = await rows.ask(`select right(purchase_id::text, 2)::int,
      round(extract(epoch from check_at - now()) / 60)::int from purchase_reversals
      order by purchase_id`)
    expect(Object.fromEntries(times as [number, number][])).toEqual({
      ...{ 31: 10, 32: 10, 33: -4, 34: 5, 35: null, 36: 10, 37: null, 38: -1 },
    })
    expect(await claimed(4)).toEqual(['CP-38'])
    await rows.run(
      `${bought(39, { card_payment_id: null })}${reversal(39, { check_at: ago('1 minute') })}`,
    )
    expect(await claimed(4)).toEqual([])
  })
})

it('due refunds are those of wholes and parts, unless they failed, are disputed or were checked', async () => {
  const part = { part_minor: 5, due_minor: 5 }
  const dispute = (number: number, outcome: string) =>
    insertSql('card_disputes', {
      ...{ id: `dp_${number}`, purchase_id: idOf(number), amount_minor: 1, outcome },
    })
  const refunding = { reversal: 'refunding', card_checked_at: ago('5 minutes') }
  const none = { card_checked_at: ago('5 minutes') }
  await rows.run(
    bought(31, refunding) +
      bought(32, { ...none, card_checked_at: ago('9 minutes') }) +
      reversal(32, part) +
      bought(33, none) +
      reversal(33, { ...part, is_part_failed: true }) +
      bought(34, none) +
      reversal(34, { part_minor: 5 }) +
      bought(35, none) +
      reversal(35, { due_minor: 5 }) +
      bought(36, { ...none, reversal: 'disputed' }) +
      reversal(36, part) +
      bought(37, { ...refunding, card_checked_at: ago('3 minutes') }) +
      bought(38, refunding) +
      dispute(38, 'open') +
      bought(39, { ...refunding, card_checked_at: ago('7 minutes') }) +
      dispute(39, 'won') +
      bought(40, { reversal: 'refunding', card_checked_at: null, created_at: ago('3 minutes') }) +
      bought(41, { reversal: 'refunding', card_checked_at: null, created_at: ago('5 minutes') }) +
      bought(42, { ...none, reversal: 'refund_failed' }) +
      reversal(42, part) +
      bought(43, none),
  )
  const found = async (limit: number) =>
    (await findRefundingPurchases(rows.db, 240, limit)).map(({ tx_id }) => tx_id)
  expect(await found(9)).toEqual(['CP-32', 'CP-39', 'CP-31', 'CP-41'])
  expect(await found(2)).toEqual(['CP-32', 'CP-39'])
})

it('the purchase of a payment is the first with it; an id of a transaction has one', async () => {
  await rows.run(bought(32, { card_payment_id: 'pi_1' }) + bought(31, { card_payment_id: 'pi_2' }))
  expect(await findPurchaseOfPayment(rows.db, 'pi_1')).toMatchObject({ id: idOf(32) })
  expect(await findPurchaseOfPayment(rows.db, 'pi_3')).toBeNull()
  expect(await findPurchaseId(rows.db, 'CP-31')).toBe(idOf(31))
  expect(await findPurchaseId(rows.db, 'CP-33')).toBeNull()
})

it('the last payment without the card is that of the purchase', async () => {
  const pay = (number: number, reference: string | null) =>
    inTransaction((tx) =>
      writeRefundPayment(tx, idOf(number), {
        ...{ way: reference === null ? 'wallet' : 'elsewhere', amountMinor: number, reference },
      }),
    )
  const last = (number: number) => inTransaction((tx) => findRefundPayment(tx, idOf(number)))
  await pay(31, 'BACS 1')
  await pay(31, 'BACS 2')
  await pay(32, null)
  expect(await last(31)).toEqual({ reference: 'BACS 2' })
  expect(await last(32)).toEqual({ reference: null })
  expect(await last(33)).toBeNull()
  expect(
    await rows.ask('select way, amount_minor::int, reference from refund_payments order by id'),
  ).toEqual([
    ['elsewhere', 31, 'BACS 1'],
    ['elsewhere', 31, 'BACS 2'],
    ['wallet', 32, null],
  ])
})

describe('disputes', () => {
  it('are stored with outcome and amount, and count lost money and open ones of the purchase alone', async () => {
    const write = (number: number, disputes: Parameters<typeof writeDisputes>[2]) =>
      inTransaction((tx) => writeDisputes(tx, idOf(number), disputes))
    const dispute = (id: string, amountMinor: number, outcome: 'open' | 'won' | 'lost') => ({
      ...{ id, amountMinor, outcome },
    })
    const isOpen = (number: number) => inTransaction((tx) => isDisputedNow(tx, idOf(number)))
    expect(await write(31, [])).toEqual({ lostMinor: 0, isDisputed: false })
    expect(await write(32, [dispute('dp_9', 900, 'open')])).toEqual({
      ...{ lostMinor: 0, isDisputed: true },
    })
    expect(await write(31, [dispute('dp_1', 30, 'lost'), dispute('dp_2', 40, 'open')])).toEqual({
      ...{ lostMinor: 30, isDisputed: true },
    })
    expect(await isOpen(31)).toBe(true)
    await rows.run(`update card_disputes set ended_at = '2026-01-01 10:00' where id = 'dp_1'`)
    // A report that lacks a dispute, such as an old one, removes none.
    expect(await write(31, [dispute('dp_2', 41, 'lost')])).toEqual({
      ...{ lostMinor: 71, isDisputed: false },
    })
    expect(await isOpen(31)).toBe(false)
    expect(await write(31, [dispute('dp_1', 33, 'lost'), dispute('dp_2', 41, 'won')])).toEqual({
      ...{ lostMinor: 33, isDisputed: false },
    })
    const stored = () =>
      rows.ask(`select id, purchase_id, amount_minor::int, outcome, ended_at is not null,
        coalesce(ended_at = '2026-01-01 10:00Z', false) from card_disputes order by id`)
    expect(await stored()).toEqual([
      ['dp_1', idOf(31), 33, 'lost', true, true],
      ['dp_2', idOf(31), 41, 'won', true, false],
      ['dp_9', idOf(32), 900, 'open', false, false],
    ])
    await write(31, [dispute('dp_1', 33, 'open')])
    expect((await stored())[0]).toEqual(['dp_1', idOf(31), 33, 'open', false, false])
  })
})

const retired = (number: number, batchId: string, first: number, last: number) =>
  insertSql('retirements', {
    ...{ notice_id: number, batch_id: batchId, first_place: first, last_place: last },
    ...{ serial: 'T', reference: 'R', retired_on: '2026-01-01' },
  })

describe('retired kilograms', () => {
  it.each([
    ['end before the purchase', 1_001, batch, 1, false],
    ['end with its kilogram', 1_000, batch, 1, true],
    ['begin with its kilogram', 1_001, batch, 1_001, true],
    ['begin after it, at returned kilograms', 1_000, batch, 1_001, false],
    ['are those of another batch', 1_000, other, 1, false],
  ])('that %s', async (_, first_place, batchId, first, isRetired) => {
    await rows.run(
      bought(31, { first_place, quantity_kg: 3, refunded_kg: 2 }) +
        bought(32, { first_place: 1, quantity_kg: 3_000 }) +
        retired(1, batchId, first, first + 999),
    )
    expect(await inTransaction((tx) => lockAndCheckRetired(tx, { id: idOf(31) }))).toBe(isRetired)
  })
})

describe('the newest kilograms', () => {
  const newest = (kg: number, number = 31) =>
    inTransaction((tx) => lockNewestPlaces(tx, idOf(number), kg))
  const posting = (id: number, source: string, destination: string, number = 31) =>
    `insert into money_postings (id, purchase_id, currency, source, destination, amount_minor)
     overriding system value
     values (${id}, '${idOf(number)}', 'GBP', '${source}', '${destination}', 1);`
  beforeEach(() =>
    rows.run(
      `insert into batches (id, project_id, name, vintage_year, serial_number, price_micros,
         currency, offer, offer_reason)
         values ('${batch}', '${project}', 'B', 2024, 'T-1', 1, 'GBP', 'unread', 'test');` +
        bought(31, { first_place: 11, refunded_kg: 2 }) +
        bought(32, { first_place: 21 }),
    ),
  )

  it('are the last that the purchase has, with its last posting that is no tax', async () => {
    const places = { batchId: batch, lastPlace: 18 }
    expect(await newest(3)).toEqual({ ...places, firstPlace: 16, previousPostingId: 0 })
    await rows.run(
      posting(5, 'card', 'sales') +
        posting(6, 'sales', 'tax:GB') +
        posting(7, 'tax:GB', 'sales') +
        posting(8, 'card', 'sales', 32),
    )
    expect(await newest(8)).toEqual({ ...places, firstPlace: 11, previousPostingId: 5 })
  })

  it.each([
    ['all before', 1_001, 1, null],
    ['the first of them', 1_000, 1, 'retired'],
    ['the last of them', 999, 1_001, 'retired'],
    ['those after', 998, 1_001, null],
  ])('do not go back if the registry retired %s', async (_, firstOfThree, first, refusal) => {
    await rows.run(
      `update purchases set first_place = ${firstOfThree - 5} where id = '${idOf(31)}';` +
        retired(1, batch, first, first + 999) +
        retired(2, other, 1, 2_000),
    )
    const found = await newest(3)
    expect(typeof found === 'string' ? found : [null, found.firstPlace]).toEqual(
      refusal ?? [null, firstOfThree],
    )
  })

  it('do not go back if any of the purchase were replaced', async () => {
    const place = (number: number) =>
      insertSql('purchase_places', {
        ...{ purchase_id: idOf(number), batch_id: other, first_place: number, kg: 1 },
      })
    await rows.run(place(32))
    expect(await newest(1)).toMatchObject({ firstPlace: 18 })
    await rows.run(place(31))
    expect(await newest(1)).toBe('replaced')
  })

  it('are written as the next part, with the money of each wallet and the posting', async () => {
    const wallet = (programmeId: string, walletCurrency: string, number: number) => ({
      ...{ programmeId, walletCurrency, walletMinor: number, paidMinor: number + 1 },
      roundingMinor: 1,
    })
    const returned = [wallet('shop', 'GBP', 5), wallet('bank', 'TRY', 6), wallet('bank', 'EUR', 7)]
    await rows.run(posting(5, 'card', 'sales') + posting(6, 'sales', 'tax:GB'))
    await inTransaction(async (tx) => {
      await writePart(
        tx,
        idOf(32),
        { kg: 1, cardMinor: 0, walletParts: [wallet('x', 'USD', 1)] },
        0,
      )
      await writePart(tx, idOf(31), { kg: 3, cardMinor: 4, walletParts: returned }, 2)
      await writePart(tx, idOf(31), { kg: 4, cardMinor: 0, walletParts: returned.slice(2) }, 5)
    })
    expect(
      await rows.ask(`select right(purchase_id::text, 2)::int, part, kg, card_minor::int,
        previous_posting_id::int, posting_id::int from refund_parts order by 1, 2`),
    ).toEqual([
      [31, 1, 3, 4, 2, 5],
      [31, 2, 4, 0, 5, 5],
      [32, 1, 1, 0, 0, 0],
    ])
    const [first, second, third] = returned
    expect(await inTransaction((tx) => findReturnedWallets(tx, idOf(31)))).toEqual([
      { part: 1, ...third },
      { part: 1, ...second },
      { part: 1, ...first },
      { part: 2, ...third },
    ])
  })
})

it('an erased passport is one with a time, and an unknown one is none', async () => {
  await rows.run(passportSql(ada, { erased_at: ago('1 hour') }) + passportSql(ben))
  const erased = await inTransaction(async (tx) => [
    ...[await isErased(tx, ada), await isErased(tx, ben), await isErased(tx, idOf(3))],
  ])
  expect(erased).toEqual([true, false, false])
})
