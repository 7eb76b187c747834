// Tests the list of a passport's purchases row by row: which rows a page has, and every field of an entry in each
// state of a purchase, of its refund and of its gift.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  ago,
  inFuture,
  insertSql,
  passportSql,
  purchaseSql,
  type Row,
} from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { findActivity, findTokenRange } from './activity-queries.ts'
import { listActivity } from './list-activity.ts'

const [ada, ben, cy] = [idOf(1), idOf(2), idOf(3)]
const batch = { id: idOf(8), projectId: idOf(9) }
const serial = 'TST-1-2'

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
  await rows.run(
    insertSql('projects', {
      ...{ id: batch.projectId, registry: 'TST', registry_name: 'T', external_id: '1' },
      ...{ name: 'Wind 2 (VCS)', shown_name: 'Wind', scene: 'wind', country: 'TR' },
      ...{ country_name: 'Türkiye', status: 'Verified', project_type: '{Wind,Grid}' },
    }) +
      insertSql('batches', {
        ...{ id: batch.id, project_id: batch.projectId, name: 'B', vintage_year: 2024 },
        ...{ serial_number: serial, price_micros: 1, currency: 'USD', is_uncompared: true },
      }) +
      insertSql('batches', {
        ...{ id: idOf(7), project_id: batch.projectId, name: 'N', vintage_year: 2024 },
        ...{ serial_number: 'NEW-3', price_micros: 1, currency: 'USD', is_uncompared: true },
      }),
  )
})
afterAll(() => rows.close())
beforeEach(() => {
  const tables = [
    'tax_documents',
    'purchase_reversals',
    'purchase_places',
    'retirement_corrections',
  ]
  const emptied = [...tables, 'retirements', 'purchases', 'passports'].map(
    (table) => `delete from ${table};`,
  )
  return rows.run(
    emptied.join('') +
      passportSql(ada, { phone: '+447400000001' }) +
      passportSql(ben, { phone: '+447400000222', nickname: 'Benny', first_name: 'Ben' }) +
      passportSql(cy, { phone: null }),
  )
})

/** Returns SQL of the purchase `number`, whose transaction id is `CP-<number>`. */
const bought = (number: number, row: Row = {}) =>
  purchaseSql(batch, { id: idOf(number), buyer_id: ada, tx_id: `CP-${number}`, ...row })
const reversed = (number: number, row: Row = {}) =>
  insertSql('purchase_reversals', { purchase_id: idOf(number), ...row })
const documented = (number: number, kind: string, sequence: number) =>
  insertSql('tax_documents', {
    ...{ series: 1, kind, year: 2026, sequence, purchase_id: idOf(number), day: '2026-01-02' },
    ...{ country: 'GB', rate: 0, currency: 'GBP', gross_minor: 1, tax_minor: 0 },
  })
const held = { first_place: null, completed_at: null, holder_id: null }
const open = { ...held, state: 'READY', card_state: 'AUTHORISED', expires_at: inFuture('1 hour') }
const ended = { ...held, state: 'EXPIRED', card_state: 'VOIDED' }

const page = { beforeId: null, limit: undefined, withTokens: false, timeZone: undefined }
const entriesOf = async (
  passportId: string,
  more: Partial<Parameters<typeof listActivity>[2]> = {},
) => (await listActivity(rows.db, passportId, { ...page, ...more })).entries
const numbersOf = (entries: readonly { readonly tx_id: string }[]) =>
  entries.map(({ tx_id }) => Number(tx_id.slice(3)))
/** Returns a field of each entry by the number of its purchase. */
const fieldOf = async (passportId: string, field: string) =>
  Object.fromEntries(
    (await entriesOf(passportId)).map((entry) => [
      Number(entry.tx_id.slice(3)),
      Object.entries(entry).find(([name]) => name === field)?.[1],
    ]),
  )

describe('a page', () => {
  it('has bought and held purchases, newest first, before its cursor', async () => {
    await rows.run(
      bought(11) +
        bought(12, { buyer_id: ben, holder_id: ada }) +
        bought(13, { holder_id: ben }) +
        bought(14, { buyer_id: ben }) +
        bought(15, { buyer_id: ben, holder_id: ada }) +
        bought(16, { buyer_id: ben, recipient_id: ada, holder_id: null }) +
        bought(17),
    )
    const found = async (beforeId: string | null, limit: number) =>
      numbersOf(await findActivity(rows.db, ada, beforeId, limit))
    expect(await found(null, 9)).toEqual([17, 15, 13, 12, 11])
    expect(await found(null, 3)).toEqual([17, 15, 13])
    expect(await found(idOf(15), 9)).toEqual([13, 12, 11])
    expect(await found(idOf(13), 1)).toEqual([12])
    const first = await listActivity(rows.db, ada, { ...page, limit: 2 })
    expect([numbersOf(first.entries), first.nextCursor]).toEqual([[17, 15], idOf(15)])
    const last = await listActivity(rows.db, ada, { ...page, limit: 3, beforeId: idOf(15) })
    expect([numbersOf(last.entries), last.nextCursor]).toEqual([[13, 12, 11], null])
  })

  it('has at most 100 purchases', async () => {
    await rows.run(Array.from({ length: 101 }, (_, index) => bought(101 + index)).join(''))
    const { entries, nextCursor } = await listActivity(rows.db, ada, page)
    expect([entries.length, numbersOf(entries).at(-1), nextCursor]).toEqual([100, 102, idOf(102)])
  })

  it('ends before 20,000 tokens of completed purchases, where it has tokens', async () => {
    await rows.run(
      bought(11, { quantity_kg: 1 }) +
        bought(12, { quantity_kg: 9_999 }) +
        bought(13, { ...open, quantity_kg: 10_000 }) +
        bought(14, { quantity_kg: 10_000 }),
    )
    const withTokens = await listActivity(rows.db, ada, { ...page, withTokens: true })
    expect([numbersOf(withTokens.entries), withTokens.nextCursor]).toEqual([[14, 13, 12], idOf(12)])
    expect(numbersOf(await entriesOf(ada))).toEqual([14, 13, 12, 11])
  })

  it('leaves out purchases without a card, and those of a plan until they end', async () => {
    const planned = { is_planned: true }
    await rows.run(
      bought(11, { ...ended, state: 'FAILED', failure_code: 'card_details_required' }) +
        bought(12, { ...ended, state: 'FAILED', failure_code: 'card_declined' }) +
        bought(13, { ...open, ...planned }) +
        bought(14, { ...open, ...planned, state: 'HELD', card_state: 'AUTHORISING' }) +
        bought(15, { ...open, ...planned, state: 'COMPLETING', card_state: 'CAPTURING' }) +
        bought(16, planned) +
        bought(17, { ...ended, ...planned }) +
        bought(18, { ...ended, ...planned, state: 'FAILED', failure_code: 'card_declined' }) +
        bought(19, open),
    )
    expect(await fieldOf(ada, 'status')).toEqual({
      ...{ 12: 'FAILED', 16: 'COMPLETED', 17: 'EXPIRED', 18: 'FAILED', 19: 'PENDING' },
    })
  })
})

describe('an entry', () => {
  it('has each of its fields, of a purchase in another currency', async () => {
    await rows.run(
      bought(11, {
        ...{ created_at: '2026-03-01 10:00', price_micros: 1_234_567, batch_currency: 'USD' },
        ...{ currency: 'EUR', quantity_kg: 7, total_minor: 1_203, wallet_minor: 203 },
        ...{ card_minor: 1_000, first_place: 5, holder_id: ada, note: 'Mine' },
      }),
    )
    expect(await entriesOf(ada)).toEqual([
      {
        ...{ tx_id: 'CP-11', created_at: '2026-03-01T10:00:00.000Z', status: 'COMPLETED' },
        ...{ amount: 1.234567, currency: 'USD', kg: 7, total: 12.03, total_currency: 'EUR' },
        ...{ allocated_kg: 7, retired_kg: 0, first_token: `${serial}.5` },
        ...{ last_token: `${serial}.11`, project_id: batch.projectId },
        ...{ project_name: 'Wind 2 (VCS)', project_shown_name: 'Wind', project_scene: 'wind' },
        ...{ project_country: 'TR', project_type: ['Wind', 'Grid'], is_gift: false },
        ...{ is_reward: false, from_user: null, note: 'Mine', batch_serial_number: serial },
        payment_source: 'wallet+card',
      },
    ])
  })

  it('names how it was paid', async () => {
    const free = { card_minor: 0, card_state: 'NONE' }
    await rows.run(
      bought(11) +
        bought(12, { ...free, wallet_minor: 100 }) +
        bought(13, { wallet_minor: 40, card_minor: 60 }) +
        bought(14, { ...free, is_reward: true, reward_id: idOf(5), total_minor: 0 }),
    )
    expect(await fieldOf(ada, 'payment_source')).toEqual({
      ...{ 11: 'card', 12: 'wallet', 13: 'wallet+card', 14: 'reward' },
    })
  })

  it('was cancelled where it ended before its time, and is no reward', async () => {
    const early = { ...ended, expires_at: ago('1 hour'), abandoned_at: ago('2 hours') }
    const reward = { is_reward: true, reward_id: idOf(5), total_minor: 0, card_minor: 0 }
    await rows.run(
      bought(11, early) +
        bought(12, { ...early, abandoned_at: ago('59 minutes') }) +
        bought(13, { ...early, abandoned_at: null }) +
        bought(14, { ...early, ...reward, card_state: 'NONE' }) +
        bought(15, { ...early, state: 'FAILED' }) +
        bought(16, { ...open, expires_at: ago('1 second') }),
    )
    expect(await fieldOf(ada, 'is_cancelled')).toEqual({
      ...{ 11: true, 12: false, 13: true, 14: false, 15: undefined, 16: false },
    })
  })

  it('waits until its expiry', async () => {
    const expires_at = '2126-01-02 03:04:05'
    await rows.run(
      bought(11, { ...open, expires_at }) +
        bought(12, { ...open, expires_at, state: 'HELD', card_state: 'AUTHORISING' }) +
        bought(13, {
          ...open,
          expires_at: ago('1 day'),
          state: 'COMPLETING',
          card_state: 'CAPTURING',
        }) +
        bought(14, { ...open, expires_at: ago('1 second') }) +
        bought(15, { expires_at }) +
        bought(16, { ...ended, expires_at }),
    )
    const expiries = await fieldOf(ada, 'expires_at')
    const later = '2126-01-02T03:04:05.000Z'
    expect(expiries).toEqual({
      ...{ 11: later, 12: later, 13: expect.stringMatching(/^20/), 14: undefined },
      ...{ 15: undefined, 16: undefined },
    })
    expect(await fieldOf(ada, 'status')).toEqual({
      ...{ 11: 'PENDING', 12: 'PENDING', 13: 'PENDING', 14: 'EXPIRED', 15: 'COMPLETED' },
      16: 'EXPIRED',
    })
  })
})

describe('a refund', () => {
  const refund = (number: number, reversal: string, row: Row = {}, more: Row = {}) =>
    bought(number, { reversal, holder_id: ben, ...more }) + reversed(number, row)
  const pending = { pending_since: ago('1 hour') }
  const charged = (card_state: string) => ({ ...held, state: 'FAILED', card_state })

  it('is named by its state to the buyer alone', async () => {
    await rows.run(
      bought(11, { holder_id: ben }) +
        refund(12, 'disputed') +
        refund(13, 'refunding') +
        refund(14, 'refunded') +
        refund(15, 'refunded', pending) +
        refund(16, 'refund_failed') +
        refund(17, 'reinstated') +
        refund(18, 'refunded', {}, { keeps_kilograms: true }) +
        refund(19, 'refund_failed', {}, { keeps_kilograms: true, refunded_kg: 2 }) +
        refund(20, 'refunding', {}, charged('REFUNDING')) +
        refund(21, 'refunded', {}, charged('REFUNDED')) +
        refund(22, 'refunded', pending, charged('REFUNDED')) +
        refund(23, 'refund_failed', {}, charged('REFUNDING')) +
        refund(24, 'reinstated', {}, charged('REFUNDING')) +
        bought(25, ended),
    )
    expect(await fieldOf(ada, 'refund_status')).toEqual({
      ...{ 11: undefined, 12: undefined, 13: 'on_its_way', 14: 'paid', 15: 'on_its_way' },
      ...{ 16: 'failed', 17: 'owed', 18: undefined, 19: 'paid', 20: 'on_its_way', 21: 'paid' },
      ...{ 22: 'on_its_way', 23: 'failed', 24: 'owed', 25: undefined },
    })
    expect(await fieldOf(ada, 'status')).toEqual({
      ...{ 11: 'COMPLETED', 12: 'DISPUTED', 13: 'REFUNDED', 14: 'REFUNDED', 15: 'REFUNDED' },
      ...{ 16: 'REFUNDED', 17: 'REFUNDED', 18: 'COMPLETED', 19: 'COMPLETED', 20: 'FAILED' },
      ...{ 21: 'FAILED', 22: 'FAILED', 23: 'FAILED', 24: 'FAILED', 25: 'EXPIRED' },
    })
    expect(await fieldOf(ben, 'status')).toEqual({
      ...{ 11: 'COMPLETED', 12: 'COMPLETED', 13: 'REFUNDED', 14: 'REFUNDED', 15: 'REFUNDED' },
      ...{ 16: 'REFUNDED', 17: 'REFUNDED', 18: 'COMPLETED', 19: 'COMPLETED' },
    })
    expect(new Set(Object.values(await fieldOf(ben, 'refund_status')))).toEqual(
      new Set([undefined]),
    )
    expect(await fieldOf(ben, 'allocated_kg')).toEqual({
      ...{ 11: 10, 12: 10, 13: 0, 14: 0, 15: 0, 16: 0, 17: 0, 18: 10, 19: 8 },
    })
  })

  it('of a part is paid, on its way or failed', async () => {
    const part = (number: number, row: Row) =>
      bought(number, { refunded_kg: 4 }) + reversed(number, { part_minor: 40, ...row })
    await rows.run(
      part(11, {}) +
        part(12, { due_minor: 40 }) +
        part(13, pending) +
        part(14, { due_minor: 40, is_part_failed: true }) +
        bought(15, { refunded_kg: 4 }),
    )
    expect(await fieldOf(ada, 'refund_status')).toEqual({
      ...{ 11: 'paid', 12: 'on_its_way', 13: 'on_its_way', 14: 'failed', 15: 'paid' },
    })
    expect((await entriesOf(ada))[0]).toMatchObject({
      ...{ kg: 10, refunded_kg: 4, allocated_kg: 6, last_token: `${serial}.6` },
    })
  })

  it('has a credit note, which no receipt is and only the buyer reads of', async () => {
    await rows.run(
      bought(11, { holder_id: ben }) +
        documented(11, 'receipt', 1) +
        documented(11, 'credit_note', 1) +
        bought(12, { holder_id: ben }) +
        documented(12, 'receipt', 2),
    )
    expect(await fieldOf(ada, 'has_credit_note')).toEqual({ 11: true, 12: undefined })
    expect(await fieldOf(ben, 'has_credit_note')).toEqual({ 11: undefined, 12: undefined })
  })
})

describe('a gift', () => {
  const gift = (number: number, row: Row = {}) =>
    bought(number, {
      ...{ is_gift: true, recipient_phone: '+491700000333', recipient_name: 'Cy', ...row },
    })
  const givenFields = ['to_user', 'to_name', 'deliver_on', 'gift_status', 'is_thanked']
  const given = async () =>
    Object.fromEntries(
      (await entriesOf(ada)).map((entry) => [
        Number(entry.tx_id.slice(3)),
        Object.fromEntries(Object.entries(entry).filter(([name]) => givenFields.includes(name))),
      ]),
    )

  it('shows its giver when it arrives, whether it was received, and the thanks', async () => {
    const late = { deliver_on: '2026-12-24', deliver_at: inFuture('1 day') }
    await rows.run(
      gift(11) +
        gift(12, { received_at: ago('1 hour') }) +
        gift(13, { received_at: ago('1 hour'), thanked_at: ago('1 minute'), opened_at: ago('0') }) +
        gift(14, late) +
        gift(15, { ...late, delivered_at: ago('1 minute') }) +
        gift(16, { ...late, ...open }) +
        gift(17, open) +
        gift(18, { ...late, reversal: 'refunded' }) +
        gift(19, { recipient_phone: null, recipient_name: null, reversal: 'disputed' }) +
        gift(20, { reversal: 'refunded', keeps_kilograms: true }),
    )
    const receiver = { to_user: '+49•••••333', to_name: 'Cy' }
    const waiting = { ...receiver, gift_status: 'waiting' }
    const received = { ...receiver, gift_status: 'received' }
    expect(await given()).toEqual({
      11: waiting,
      12: { ...received, is_thanked: false },
      13: { ...received, is_thanked: true },
      14: { ...waiting, deliver_on: '2026-12-24' },
      15: waiting,
      16: { ...receiver, deliver_on: '2026-12-24' },
      17: receiver,
      18: receiver,
      19: { to_user: null, to_name: null, gift_status: 'waiting' },
      20: waiting,
    })
  })

  it('shows its receiver the giver’s typed name, else nickname, first name or number', async () => {
    const toBen = { holder_id: ben, received_at: '2026-03-04 05:06', opened_at: '2026-03-05 06:07' }
    const from = (buyer_id: string) => ({ ...toBen, holder_id: ada, buyer_id })
    await rows.run(
      gift(11, toBen) +
        gift(12, { ...from(ben), from_name: 'The Bens' }) +
        gift(13, from(ben)) +
        gift(14, from(cy)) +
        bought(15, { ...from(ben), is_gift: false }),
    )
    expect(await fieldOf(ada, 'from_user')).toEqual({
      ...{ 11: null, 12: 'The Bens', 13: 'Benny', 14: 'Somebody', 15: null },
    })
    await rows.run(`update passports set nickname = null where id = '${ben}'`)
    expect((await fieldOf(ada, 'from_user'))[13]).toBe('Ben')
    expect((await entriesOf(ben)).find(({ tx_id }) => tx_id === 'CP-11')).toMatchObject({
      ...{ from_user: '+44•••••001', total: 0, is_thanked: false, kg: 10 },
      ...{ received_at: '2026-03-04T05:06:00.000Z', opened_at: '2026-03-05T06:07:00.000Z' },
    })
  })
})

describe('the kilograms of a purchase', () => {
  const placed = (
    number: number,
    batch_id: string,
    first_place: number,
    kg: number,
    row: Row = {},
  ) =>
    insertSql('purchase_places', { purchase_id: idOf(number), batch_id, first_place, kg, ...row })
  const retired = (notice_id: number, batch_id: string, first_place: number, last_place: number) =>
    insertSql('retirements', {
      ...{ notice_id, batch_id, first_place, last_place, serial: 'R', reference: 'R' },
      ...{ url: 'https://r.example', retired_on: '2026-01-02' },
    })

  it('are retired where a retirement meets them, and only inside them', async () => {
    await rows.run(
      bought(11, { first_place: 999, quantity_kg: 6, refunded_kg: 2 }) +
        bought(12, { first_place: 2_000, quantity_kg: 3 }) +
        retired(1, batch.id, 1, 1_000) +
        retired(2, batch.id, 2_001, 4_000) +
        retired(3, idOf(7), 1_001, 3_000) +
        retired(4, batch.id, 1_001, 2_000) +
        insertSql('retirement_corrections', { notice_id: 5, retirement_id: 4, reason: 'Wrong' }),
    )
    const tokensOf = (places: Readonly<Record<number, string>>) =>
      Object.entries(places).map(([place, state]) => ({ id: `${serial}.${place}`, state }))
    const [second, first] = await entriesOf(ada, { withTokens: true })
    expect(first).toMatchObject({
      ...{ allocated_kg: 2, retired_kg: 2, kg: 6 },
      tokens: tokensOf({ 999: 'retired', 1000: 'retired', 1001: 'allocated', 1002: 'allocated' }),
    })
    expect(second).toMatchObject({
      ...{ allocated_kg: 1, retired_kg: 2 },
      tokens: tokensOf({ 2000: 'allocated', 2001: 'retired', 2002: 'retired' }),
    })
    expect(first).not.toHaveProperty('first_token')
  })

  it('are those of the new batch where a registry took some back', async () => {
    await rows.run(
      bought(11, { first_place: 5, quantity_kg: 4 }) +
        placed(11, batch.id, 5, 1) +
        placed(11, batch.id, 6, 3, { replaced_by: idOf(7) }) +
        placed(11, idOf(7), 999, 3, { written_at: inFuture('1 hour') }) +
        retired(1, idOf(7), 1_001, 2_000),
    )
    const former = [{ kg: 3, first_token: `${serial}.6`, last_token: `${serial}.8` }]
    const present = [
      { kg: 1, first_token: `${serial}.5`, last_token: `${serial}.5` },
      { kg: 3, first_token: 'NEW-3.999', last_token: 'NEW-3.1001' },
    ]
    expect((await entriesOf(ada))[0]).toMatchObject({
      ...{ allocated_kg: 3, retired_kg: 1, batch_serial_number: serial },
      ...{ first_token: `${serial}.5`, last_token: 'NEW-3.1001', replacement: { former, present } },
    })
    expect((await entriesOf(ada, { withTokens: true }))[0]).toMatchObject({
      tokens: [
        { id: `${serial}.5`, state: 'allocated' },
        { id: 'NEW-3.999', state: 'allocated' },
        { id: 'NEW-3.1000', state: 'allocated' },
        { id: 'NEW-3.1001', state: 'retired' },
      ],
      replaced_tokens: [6, 7, 8].map((place) => ({ id: `${serial}.${place}` })),
      replacement: { former, present },
    })
    await rows.run(`update purchase_places set replaced_by = '${idOf(7)}' where first_place = 5`)
    expect((await entriesOf(ada))[0]?.batch_serial_number).toBe('NEW-3')
  })

  it('are read by the buyer and the holder of a completed purchase', async () => {
    await rows.run(
      bought(11, { holder_id: ben, first_place: 5, quantity_kg: 6, refunded_kg: 2 }) +
        bought(12, { ...open, holder_id: ben }),
    )
    const range = { serial_number: serial, first_place: 5, quantity_kg: 4 }
    for (const passport of [ada, ben]) {
      expect(await findTokenRange(rows.db, 'CP-11', passport)).toEqual({
        ...{ ...range, retired: null, segments: null },
      })
      expect(await findTokenRange(rows.db, 'CP-12', passport)).toBeNull()
    }
    expect(await findTokenRange(rows.db, 'CP-11', cy)).toBeNull()
  })
})
