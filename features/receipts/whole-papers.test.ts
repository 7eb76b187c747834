// Tests every word of a receipt, its credit notes and a statement, in their order: each row has its own label, sign,
// currency and day.
import { expect, it } from 'vitest'
import type { PaperDocument } from '#features/tax/read-documents.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { creditNotePaper } from './credit-note-paper.ts'
import { receiptPaper } from './receipt-paper.ts'
import type { Paid, WalletPart } from './receipt-queries.ts'
import type { EntryKind, Statement } from './receipt-services.ts'
import { statementPaper } from './statement-paper.ts'

const seller = {
  ...{ name: 'Carbon Shop Ltd', address: '1 Forest Row | Leeds', vatNumber: 'GB1' },
  ...{ taxNumber: '12/3', register: 'Company 7 | Director Ada L.', email: 'help@shop.example' },
}
const sellerWords =
  'Carbon Shop Ltd 1 Forest Row Leeds VAT number GB1 Tax number 12/3 Company 7 Director Ada L. ' +
  'Questions: help@shop.example'
const paid: Paid = {
  ...{ id: '11111111-1111-4111-8111-111111111111', tx_id: 'CP-1234-5678', day: '2026-03-04' },
  ...{ quantity_kg: 1_234, price_micros: 20_000, batch_currency: 'GBP', currency: 'EUR' },
  ...{ rate: '1.1512345', total_minor: 123_456, card_minor: 100_000 },
  ...{ is_reward: false, is_gift: true, is_planned: false, reversal: 'refund_failed' },
  ...{ project: 'Test wind farm', project_number: 'TST-1', registry: 'TST' },
  ...{ registry_name: 'Test Registry', vintage_year: 2024, serial_number: 'TST-SERIAL-1' },
  ...{ card_brand: 'visa', card_last_four: '4242', is_wallet_returned: true },
  ...{ arrived_minor: 1_200, is_part_due: false, is_part_failed: false },
}
const receipt: PaperDocument = {
  ...{ series: 1, kind: 'receipt', year: 2026, sequence: 7, day: '2026-03-05', country: 'DE' },
  ...{ rate: '19', zero_reason: null, currency: 'EUR', gross_minor: 120_000, tax_minor: 19_160 },
  ...{ kg: null, part: null, card_minor: null },
}
const note = (sequence: number, changes: Partial<PaperDocument> = {}): PaperDocument => ({
  ...{ ...receipt, kind: 'credit_note', sequence, day: `2026-04-0${sequence}` },
  ...{ gross_minor: 1_000 * sequence, tax_minor: 160 * sequence, card_minor: 900 * sequence },
  ...{ part: sequence, kg: 10 * sequence, ...changes },
})
const welcome: WalletPart = {
  ...{ programme_id: 'welcome', programme: 'Welcome credit', wallet_currency: 'EUR' },
  ...{ wallet_minor: 3_456, paid_minor: 3_456 },
}
const bank: WalletPart = {
  ...{ programme_id: 'green-bank', programme: 'Green Bank', wallet_currency: 'USD' },
  ...{ wallet_minor: 22_221, paid_minor: 20_000 },
}
const common = {
  ...{ paid, wallets: [welcome, bank], payments: [{ part: 1, amount_minor: 250 }] },
  notes: [note(1), note(2), note(3, { part: null, kg: null })],
  seller,
  note: 'Sandbox',
  language: 'en',
} as const
const pagesOf = async (bytes: Promise<Buffer>) => (await readPdf(await bytes)).pageTexts

it('a receipt', async () => {
  expect(await pagesOf(receiptPaper({ kind: 'receipt', ...common, document: receipt }))).toEqual([
    `CARBON PASSPORT Receipt Sandbox ${sellerWords} Receipt number R-2026-000007 ` +
      'Transaction CP-1234-5678 Date 4 March 2026 (UTC) Kind of purchase Gift ' +
      'Item Carbon credits, vintage 2024, Test Registry Project Test wind farm ' +
      'Serial number of the batch TST-SERIAL-1 Quantity 1,234 kg CO2 Price per kg £0.0200 ' +
      'Exchange rate 1 GBP = 1.1512 EUR (1.1512345) Price before discounts €1,234.56 ' +
      'Discount: Welcome −€34.56 Net €1,008.40 VAT (19%, Germany) €191.60 ' +
      'Gross after discounts €1,200.00 From the wallet Green Bank US$222.21 = €200.00 ' +
      'By card: Visa ending in 4242 €1,000.00 ' +
      'Credit note: C-2026-000001 of 1 April 2026 −€10.00 ' +
      'Credit note: C-2026-000002 of 2 April 2026 −€20.00 ' +
      'Credit note: C-2026-000003 of 3 April 2026 −€30.00 ' +
      'Left after credit notes €1,140.00 Not on the card: its refund failed €39.50 ' +
      'Refunded: the refund failed, we still owe you the money ' +
      'Paid without the card, because its refund failed: €2.50.',
  ])
})

it('its credit notes', async () => {
  const head = (number: string, day: string) =>
    `CARBON PASSPORT Credit note Sandbox ${sellerWords} Credit note number ${number} ` +
    `For receipt R-2026-000007 of 5 March 2026 Date ${day} (UTC) Transaction CP-1234-5678 ` +
    'Item Carbon credits, vintage 2024, Test Registry Project Test wind farm ' +
    'Serial number of the batch TST-SERIAL-1'
  const foot = 'Credit note C-2026-000001, C-2026-000002, C-2026-000003 · Page'
  const returned = [
    { ...bank, part: 1, wallet_minor: 111, paid_minor: 100 },
    { ...welcome, part: 2, wallet_minor: 200, paid_minor: 200 },
  ]
  expect(
    await pagesOf(creditNotePaper({ kind: 'credit-note', ...common, receipt, returned })),
  ).toEqual([
    `${head('C-2026-000001', '1 April 2026')} Quantity 10 of 1,234 kg CO2 Net €8.40 ` +
      'VAT (19%, Germany) €1.60 Gross €10.00 Back to the card: Visa ending in 4242 €6.50 ' +
      `Without the card €2.50 Back to the wallet Green Bank US$1.11 = €1.00 ${foot} 1 of 3`,
    `${head('C-2026-000002', '2 April 2026')} Quantity 20 of 1,234 kg CO2 ` +
      'Price of what is credited €22.00 Discount: Welcome −€2.00 Net €16.80 ' +
      'VAT (19%, Germany) €3.20 Gross after discounts €20.00 ' +
      'Back to the card: Visa ending in 4242 €5.50 ' +
      `Not on the card: its refund failed €12.50 Back to the wallet Welcome €2.00 ${foot} 2 of 3`,
    `${head('C-2026-000003', '3 April 2026')} Price reduction €30.00 of €1,200.00 ` +
      'Price of what is credited €62.56 Discount: Welcome −€32.56 Net €25.20 ' +
      'VAT (19%, Germany) €4.80 Gross after discounts €30.00 ' +
      'Not on the card: its refund failed €27.00 ' +
      'Back to the wallet Green Bank US$221.10 = €199.00 Back to the wallet Welcome €32.56 ' +
      'Refunded: the refund failed, we still owe you the money ' +
      `Paid without the card, because its refund failed: €2.50. ${foot} 3 of 3`,
  ])
})

type Entry = Statement['entries'][number]
const entry = (kind: EntryKind, kg: number, amountMinor: number, more: Partial<Entry>): Entry => ({
  ...{ kind, day: '2026-02-01', txId: `CP-${kind}`, documentNumbers: [], kg, currency: 'EUR' },
  ...{ project: 'Test wind farm', projectNumber: 'TST-1', amountMinor, ways: [], ...more },
})
const wayOf = (way: 'card' | 'wallet' | 'other', name: string, amountMinor: number) => ({
  ...{ way, programmeId: name.toLowerCase(), programme: name, amountMinor },
})

it('a statement', async () => {
  const statement: Statement = {
    ...{ year: 2026, passportId: 'CP-AAAA', holder: 'Ada Lovelace', issuedOn: '2026-11-28' },
    ...{ firstDay: '2026-01-01', lastDay: '2026-11-27', openingKg: 1_000, boughtKg: 2_001 },
    ...{ rewardKg: 2, receivedKg: 3, returnedKg: 4, closingKg: 3_002, givenKg: 5, retiredKg: 6 },
    money: [
      { currency: 'EUR', paidMinor: 5_000, backMinor: 7_500, owedMinor: 12 },
      { currency: 'USD', paidMinor: 1_234, backMinor: 0, owedMinor: 99 },
      { currency: 'GBP', paidMinor: 900, backMinor: 100, owedMinor: 0 },
    ],
    entryCount: 9,
    entries: [
      entry('bought', 1_234, 300, { documentNumbers: ['R-1'] }),
      entry('returned', 7, 0, { day: '2026-02-03', documentNumbers: ['C-1', 'C-2'] }),
      entry('paid_back', 0, 333, {
        currency: 'GBP',
        ways: [
          ...[wayOf('wallet', 'Green', 111), wayOf('other', 'other', 200)],
          wayOf('wallet', 'Welcome', 22),
        ],
      }),
      entry('paid_back', 0, -50, { ways: [wayOf('card', 'card', -50)] }),
    ],
  }
  const drawing = { kind: 'statement', language: 'en', seller, note: null, statement } as const
  expect(await pagesOf(statementPaper(drawing))).toEqual([
    `CARBON PASSPORT Statement 2026 ${sellerWords} 1 January 2026 to 27 November 2026, days in UTC ` +
      'Holder Ada Lovelace Passport CP-AAAA Issued on 28 November 2026 (UTC) ' +
      'Kilograms At the beginning 1,000 kg CO2 Bought + 2,001 kg CO2 From rewards + 2 kg CO2 ' +
      'Gifts received + 3 kg CO2 Taken back with refunds − 4 kg CO2 At the end 3,002 kg CO2 ' +
      'Gifts given 5 kg CO2 Retired at the registries 6 kg CO2 ' +
      'Money Paid €50.00 Paid back − €75.00 Paid, less what was paid back − €25.00 ' +
      'Refunds that did not reach you yet €0.12 ' +
      'Paid US$12.34 Refunds that did not reach you yet US$0.99 ' +
      'Paid £9.00 Paid back − £1.00 Paid, less what was paid back £8.00 ' +
      'Statement 2026 · CP-AAAA · Page 1 of 2',
    'Entries Date Entry Document kg Paid ' +
      '1 February 2026 Bought: Test wind farm CP-bought R-1 +1,234 +€3.00 ' +
      '3 February 2026 Taken back with refunds: Test wind farm CP-returned C-1 C-2 −7 – ' +
      '1 February 2026 Paid back: Test wind farm (Green £1.11, without the card £2.00, ' +
      'Welcome £0.22) CP-paid_back – −£3.33 ' +
      '1 February 2026 Refund failed or reversed: Test wind farm (Card) CP-paid_back – +€0.50 ' +
      'Kilograms without a sign do not change what the passport holds. ' +
      'Discounts are not in the amounts. ' +
      'These are the first 4 of 9 entries. The sums count all of them. ' +
      'Statement 2026 · CP-AAAA · Page 2 of 2',
  ])
})
