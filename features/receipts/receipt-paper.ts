// Draws the receipt of a purchase as a tagged PDF, with its number, amounts, discounts, tax, payment methods, exchange
// rates and credit notes.

import {
  at,
  endSheet,
  openSheet,
  type Row,
  styles,
  writeRows,
  writeTotal,
} from '#features/receipts/sheet.ts'
import type { PaperDocument } from '#features/tax/read-documents.ts'
import { countIn, exactRateIn, rateIn, unitPriceIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'
import { isDiscount } from '#values/lists/own-programmes.ts'
import { microsToUnits } from '#values/money/money.ts'
import {
  cardLabelIn,
  discountedPriceRows,
  grossLabelOf,
  itemRows,
  lessIn,
  minorIn,
  missingLabel,
  namedIn,
  numberOf,
  referenceIn,
  refundLines,
  taxRows,
  utcDayIn,
  walletAmountIn,
  walletNameIn,
} from './document-rows.ts'
import type { Paid, WalletPart } from './receipt-queries.ts'
import type { ReceiptDrawing } from './receipt-services.ts'
import { notedCardWays } from './returned-card.ts'

export function receiptPaper(input: ReceiptDrawing): Promise<Buffer> {
  const { paid, wallets, document, payments, language } = input
  const title = textIn(language, 'receipts_title')
  const documentTitle = `${title} ${document === null ? paid.tx_id : numberOf(document)}`
  const head = { ...input, title, documentTitle, day: paid.day ?? '' }
  const { paper, y: top } = openSheet(head)
  const number: Row[] =
    document === null ? [] : [[textIn(language, 'receipts_number'), numberOf(document)]]
  let y = writeRows(paper, [...number, ...factsOf(paid, language)], top + 18)
  y = writeRows(paper, pricesOf(paid, language), y + 12)
  const discounts = wallets.filter(({ programme_id }) => isDiscount(programme_id))
  const price = [textIn(language, 'receipts_full_price'), paid.total_minor] as const
  y = writeRows(paper, discountedPriceRows(price, discounts, paid.currency, language), y)
  if (document !== null) y = writeRows(paper, taxRows(document, language), y)
  const payableMinor = discounts.reduce((left, each) => left - each.paid_minor, paid.total_minor)
  const payable = minorIn(language, payableMinor, paid.currency)
  y = writeTotal(paper, [grossLabelOf(document, discounts, language), payable], y + 6)
  const payers = wallets.filter(({ programme_id }) => !isDiscount(programme_id))
  y = writeRows(paper, paymentRows(paid, payers, language), y + 12)
  if (document !== null) y = writeRows(paper, noteRows(document, input, language), y + 12)
  const unnumbered = document === null ? [textIn(language, 'receipts_unnumbered')] : []
  for (const remark of [...unnumbered, ...refundLines(paid, payments, language)]) {
    y = paper.write('P', remark, at(y + 8), styles.hint)
  }
  return endSheet(paper, head)
}

function factsOf(paid: Paid, language: Language): Row[] {
  const { tx_id, day, serial_number } = paid
  return [
    [textIn(language, 'activity_transaction'), tx_id],
    [textIn(language, 'certificates_date'), utcDayIn(language, day ?? '')],
    ...kindRows(paid, language),
    ...itemRows(paid, language),
    [textIn(language, 'activity_serial'), serial_number],
  ]
}

/** Returns a row that names a gift or a run of a monthly plan. */
function kindRows({ is_gift, is_planned }: Paid, language: Language): Row[] {
  const label = textIn(language, 'receipts_kind')
  if (is_gift) return [[label, textIn(language, 'activity_gift')]]
  return is_planned ? [[label, textIn(language, 'plans_title')]] : []
}

function pricesOf(paid: Paid, language: Language): Row[] {
  const { quantity_kg, price_micros, batch_currency, currency, rate } = paid
  const price = unitPriceIn(language, microsToUnits(price_micros), batch_currency)
  // The total follows from the whole rate. Four decimals, as on the screen, would give another one.
  const exact = exactRateIn(language, Number(rate))
  const exchange = `1 ${batch_currency} = ${rateIn(language, Number(rate))} ${currency} (${exact})`
  return [
    [textIn(language, 'receipts_quantity'), `${countIn(language, quantity_kg)} kg CO₂`],
    [textIn(language, 'receipts_price'), price],
    ...(batch_currency === currency
      ? []
      : [[textIn(language, 'receipts_rate'), exchange] as const]),
  ]
}

/** Returns a row per payment method. They add up to the gross amount. */
function paymentRows(paid: Paid, wallets: readonly WalletPart[], language: Language): Row[] {
  const { currency, card_minor, is_reward } = paid
  const ofWallets = wallets.map((part): Row => {
    const name = walletNameIn(language, part)
    return [textIn(language, 'receipts_wallet', { name }), walletAmountIn(language, part, currency)]
  })
  const label = cardLabelIn(language, paid, textIn(language, 'receipts_card'))
  const card: Row = [label, minorIn(language, card_minor, currency)]
  const reward: Row = [textIn(language, 'activity_reward'), minorIn(language, 0, currency)]
  return [...ofWallets, ...(card_minor > 0 ? [card] : []), ...(is_reward ? [reward] : [])]
}

/** Returns a row for each credit note, what they leave of the gross amount, and what of them did not arrive. */
function noteRows(
  { gross_minor, currency }: PaperDocument,
  { paid, notes, payments }: ReceiptDrawing,
  language: Language,
): Row[] {
  if (notes.length === 0) return []
  const cards = notedCardWays(paid, notes, payments) ?? []
  const missingMinor = cards.reduce((sum, each) => sum + each.missingMinor, 0)
  const leftMinor = notes.reduce((left, note) => left - note.gross_minor, gross_minor)
  return [
    ...notes.map((note): Row => {
      const label = textIn(language, 'receipts_credit_note')
      return [
        namedIn(language, label, referenceIn(language, note)),
        lessIn(language, note.gross_minor, currency),
      ]
    }),
    [textIn(language, 'receipts_left'), minorIn(language, leftMinor, currency)],
    ...(missingMinor === 0
      ? []
      : [[missingLabel(paid, language), minorIn(language, missingMinor, currency)] as const]),
  ]
}
