// Draws a programme's statement of a month as a tagged PDF: for each currency the programme's money and the money in its
// wallets, then the movements of each by day, with the balance after each.
import { minorIn, utcDayIn, writable } from '#features/receipts/document-rows.ts'
import {
  addSheet,
  at,
  endSheet,
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
  const { statement, language } = input
  const { id, month, firstDay, lastDay, isOver, issuedOn, currencies } = statement
  const name = writable(statement.name, id)
  const title = textIn(language, 'programmes_statement')
  const documentTitle = `${title} ${name} ${month}`
  const footer = `${title} ${id} ${month}`
  const head = { ...input, title, documentTitle, footer, day: issuedOn }
  const { paper, y: top } = openSheet(head)
  const days = { from: dayIn(language, firstDay), to: dayIn(language, lastDay) }
  let y = paper.write('H2', name === id ? name : `${name} (${id})`, at(top + 6), styles.heading)
  y = paper.write('P', textIn(language, 'receipts_period', days), at(y + 2), styles.hint)
  const facts: Row[] = [
    [textIn(language, 'programmes_number'), `${id} ${month}`],
    [textIn(language, 'receipts_issued'), utcDayIn(language, issuedOn)],
  ]
  y = writeRows(paper, facts, y + 6)
  const remarks = [
    ...(isOver ? [] : [textIn(language, 'programmes_running')]),
    ...(isEmpty(statement) ? [textIn(language, 'programmes_empty')] : []),
  ]
  for (const remark of remarks) y = paper.write('P', remark, at(y + 4), styles.label)
  for (const { currency, ...each } of currencies) {
    for (const side of sides) {
      if (y + sideHeight > rowBottom) y = addSheet(paper)
      y = writeSide(paper, { side, currency, ofSide: each[side] }, input, y + 14)
    }
    for (const side of sides) {
      if (each[side].days.length === 0) continue
      y = writeDays(paper, { side, currency, ofSide: each[side] }, input, y + 14)
    }
  }
  writeHints(paper, input, y + 8)
  return endSheet(paper, head)
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
  let y = paper.write('H2', headingOf(side, currency, language), at(top), styles.heading)
  const opening = minorIn(language, openingMinor, currency)
  y = writeRows(paper, [[textIn(language, 'receipts_opening'), opening]], y + 6)
  const rows = movements.map((movement): Row => {
    return [labelOf(movement.kind, language), signedIn(language, movement, currency)]
  })
  y = writeRows(paper, rows, y)
  const closing = textIn(language, statement.isOver ? 'receipts_closing' : 'programmes_so_far')
  return writeTotal(paper, [closing, minorIn(language, closingMinor, currency)], y + 4)
}

function headingOf(side: Side, currency: string, language: Language): string {
  const heading = textIn(language, side === 'funds' ? 'programmes_funds' : 'programmes_wallets')
  return `${heading}, ${currency}`
}

/** Returns an amount with a sign before it, which shows which way the money went. */
function signedIn(language: Language, { amountMinor }: Movement, currency: string): string {
  if (amountMinor === 0) return minorIn(language, 0, currency)
  const sign = amountMinor < 0 ? '−' : '+'
  return `${sign} ${minorIn(language, Math.abs(amountMinor), currency)}`
}

function writeHints(
  paper: Paper,
  { language, seller: { name } }: ProgrammeStatementDrawing,
  top: number,
): void {
  const y = top + 60 > rowBottom ? addSheet(paper) : top
  const seller = name ?? textIn(language, 'common_product')
  paper.write('P', textIn(language, 'programmes_hint', { seller }), at(y), styles.hint)
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
  { x: left, width: width * 0.22, align: 'left' },
  { x: left + width * 0.24, width: width * 0.36, align: 'left' },
  { x: left + width * 0.61, width: width * 0.19, align: 'right' },
  { x: left + width * 0.81, width: width * 0.19, align: 'right' },
] as const

/** Writes a table of a side: its opening, a row for each day and movement, and its closing, each with the balance. */
function writeDays(
  paper: Paper,
  { side, currency, ofSide }: ShownSide,
  { statement, language }: ProgrammeStatementDrawing,
  top: number,
): number {
  const { openingMinor, days, closingMinor } = ofSide
  const { firstDay, lastDay, isOver } = statement
  let balanceMinor = openingMinor
  const movements = days.map((movement) => {
    balanceMinor += movement.amountMinor
    return [
      dayIn(language, movement.day),
      labelOf(movement.kind, language),
      signedIn(language, movement, currency),
      minorIn(language, balanceMinor, currency),
    ]
  })
  const edgeOf = (
    day: string,
    key: 'receipts_opening' | 'receipts_closing' | 'programmes_so_far',
  ) => [dayIn(language, day), textIn(language, key), ''] as const
  const rows = [
    [...edgeOf(firstDay, 'receipts_opening'), minorIn(language, openingMinor, currency)],
    ...movements,
    [
      ...edgeOf(lastDay, isOver ? 'receipts_closing' : 'programmes_so_far'),
      minorIn(language, closingMinor, currency),
    ],
  ]
  const titles = [
    textIn(language, 'certificates_date'),
    textIn(language, 'receipts_entry'),
    textIn(language, 'receipts_amount'),
    textIn(language, 'programmes_balance'),
  ]
  const heading = textIn(language, 'receipts_named', {
    label: textIn(language, 'programmes_days'),
    name: headingOf(side, currency, language),
  })
  return writeTable(paper, { heading, columns, titles, rows }, top)
}
