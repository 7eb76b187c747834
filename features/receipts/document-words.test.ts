// Tests the rows of documents that few purchases have: of an earlier version, of a card without a known name, of a
// country without a name, and of a wallet in its own currency.
import { describe, expect, it } from 'vitest'
import type { PaperDocument } from '#features/tax/read-documents.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { countryIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import { languages } from '#values/lists/languages.ts'
import { creditNotePaper } from './credit-note-paper.ts'
import {
  cardLabelIn,
  discountedPriceRows,
  grossLabelOf,
  minorIn,
  missingLabel,
  refundLines,
  taxRows,
  walletAmountIn,
} from './document-rows.ts'
import { needsNumber, type Paid, type WalletPart } from './receipt-queries.ts'
import { notedCardWays } from './returned-card.ts'

const paid: Paid = {
  ...{ id: '11111111-1111-4111-8111-111111111111', tx_id: 'CP-1', day: '2026-03-04' },
  ...{ quantity_kg: 100, price_micros: 20_000, batch_currency: 'EUR', currency: 'EUR' },
  ...{ rate: '1', total_minor: 200, card_minor: 150, is_reward: false, is_gift: false },
  ...{ is_planned: false, reversal: 'none', project: 'Wind', project_number: 'TST-1' },
  ...{ registry: 'TST', registry_name: 'Test Registry', vintage_year: 2024, serial_number: 'S-1' },
  ...{ card_brand: 'visa', card_last_four: '4242', is_wallet_returned: true, arrived_minor: 150 },
  ...{ is_part_due: false, is_part_failed: false },
}
const note: PaperDocument = {
  ...{ series: 1, kind: 'credit_note', year: 2026, sequence: 1, day: '2026-04-01', country: 'DE' },
  ...{ rate: '19', zero_reason: null, currency: 'EUR', gross_minor: 200, tax_minor: 32 },
  ...{ kg: 100, part: null, card_minor: null },
}
const bank: WalletPart = {
  ...{ programme_id: 'bank', programme: 'Green Bank', wallet_currency: 'EUR' },
  ...{ wallet_minor: 50, paid_minor: 50 },
}
const welcome = { ...bank, programme_id: 'welcome' }

async function noteText(changes: object, wallets: readonly WalletPart[] = [bank]) {
  const drawn = creditNotePaper({
    ...{ kind: 'credit-note', paid: { ...paid, ...changes }, wallets, payments: [] },
    ...{ receipt: { ...note, kind: 'receipt' }, notes: [note], returned: [], seller: {} },
    ...{ note: null, language: 'en' },
  })
  return (await readPdf(await drawn)).text
}

it('a credit note that does not say its card money names the card without an amount', async () => {
  expect(await noteText({})).toMatch(/Gross €2\.00 Back to the card: Visa ending in 4242$/)
  expect(await noteText({ card_minor: 0 })).not.toContain('Back to the card')
  // The card alone paid.
  expect(await noteText({}, [])).toContain('Back to the card: Visa ending in 4242 €2.00')
})

it('card money of notes is not divided where one of them does not say it', () => {
  const known = { ...note, card_minor: 100 }
  expect(notedCardWays(paid, [known, note], [])).toBeNull()
  const missing = { cardMinor: 0, otherwiseMinor: 0, missingMinor: 100 }
  const arrived = { cardMinor: 100, otherwiseMinor: 0, missingMinor: 0 }
  expect(notedCardWays({ ...paid, arrived_minor: 0 }, [known], [])).toEqual([missing])
  for (const pending of [{ reversal: 'refunding' }, { is_part_due: true }] as const) {
    expect(notedCardWays({ ...paid, arrived_minor: 0, ...pending }, [known], [])).toEqual([arrived])
  }
})

it.each([
  [{}, 'Card: Visa ending in 4242'],
  [{ card_brand: 'amex' }, 'Card: American Express ending in 4242'],
  [{ card_brand: 'unheard' }, 'Card: Card ending in 4242'],
  [{ card_brand: null }, 'Card'],
  [{ card_last_four: null }, 'Card'],
])('a card of %j is named "%s"', (card, label) => {
  expect(cardLabelIn('en', { ...paid, ...card }, 'Card')).toBe(label)
})

describe.each(languages)('in %s', (language) => {
  it('tax has its rate and its country, and neither where there is none', () => {
    const vat = textIn(language, 'receipts_vat_tax')
    const [, [label = '', amount] = []] = taxRows(note, language)
    expect(label.startsWith(`${vat} (`)).toBe(true)
    expect([label.includes('19'), label.includes(countryIn(language, 'DE') ?? '#')]).toEqual([
      ...[true, true],
    ])
    expect(amount).toBe(minorIn(language, 32, 'EUR'))
    const exempt = { ...note, rate: '0', tax_minor: 0, zero_reason: 'exempt' } as const
    const tax = textIn(language, 'receipts_other_tax')
    expect(taxRows({ ...exempt, country: 'ZZ' }, language).map(([name]) => name)).toEqual([tax])
    expect(taxRows({ ...exempt, zero_reason: null }, language)).toEqual([])
    expect(taxRows({ ...exempt, zero_reason: 'zero_rated' }, language)).toEqual([
      [textIn(language, 'receipts_net'), minorIn(language, 200, 'EUR')],
      [expect.stringContaining(vat), minorIn(language, 0, 'EUR')],
      [textIn(language, 'receipts_zero'), textIn(language, 'receipts_zero_rated')],
    ])
  })

  it('the last amount is gross, gross after discounts, or a total without tax', () => {
    const total = textIn(language, 'purchases_total')
    expect(grossLabelOf(null, [welcome], language)).toBe(total)
    expect(grossLabelOf({ ...note, rate: '0' }, [], language)).toBe(total)
    expect(grossLabelOf(note, [], language)).toBe(textIn(language, 'receipts_gross'))
    expect(grossLabelOf(note, [welcome], language)).toBe(
      textIn(language, 'receipts_gross_discounted'),
    )
  })

  it('each discount is subtracted from the price, and a wallet shows both of its currencies', () => {
    const price = ['Price', 200] as const
    expect(discountedPriceRows(price, [], 'EUR', language)).toEqual([])
    const rows = discountedPriceRows(price, [welcome, bank], 'EUR', language)
    const named = (name: string) =>
      textIn(language, 'receipts_named', { label: textIn(language, 'receipts_discount'), name })
    const amount = minorIn(language, 50, 'EUR')
    expect(rows).toEqual([
      ['Price', minorIn(language, 200, 'EUR')],
      [named(textIn(language, 'wallet_welcome')), `−${amount}`],
      [named('Green Bank'), `−${amount}`],
    ])
    expect(walletAmountIn(language, bank, 'EUR')).toBe(amount)
    const dollars = { ...bank, wallet_currency: 'USD', wallet_minor: 60 }
    expect(walletAmountIn(language, dollars, 'EUR')).toBe(
      `${minorIn(language, 60, 'USD')} = ${amount}`,
    )
  })

  it('money that did not arrive is owed after a dispute that was won', () => {
    const label = (reversal: Paid['reversal']) => missingLabel({ ...paid, reversal }, language)
    expect(label('reinstated')).toBe(textIn(language, 'receipts_owed'))
    expect(label('refund_failed')).toBe(textIn(language, 'receipts_not_arrived'))
  })

  it('all payments without the card are one sentence', () => {
    const payments = [
      { part: 1, amount_minor: 120 },
      { part: null, amount_minor: 30 },
    ]
    expect(refundLines(paid, payments, language)).toEqual([
      textIn(language, 'receipts_paid_otherwise', { amount: minorIn(language, 150, 'EUR') }),
    ])
    expect(refundLines(paid, [], language)).toEqual([])
  })
})

it.each([
  [150, [], true],
  [0, [bank], true],
  [0, [welcome, bank], true],
  [0, [welcome], false],
  [0, [], false],
  [1, [welcome], true],
])('a receipt of %d by card and of %j has a number: %s', (card_minor, wallets, isNumbered) => {
  expect(needsNumber({ paid: { ...paid, card_minor }, wallets })).toBe(isNumbered)
})
