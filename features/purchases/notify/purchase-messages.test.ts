// Tests the whole message of each template about a purchase: its addressee, language, figures, cause and hour.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { countryOfMessages, nextMessageHour } from '#features/messages/message-hours.ts'
import type { MessageText } from '#features/messages/message-kind.ts'
import {
  ago,
  inFuture,
  insertSql,
  passportSql,
  purchaseSql,
  type Row,
} from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'
import { purchaseMessages } from './purchase-messages.ts'

const [ada, ben, cy, del] = [idOf(1), idOf(2), idOf(3), idOf(4)]
const publicUrl = 'https://cp.test'

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
  await rows.run(
    passportSql(ada, {
      ...{ phone: '+491515000001', language: 'de', nickname: 'Countess', first_name: 'Ada' },
    }) +
      passportSql(ben, { phone: '+34612000002', language: 'tr' }) +
      // Reads Dutch, with a number of France.
      passportSql(cy, { phone: '+33612000003', language: 'nl' }) +
      passportSql(del, { phone: null, language: 'fr', erased_at: ago('1 hour') }) +
      insertSql('projects', {
        ...{ id: idOf(9), registry: 'TST', registry_name: 'T', external_id: '1', name: 'WIND 7' },
        ...{ country: 'TR', country_name: 'Türkiye', status: 'Verified', project_type: '{Wind}' },
        shown_name: 'Wind',
      }),
  )
})
afterAll(() => rows.close())
beforeEach(() => rows.run('delete from purchases; delete from outbox;'))

const bought = (number: number, row: Row = {}) =>
  rows.run(
    purchaseSql(
      { id: idOf(8), projectId: idOf(9) },
      {
        ...{ id: idOf(number), buyer_id: ada, tx_id: `CP-${number}` },
        ...{ quantity_kg: 1_240, refunded_kg: 6, currency: 'EUR', ...row },
      },
    ),
  )
/** A gift of Ada to Ben's number, which Cy holds now. */
const gift = { is_gift: true, recipient_phone: '+34612000002', holder_id: cy }

function textOf(template: string, recipient: string, subject = idOf(31)) {
  const services = { db: rows.db, settings: { publicUrl } }
  const read = purchaseMessages.textOf as (
    given: typeof services,
    message: { template: string; subject: string; recipient: string },
  ) => Promise<MessageText | null>
  return read(services, { template, subject, recipient })
}

it('an own purchase is confirmed to its buyer, with the kilograms that are left', async () => {
  await bought(31)
  const values = { kg: 1_234, project: 'Wind', id: 'CP-31' }
  expect(await textOf('purchase_success', 'buyer')).toEqual({
    to: '+491515000001',
    body: `${textIn('de', 'sms_bought', values)} https://cp.test/app`,
    causedBy: ada,
  })
  expect(textIn('de', 'sms_bought', values)).toContain('1.234 kg')
})

it('a gift is confirmed to its giver', async () => {
  await bought(31, gift)
  expect(await textOf('purchase_success', 'buyer')).toEqual({
    to: '+491515000001',
    body: 'Dein Geschenk von 1.234 kg aus Wind ist unterwegs (CP-31).',
    causedBy: ada,
  })
})

/** The message to a receiver. */
const received = (language: Language, kg: string, sender: string, note = '') =>
  textIn(language, 'sms_gift_received', {
    ...{ sender, kg, project: 'Wind', note, url: 'https://cp.test/?gift' },
  })

it.each([
  ['the name of the gift', { from_name: 'Jo', note: 'For you' }, 'Jo (+49...001)', ' "For you"'],
  ['the nickname', { note: 'See www.example.com' }, 'Countess (+49...001)', ' "See"'],
  ['no name of an erased giver', { buyer_id: del, note: null }, 'Birisi', ''],
])('a gift is announced to its number with %s', async (_, row: Row, sender, note) => {
  await bought(31, { ...gift, ...row })
  expect(await textOf('gift_success', 'recipient')).toEqual({
    to: '+34612000002',
    body: received('tr', '1.234', sender, note),
    causedBy: row.buyer_id ?? ada,
  })
})

it('a gift to a number without a passport speaks the language of the number', async () => {
  await bought(31, { ...gift, recipient_phone: '+393330000009', holder_id: null })
  expect(await textOf('gift_success', 'recipient')).toEqual({
    to: '+393330000009',
    body: received('it', '1234', 'Countess (+49...001)'),
    causedBy: ada,
  })
})

it('a gift without a number is announced to its holder, in the holder’s language', async () => {
  await bought(31, { ...gift, recipient_phone: null, buyer_id: del })
  expect(await textOf('gift_success', 'recipient')).toEqual({
    to: '+33612000003',
    body: received('nl', '1.234', 'Iemand'),
    causedBy: del,
  })
  expect(await textOf('purchase_success', 'buyer')).toBeNull()
})

it('a gift with a day waits for the hours of its receiver', async () => {
  const day = { deliver_on: '2026-01-01', deliver_at: ago('1 hour') }
  await bought(31, { ...gift, ...day, delivered_at: ago('1 minute') })
  const before = new Date()
  const message = await textOf('gift_success', 'recipient')
  const country = countryOfMessages('+34612000002')
  expect(message).toHaveProperty('notBefore')
  const notBefore = message?.notBefore?.getTime() ?? 0
  const hours = [before, new Date()].map((moment) => nextMessageHour(country, moment).getTime())
  // The server's clock and this one may differ by seconds.
  expect(notBefore).toBeGreaterThanOrEqual((hours[0] ?? 0) - 60_000)
  expect(notBefore).toBeLessThanOrEqual((hours[1] ?? 0) + 60_000)
  expect(await textOf('purchase_success', 'buyer')).not.toHaveProperty('notBefore')
})

it('a gift that has not arrived on its day leaves at any hour', async () => {
  const day = { deliver_on: '2026-12-24', deliver_at: inFuture('1 day') }
  await bought(31, { ...gift, ...day, delivered_at: inFuture('1 day') })
  expect(await textOf('gift_success', 'recipient')).not.toHaveProperty('notBefore')
})

it('a refunded gift is announced to its holder’s number of today', async () => {
  await bought(31, { ...gift, reversal: 'refunded' })
  expect(await textOf('gift_refunded', 'recipient')).toEqual({
    to: '+33612000003',
    body: textIn('nl', 'sms_gift_refunded', { kg: '1.234', project: 'Wind' }),
    causedBy: ada,
  })
  // No message says that a purchase is complete which was taken back.
  expect(await textOf('purchase_success', 'buyer')).toBeNull()
  expect(await textOf('gift_success', 'recipient')).toBeNull()
})

it.each([
  [
    'with a passport',
    '+34612000002',
    textIn('tr', 'sms_gift_withdrawn', { kg: '1.234', project: 'Wind' }),
  ],
  [
    'without one',
    '+491519999999',
    textIn('de', 'sms_gift_withdrawn', { kg: '1.234', project: 'Wind' }),
  ],
])(
  'a withdrawn gift is announced to the number %s that got its message, by its giver',
  async (_, to, body) => {
    await bought(31, { ...gift, holder_id: null, recipient_phone: null, reversal: 'refunded' })
    const about = { template: 'gift_success', subject: idOf(31), recipient: 'recipient' }
    expect(await textOf('gift_withdrawn', to)).toBeNull()
    await rows.run(insertSql('outbox', { ...about, state: 'queued' }))
    await expect(textOf('gift_withdrawn', to)).rejects.toThrow('has not ended yet')
    await rows.run(`update outbox set state = 'dead'`)
    expect(await textOf('gift_withdrawn', to)).toBeNull()
    await rows.run(`update outbox set state = 'sent'`)
    expect(await textOf('gift_withdrawn', to)).toEqual({ to, body, causedBy: ada })
  },
)

it.each([
  ['refund_sent', 'sms_refund_both', { sum: '1.234,50 €', wallet: '0,67 €' }],
  ['refund_failed', 'sms_refund_failed', { sum: '1.234,50 €' }],
  ['refund_paid', 'sms_refund_paid', { sum: '1.234,50 €' }],
  ['dispute_lost', 'sms_dispute_lost_wallet', { sum: '1.234,50 €', wallet: '0,67 €' }],
] as const)('%s goes to the buyer, with the money of its subject', async (template, key, sums) => {
  await bought(31, { ...gift, reversal: 'refunded' })
  const subject = `${idOf(31)}/2/123450/67`
  expect(await textOf(template, 'buyer', subject)).toEqual({
    to: '+491515000001',
    body: textIn('de', key, { id: 'CP-31', ...sums } as never),
    causedBy: ada,
  })
  await bought(32, { buyer_id: del })
  expect(await textOf(template, 'buyer', `${idOf(32)}/1/1/0`)).toBeNull()
})

it('other templates, and purchases that do not exist, have no text', async () => {
  expect(await textOf('code', 'buyer')).toBeNull()
  for (const template of ['purchase_success', 'gift_success', 'gift_refunded', 'gift_withdrawn']) {
    expect(await textOf(template, 'buyer')).toBeNull()
  }
  expect(await textOf('refund_sent', 'buyer', `${idOf(31)}/1/1/0`)).toBeNull()
})
