// Tests which row each message about a purchase is made of: its reader, language, figures and cause.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ago, insertSql, passportSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { findGiftMessage, findMessagePurchase, findOwnPurchase } from './notify-queries.ts'

const [ada, ben, cy] = [idOf(1), idOf(2), idOf(3)]

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
beforeEach(async () => {
  await rows.run(
    'delete from purchases; delete from passports; delete from projects; delete from outbox;',
  )
  await rows.run(
    passportSql(ada, {
      ...{ phone: '+447400000001', language: 'de', nickname: 'Countess', first_name: 'Ada' },
    }) +
      passportSql(ben, { phone: '+447400000002', language: 'tr' }) +
      passportSql(cy, { phone: '+447400000003', language: 'nl' }) +
      insertSql('projects', {
        ...{ id: idOf(9), registry: 'TST', registry_name: 'T', external_id: '1', name: 'WIND 7' },
        ...{ country: 'TR', country_name: 'Türkiye', status: 'Verified', project_type: '{Wind}' },
        shown_name: 'Wind on the hill',
      }),
  )
})

const bought = (number: number, row: Row = {}) =>
  purchaseSql(
    { id: idOf(8), projectId: idOf(9) },
    { id: idOf(number), buyer_id: ada, tx_id: `CP-${number}`, ...row },
  )

it('a purchase has its buyer, its receiver by number, its holder, and the kilograms that are left', async () => {
  await rows.run(
    bought(31, {
      ...{ quantity_kg: 40, refunded_kg: 9, currency: 'TRY', is_gift: true, note: 'For you' },
      ...{ from_name: 'Ada L.', recipient_phone: '+447400000002', holder_id: cy },
      ...{ deliver_on: '2026-01-01', deliver_at: ago('1 hour'), delivered_at: ago('1 minute') },
    }) +
      bought(32, { recipient_phone: '+447400000009', is_gift: true, holder_id: null }) +
      bought(33, { reversal: 'refunded' }) +
      bought(34, { reversal: 'refunded', keeps_kilograms: true }) +
      bought(35, {
        ...{ is_gift: true, deliver_on: '2026-01-01', deliver_at: ago('1 hour') },
        delivered_at: ago('-1 hour'),
      }),
  )
  const read = (number: number) => findMessagePurchase(rows.db, idOf(number))
  expect(await read(31)).toEqual({
    ...{ id: idOf(31), buyer_id: ada, buyer_phone: '+447400000001', buyer_language: 'de' },
    ...{ recipient_phone: '+447400000002', recipient_language: 'tr' },
    ...{ holder_phone: '+447400000003', holder_language: 'nl', quantity_kg: 31, tx_id: 'CP-31' },
    ...{ currency: 'TRY', project_name: 'Wind on the hill', note: 'For you', from_name: 'Ada L.' },
    ...{ buyer_nickname: 'Countess', buyer_first_name: 'Ada', is_taken_back: false },
    ...{ keeps_hours: true, now: expect.any(Date) },
  })
  expect(await read(32)).toMatchObject({
    ...{ recipient_language: null, holder_phone: null, holder_language: null, keeps_hours: false },
  })
  const taken = await Promise.all(
    [33, 34].map(async (number) => (await read(number))?.is_taken_back),
  )
  expect(taken).toEqual([true, false])
  expect(await read(35)).toMatchObject({ keeps_hours: false })
  expect(await read(36)).toBeNull()
})

it('the message of a gift is the receiver’s, with the language of the number', async () => {
  const message = (template: string, recipient: string, state: string) =>
    insertSql('outbox', { template, subject: idOf(31), recipient, state })
  await rows.run(
    message('gift_success', 'recipient', 'sent') +
      message('gift_success', 'buyer', 'dead') +
      message('gift_refunded', 'recipient', 'queued'),
  )
  const of = (number: number, phone: string) => findGiftMessage(rows.db, idOf(number), phone)
  expect(await of(31, '+447400000002')).toEqual({ state: 'sent', language: 'tr' })
  expect(await of(32, '+447400000009')).toEqual({ state: null, language: null })
})

it('an own purchase is the buyer’s, and has arrived without a day or once it was delivered', async () => {
  const gift = { is_gift: true, recipient_phone: '+447400000002' }
  const waiting = { ...gift, deliver_on: '2026-12-24', deliver_at: ago('-1 day') }
  await rows.run(
    bought(31, gift) +
      bought(32, waiting) +
      bought(33, { ...waiting, delivered_at: ago('1 hour') }),
  )
  const found = await Promise.all(
    [31, 32, 33].map((number) => findOwnPurchase(rows.db, `CP-${number}`, ada)),
  )
  const own = { ...gift, state: 'COMPLETED' }
  expect(found).toEqual([
    { ...own, id: idOf(31), has_arrived: true },
    { ...own, id: idOf(32), has_arrived: false },
    { ...own, id: idOf(33), has_arrived: true },
  ])
  expect(await findOwnPurchase(rows.db, 'CP-31', ben)).toBeNull()
})
