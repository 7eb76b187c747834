// Draws the statement of a year as a tagged PDF: changes of the kilograms, payments by currency, and the
// entries.

import {
  at,
  openSheet,
  type Row,
  side,
  styles,
  width,
  writeRows,
  writeTable,
  writeTotal,
} from '#features/receipts/sheet.ts'
import type { Paper } from '#platform/drawing/paper.ts'
import { countIn, dayIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'
import { minorIn, writable } from './document-rows.ts'
import type { EntryKind, Statement, StatementDrawing } from './receipt-services.ts'

export function statementPaper(input: StatementDrawing): Promise<Buffer> {
  const { statement, language, seller, note } = input
  const { year, firstDay, lastDay, openingKg, closingKg, entryCount, entries } = statement
  const title = textIn(language, 'receipts_statement', { year: String(year) })
  const head = { title, documentTitle: title, language, day: lastDay, seller }
  const { paper, y: top } = openSheet(head)
  const days = { from: dayIn(language, firstDay), to: dayIn(language, lastDay) }
  let y = paper.write('P', textIn(language, 'receipts_period', days), at(top + 4), styles.hint)
  y = paper.write('H2', textIn(language, 'receipts_kilograms'), at(y + 12), styles.heading)
  y = writeRows(paper, [[textIn(language, 'receipts_opening'), kgIn(language, openingKg)]], y + 6)
  y = writeRows(paper, changesOf(statement, language), y)
  y = writeTotal(paper, [textIn(language, 'receipts_closing'), kgIn(language, closingKg)], y + 4)
  y = writeRows(paper, remarksOf(statement, language), y + 10)
  y = paper.write('H2', textIn(language, 'receipts_money'), at(y + 12), styles.heading)
  y = writeRows(paper, moneyOf(statement, language), y + 6)
  if (entryCount > 0) y = writeEntries(paper, input, y + 12)
  const counts = { shown: countIn(language, entries.length), count: countIn(language, entryCount) }
  const remarks = [
    ...(entryCount > entries.length ? [textIn(language, 'receipts_entries_cut', counts)] : []),
    ...(note === null ? [] : [note]),
  ]
  for (const remark of remarks) y = paper.write('P', remark, at(y + 8), styles.hint)
  return paper.end()
}

const kgIn = (language: Language, kg: number) => `${countIn(language, kg)} kg CO₂`
/** Returns a row for each kind of change between the opening and the closing kilograms. */
function changesOf(statement: Statement, language: Language): Row[] {
  const { boughtKg, rewardKg, receivedKg, returnedKg } = statement
  return [
    [labelOf('bought', language), `+ ${kgIn(language, boughtKg)}`],
    [labelOf('reward', language), `+ ${kgIn(language, rewardKg)}`],
    [labelOf('received', language), `+ ${kgIn(language, receivedKg)}`],
    [labelOf('returned', language), `− ${kgIn(language, returnedKg)}`],
  ]
}

/** Returns the rows of given and retired kilograms, which do not change the sum. */
function remarksOf({ givenKg, retiredKg }: Statement, language: Language): Row[] {
  return [
    [labelOf('given', language), kgIn(language, givenKg)],
    [labelOf('retired', language), kgIn(language, retiredKg)],
  ]
}

function moneyOf({ money }: Statement, language: Language): Row[] {
  if (money.length === 0) return [[textIn(language, 'receipts_paid'), '–']]
  return money.flatMap(({ currency, paidMinor, backMinor }): Row[] => [
    [textIn(language, 'receipts_paid'), minorIn(language, paidMinor, currency)],
    ...(backMinor === 0
      ? []
      : [[labelOf('paid_back', language), minorIn(language, backMinor, currency)] as const]),
  ])
}

function labelOf(kind: EntryKind, language: Language): string {
  switch (kind) {
    case 'bought':
      return textIn(language, 'receipts_bought')
    case 'reward':
      return textIn(language, 'receipts_from_rewards')
    case 'received':
      return textIn(language, 'receipts_received')
    case 'returned':
      return textIn(language, 'receipts_returned')
    case 'given':
      return textIn(language, 'receipts_given')
    case 'paid_back':
      return textIn(language, 'receipts_paid_back')
    case 'retired':
      return textIn(language, 'receipts_retired')
  }
}

const columns = [
  { x: side, width: width * 0.2, align: 'left' },
  { x: side + width * 0.22, width: width * 0.43, align: 'left' },
  { x: side + width * 0.66, width: width * 0.15, align: 'right' },
  { x: side + width * 0.82, width: width * 0.18, align: 'right' },
] as const

function writeEntries(paper: Paper, { statement, language }: StatementDrawing, top: number) {
  const titles = [
    textIn(language, 'certificates_date'),
    textIn(language, 'receipts_entry'),
    'kg',
    textIn(language, 'receipts_amount'),
  ]
  const rows = statement.entries.map(
    ({ kind, day, project, projectNumber, kg, currency, amountMinor }) => [
      dayIn(language, day),
      `${labelOf(kind, language)}: ${writable(project, projectNumber)}`,
      kg === 0 ? '–' : countIn(language, kg),
      amountMinor === 0 ? '–' : minorIn(language, amountMinor, currency),
    ],
  )
  const heading = textIn(language, 'receipts_entries')
  return writeTable(paper, { heading, columns, titles, rows }, top)
}
