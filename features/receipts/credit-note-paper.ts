// Draws the credit notes of a purchase as a tagged PDF, each on a page of its own.
import {
  addSheet,
  at,
  openSheet,
  type Row,
  styles,
  writeHead,
  writeRows,
  writeTotal,
} from '#features/receipts/sheet.ts'
import type { PaperDocument } from '#features/tax/read-documents.ts'
import type { Paper } from '#platform/drawing/paper.ts'
import { countIn, dayIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'
import { cardNameOf, itemRows, minorIn, numberOf, taxRows } from './document-rows.ts'
import type { Paid } from './receipt-queries.ts'
import type { CreditNoteDrawing } from './receipt-services.ts'

export function creditNotePaper(input: CreditNoteDrawing): Promise<Buffer> {
  const { notes, paid, language, seller } = input
  const title = textIn(language, 'receipts_credit_note')
  const day = notes.at(-1)?.day ?? ''
  const documentTitle = `${title} ${paid.tx_id}`
  const { paper, y } = openSheet({ title, documentTitle, language, day, seller })
  for (const [index, note] of notes.entries()) {
    if (index > 0) addSheet(paper)
    const top = index > 0 ? writeHead(paper, { title, language, seller }) : y
    writeNote(paper, note, input, top)
  }
  return paper.end()
}

function writeNote(paper: Paper, document: PaperDocument, input: CreditNoteDrawing, top: number) {
  const { language, note } = input
  let y = writeRows(paper, factsOf(document, input), top + 18)
  y = writeRows(paper, taxRows(document, language), y + 12)
  const gross = minorIn(language, document.gross_minor, document.currency)
  y = writeTotal(paper, [textIn(language, 'receipts_gross'), gross], y + 6)
  if (note !== null) paper.write('P', note, at(y + 8), styles.hint)
}

function factsOf(document: PaperDocument, { paid, receipt, language }: CreditNoteDrawing): Row[] {
  const card = cardNameOf(paid, language)
  return [
    [textIn(language, 'receipts_credit_number'), numberOf(document)],
    [
      textIn(language, 'receipts_of_receipt'),
      textIn(language, 'receipts_number_of_day', {
        number: numberOf(receipt),
        date: dayIn(language, receipt.day),
      }),
    ],
    [textIn(language, 'certificates_date'), dayIn(language, document.day)],
    [textIn(language, 'activity_transaction'), paid.tx_id],
    ...itemRows(paid, language),
    [textIn(language, 'activity_serial'), paid.serial_number],
    [textIn(language, 'receipts_quantity'), quantityOf(document, paid, language)],
    ...(card === null ? [] : [[textIn(language, 'receipts_card'), card] as const]),
  ]
}

/** Returns the kilograms that a note is about: those of a refund in part, otherwise all of the purchase. */
function quantityOf({ kg }: PaperDocument, { quantity_kg }: Paid, language: Language): string {
  const whole = countIn(language, quantity_kg)
  return kg === null
    ? `${whole} kg CO₂`
    : textIn(language, 'receipts_part_of', { part: countIn(language, kg), kg: whole })
}
