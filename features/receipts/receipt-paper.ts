// Draws the receipt of a purchase as a tagged PDF, with its number, amounts, tax, payment methods and exchange
// rates.

import { at, openSheet, type Row, styles, writeRows, writeTotal } from '#features/receipts/sheet.ts'
import type { PaperDocument } from '#features/tax/read-documents.ts'
import { amountIn, countIn, dayIn, exactRateIn, rateIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'
import { microsToUnits } from '#values/money/money.ts'
import { cardNameOf, itemRows, minorIn, numberOf, taxRows, writable } from './document-rows.ts'
import type { Paid, WalletPart } from './receipt-queries.ts'
import type { ReceiptDrawing } from './receipt-services.ts'

export function receiptPaper(input: ReceiptDrawing): Promise<Buffer> {
  const { paid, wallets, document, language, seller, note } = input
  const title = textIn(language, 'receipts_title')
  const { paper, y: top } = openSheet({
    title,
    documentTitle: `${title} ${paid.tx_id}`,
    language,
    day: paid.day ?? '',
    seller,
  })
  const number: Row[] =
    document === null ? [] : [[textIn(language, 'receipts_number'), numberOf(document)]]
  let y = writeRows(paper, [...number, ...factsOf(paid, language)], top + 18)
  y = writeRows(paper, pricesOf(paid, language), y + 12)
  const total = minorIn(language, paid.total_minor, paid.currency)
  y = writeTotal(paper, [textIn(language, 'purchases_total'), total], y + 6)
  y = writeRows(paper, paymentRows(paid, wallets, language), y + 12)
  if (document !== null) y = writeRows(paper, documentRows(document, language), y + 12)
  const remarks = [...reversalOf(paid, language), ...(note === null ? [] : [note])]
  for (const remark of remarks) y = paper.write('P', remark, at(y + 8), styles.hint)
  return paper.end()
}

function documentRows(document: PaperDocument, language: Language): Row[] {
  const gross = minorIn(language, document.gross_minor, document.currency)
  return [...taxRows(document, language), [textIn(language, 'receipts_gross'), gross]]
}

function factsOf(paid: Paid, language: Language): Row[] {
  const { tx_id, day, serial_number } = paid
  return [
    [textIn(language, 'activity_transaction'), tx_id],
    [textIn(language, 'certificates_date'), dayIn(language, day ?? '')],
    ...itemRows(paid, language),
    [textIn(language, 'activity_serial'), serial_number],
  ]
}

function pricesOf(paid: Paid, language: Language): Row[] {
  const { quantity_kg, price_micros, batch_currency, currency, rate } = paid
  const price = amountIn(language, microsToUnits(price_micros), batch_currency, 6)
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

/**
 * Returns a row per payment method. A wallet in another currency also shows the amount in its currency.
 */
function paymentRows(paid: Paid, wallets: readonly WalletPart[], language: Language): Row[] {
  const { currency, card_minor, is_reward } = paid
  const ofWallets = wallets.map((part): Row => {
    const amount = minorIn(language, part.paid_minor, currency)
    const own = minorIn(language, part.wallet_minor, part.wallet_currency)
    const value = part.wallet_currency === currency ? amount : `${own} = ${amount}`
    return [
      textIn(language, 'receipts_wallet', { name: writable(part.programme, part.programme_id) }),
      value,
    ]
  })
  const name = cardNameOf(paid, language)
  const label = textIn(language, 'receipts_card')
  const card: Row = [
    name === null ? label : `${label}: ${name}`,
    minorIn(language, card_minor, currency),
  ]
  const reward: Row = [textIn(language, 'activity_reward'), minorIn(language, 0, currency)]
  return [...ofWallets, ...(card_minor > 0 ? [card] : []), ...(is_reward ? [reward] : [])]
}

type RefundStage =
  | 'activity_money_on_its_way'
  | 'activity_money_back'
  | 'activity_refund_failed'
  | 'activity_refund_owed'

const refundedLine = (language: Language, refundStage: RefundStage) =>
  `${textIn(language, 'activity_refunded')}: ${textIn(language, refundStage)}`

function reversalOf({ reversal }: Paid, language: Language): string[] {
  switch (reversal) {
    case 'none':
    case 'disputed':
      return []
    case 'refunding':
      return [refundedLine(language, 'activity_money_on_its_way')]
    case 'reinstated':
      return [refundedLine(language, 'activity_refund_owed')]
    case 'refunded':
      return [refundedLine(language, 'activity_money_back')]
    case 'refund_failed':
      return [refundedLine(language, 'activity_refund_failed')]
  }
}
