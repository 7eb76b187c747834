// Draws a programme's statement of a month as a tagged PDF: for each currency the programme's money and the money in its
// wallets, then the movements of each day.
import { minorIn, writable } from '#features/receipts/document-rows.ts'
import {
  addSheet,
  at,
  side as left,
  openSheet,
  type Row,
  rowBottom,
  styles,
  width,
  writeRows,
  writeTable,
  writeTotal,
} from '#features/receipts/sheet.ts'
import type { Paper } from '#platform/drawing/paper.ts'
import { dayIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'
import type { MovementKind, Side } from './programme-movements.ts'
import {
  type Movement,
  type ProgrammeStatement,
  type StatementSide,
  sides,
} from './programme-statement.ts'
import type { ProgrammeStatementDrawing } from './statement-services.ts'

/** Height of a side with its heading, so that no page ends inside one. */
const sideHeight = 190

export function programmeStatementPaper(input: ProgrammeStatementDrawing): Promise<Buffer> {
  const { statement, language, seller, note } = input
  const { id, month, firstDay, lastDay, isOver, currencies } = statement
  const name = writable(statement.name, id)
  const title = textIn(language, 'programmes_statement')
  const documentTitle = `${title} ${name} ${month}`
  const { paper, y: top } = openSheet({ title, documentTitle, language, day: lastDay, seller })
  const days = { from: dayIn(language, firstDay), to: dayIn(language, lastDay) }
  let y = paper.write('H2', name === id ? name : `${name} (${id})`, at(top + 6), styles.heading)
  y = paper.write('P', textIn(language, 'receipts_period', days), at(y + 2), styles.hint)
  const remarks = [
    ...(isOver ? [] : [textIn(language, 'programmes_running')]),
    ...(isEmpty(statement) ? [textIn(language, 'programmes_empty')] : []),
  ]
  for (const remark of remarks) y = paper.write('P', remark, at(y + 4), styles.label)
  for (const each of currencies) {
    for (const side of sides) {
      if (y + sideHeight > rowBottom) y = addSheet(paper)
      y = writeSide(paper, { side, currency: each.currency, ofSide: each[side] }, input, y + 14)
    }
  }
  y = writeHints(paper, input, y + 8)
  if (!isEmpty(statement)) y = writeDays(paper, input, y + 12)
  if (note !== null) paper.write('P', note, at(y + 8), styles.hint)
  return paper.end()
}

const isEmpty = ({ currencies }: ProgrammeStatement) =>
  currencies.every((each) => sides.every((side) => each[side].days.length === 0))

type ShownSide = {
  readonly side: Side
  readonly currency: string
  readonly ofSide: StatementSide
}

/** Writes the opening, the movements and the closing of a side. Returns the y of the next part. */
function writeSide(
  paper: Paper,
  { side, currency, ofSide }: ShownSide,
  { language, statement }: ProgrammeStatementDrawing,
  top: number,
): number {
  const { openingMinor, movements, closingMinor } = ofSide
  const heading = textIn(language, side === 'funds' ? 'programmes_funds' : 'programmes_wallets')
  let y = paper.write('H2', `${heading}, ${currency}`, at(top), styles.heading)
  const opening = minorIn(language, openingMinor, currency)
  y = writeRows(paper, [[textIn(language, 'receipts_opening'), opening]], y + 6)
  const rows = movements.map((movement): Row => {
    return [labelOf(movement.kind, language), signedIn(language, movement, currency)]
  })
  y = writeRows(paper, rows, y)
  const closing = textIn(language, statement.isOver ? 'receipts_closing' : 'programmes_so_far')
  return writeTotal(paper, [closing, minorIn(language, closingMinor, currency)], y + 4)
}

/** Returns an amount with a sign before it, which shows which way the money went. */
function signedIn(language: Language, { amountMinor }: Movement, currency: string): string {
  if (amountMinor === 0) return minorIn(language, 0, currency)
  const sign = amountMinor < 0 ? '−' : '+'
  return `${sign} ${minorIn(language, Math.abs(amountMinor), currency)}`
}

function writeHints(paper: Paper, { language }: ProgrammeStatementDrawing, top: number): number {
  const y = top + 60 > rowBottom ? addSheet(paper) : top
  return paper.write('P', textIn(language, 'programmes_hint'), at(y), styles.hint)
}

function labelOf(kind: MovementKind, language: Language): string {
  switch (kind) {
    case 'paid_in':
      return textIn(language, 'programmes_paid_in')
    case 'paid_out':
      return textIn(language, 'programmes_paid_out')
    case 'credited':
      return textIn(language, 'programmes_credited')
    case 'taken_back':
      return textIn(language, 'programmes_taken_back')
    case 'spent':
      return textIn(language, 'programmes_spent')
    case 'refunded':
      return textIn(language, 'programmes_refunded')
    case 'other':
      return textIn(language, 'programmes_other')
  }
}

const columns = [
  { x: left, width: width * 0.24, align: 'left' },
  { x: left + width * 0.26, width: width * 0.5, align: 'left' },
  { x: left + width * 0.77, width: width * 0.23, align: 'right' },
] as const

/** Writes a table with a row for each day and movement. A credit leaves the funds, so that it is in the wallets only. */
function writeDays(
  paper: Paper,
  { statement, language }: ProgrammeStatementDrawing,
  top: number,
): number {
  const rows = statement.currencies.flatMap(({ currency, funds, wallets }) => {
    const isOwn = ({ kind }: Movement) => kind !== 'credited' && kind !== 'taken_back'
    return [...funds.days.filter(isOwn), ...wallets.days]
      .toSorted((a, b) => a.day.localeCompare(b.day))
      .map((movement) => [
        dayIn(language, movement.day),
        labelOf(movement.kind, language),
        signedIn(language, movement, currency),
      ])
  })
  const titles = [
    textIn(language, 'certificates_date'),
    textIn(language, 'receipts_entry'),
    textIn(language, 'receipts_amount'),
  ]
  const heading = textIn(language, 'programmes_days')
  return writeTable(paper, { heading, columns, titles, rows }, top)
}
