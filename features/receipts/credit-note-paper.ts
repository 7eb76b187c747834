// Draws the credit notes of a purchase as a tagged PDF, each on a page of its own.
import {
  addSheet,
  at,
  endSheet,
  openSheet,
  type Row,
  styles,
  writeHead,
  writeRows,
  writeTotal,
} from '#features/receipts/sheet.ts'
import type { PaperDocument } from '#features/tax/read-documents.ts'
import type { Paper } from '#platform/drawing/paper.ts'
import { countIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'
import {
  cardLabelIn,
  discountedPriceRows,
  grossLabelOf,
  itemRows,
  minorIn,
  missingLabel,
  numberOf,
  referenceIn,
  refundLines,
  taxRows,
  utcDayIn,
  walletAmountIn,
  walletNameIn,
} from './document-rows.ts'
import type { Paid } from './receipt-queries.ts'
import type { CreditNoteDrawing } from './receipt-services.ts'
import { type CardWays, notedCardWays } from './returned-card.ts'
import { type ReturnedWays, waysOf } from './returned-ways.ts'

export function creditNotePaper(input: CreditNoteDrawing): Promise<Buffer> {
  const { notes, paid, payments, language } = input
  const cards = notedCardWays(paid, notes, payments)
  const title = textIn(language, 'receipts_credit_note')
  const day = notes.at(-1)?.day ?? ''
  const documentTitle = `${title} ${notes.map(numberOf).join(', ')}`
  const head = { ...input, title, documentTitle, day }
  const { paper, y: top } = openSheet(head)
  let y = top
  for (const [index, note] of notes.entries()) {
    if (index > 0) {
      addSheet(paper)
      y = writeHead(paper, head)
    }
    y = writeNote(paper, note, input, cards?.[index] ?? null, y)
  }
  for (const remark of refundLines(paid, payments, language)) {
    y = paper.write('P', remark, at(y + 8), styles.hint)
  }
  return endSheet(paper, head)
}

/** Writes a note. Returns the y of the next part. */
function writeNote(
  paper: Paper,
  document: PaperDocument,
  input: CreditNoteDrawing,
  card: CardWays | null,
  top: number,
): number {
  const { paid, wallets, notes, returned, language } = input
  const returns = { notes, wallets, returned, isWalletReturned: paid.is_wallet_returned }
  const ways = waysOf(document, returns)
  const discounts = ways?.discounts ?? []
  const { gross_minor: grossMinor, currency } = document
  const priceMinor = discounts.reduce((sum, { paid_minor }) => sum + paid_minor, grossMinor)
  const price = [textIn(language, 'receipts_credited_price'), priceMinor] as const
  let y = writeRows(paper, factsOf(document, input), top + 18)
  y = writeRows(paper, discountedPriceRows(price, discounts, currency, language), y + 12)
  y = writeRows(paper, taxRows(document, language), y)
  const gross = minorIn(language, grossMinor, currency)
  y = writeTotal(paper, [grossLabelOf(document, discounts, language), gross], y + 6)
  return writeRows(paper, wayRows(ways, card, paid, language), y + 12)
}

/**
 * Returns a row for each way that money goes back. These of the card, without the card and of money in wallets add up
 * to the gross amount. Without amounts, the card alone is named.
 */
function wayRows(
  ways: ReturnedWays | null,
  card: CardWays | null,
  paid: Paid,
  language: Language,
): Row[] {
  const { currency } = paid
  const label = cardLabelIn(language, paid, textIn(language, 'receipts_back_card'))
  if (ways === null) return paid.card_minor > 0 ? [[label, '']] : []
  const whole = { cardMinor: ways.cardMinor, otherwiseMinor: 0, missingMinor: 0 }
  const { cardMinor, otherwiseMinor, missingMinor } = card ?? whole
  const ofCard: [string, number][] = [
    [label, cardMinor],
    [textIn(language, 'receipts_back_otherwise'), otherwiseMinor],
    [missingLabel(paid, language), missingMinor],
  ]
  const ofWallets = [...ways.wallets, ...ways.discounts].map((part): Row => {
    const name = walletNameIn(language, part)
    return [
      textIn(language, 'receipts_back_wallet', { name }),
      walletAmountIn(language, part, currency),
    ]
  })
  return [
    ...ofCard.flatMap(([name, minor]): Row[] =>
      minor === 0 ? [] : [[name, minorIn(language, minor, currency)]],
    ),
    ...ofWallets,
  ]
}

function factsOf(document: PaperDocument, input: CreditNoteDrawing): Row[] {
  const { paid, receipt, language } = input
  return [
    [textIn(language, 'receipts_credit_number'), numberOf(document)],
    [textIn(language, 'receipts_of_receipt'), referenceIn(language, receipt)],
    [textIn(language, 'certificates_date'), utcDayIn(language, document.day)],
    [textIn(language, 'activity_transaction'), paid.tx_id],
    ...itemRows(paid, language),
    [textIn(language, 'activity_serial'), paid.serial_number],
    quantityRow(document, input),
  ]
}

/** Returns the kilograms that went back with a note. A note of money alone is a price reduction. */
function quantityRow(document: PaperDocument, input: CreditNoteDrawing): Row {
  const { paid, receipt, language } = input
  const { kg, gross_minor, currency } = document
  if (kg === null) {
    const part = minorIn(language, gross_minor, currency)
    const whole = minorIn(language, receipt.gross_minor, currency)
    const amount = textIn(language, 'receipts_amount_of', { part, whole })
    return [textIn(language, 'receipts_reduction'), amount]
  }
  const [part, whole] = [countIn(language, kg), countIn(language, paid.quantity_kg)]
  const quantity =
    part === whole ? `${whole} kg CO₂` : textIn(language, 'receipts_part_of', { part, kg: whole })
  return [textIn(language, 'receipts_quantity'), quantity]
}
