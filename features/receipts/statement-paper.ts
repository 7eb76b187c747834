// Draws the statement of a year as a tagged PDF: changes of the kilograms, payments by currency, and the
// entries.

import {
  at,
  endSheet,
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
import { minorIn, namedIn, utcDayIn, walletNameIn, writable } from './document-rows.ts'
import type { EntryKind, PaidBackWay, Statement, StatementDrawing } from './receipt-services.ts'

export function statementPaper(input: StatementDrawing): Promise<Buffer> {
  const { statement, language } = input
  const { year, firstDay, lastDay, openingKg, closingKg, entryCount, entries } = statement
  const title = textIn(language, 'receipts_statement', { year: String(year) })
  const head = {
    ...input,
    title,
    documentTitle: title,
    footer: `${title} · ${statement.passportId}`,
    day: statement.issuedOn,
  }
  const { paper, y: top } = openSheet(head)
  const days = { from: dayIn(language, firstDay), to: dayIn(language, lastDay) }
  let y = paper.write('P', textIn(language, 'receipts_period', days), at(top + 4), styles.hint)
  y = writeRows(paper, holderRows(statement, language), y + 8)
  y = paper.write('H2', textIn(language, 'receipts_kilograms'), at(y + 12), styles.heading)
  y = writeRows(paper, [[textIn(language, 'receipts_opening'), kgIn(language, openingKg)]], y + 6)
  y = writeRows(paper, changesOf(statement, language), y)
  y = writeTotal(paper, [textIn(language, 'receipts_closing'), kgIn(language, closingKg)], y + 4)
  y = writeRows(paper, remarksOf(statement, language), y + 10)
  y = paper.write('H2', textIn(language, 'receipts_money'), at(y + 12), styles.heading)
  y = writeRows(paper, moneyOf(statement, language), y + 6)
  if (entryCount > 0) y = writeEntries(paper, input, y + 12)
  const counts = { shown: countIn(language, entries.length), count: countIn(language, entryCount) }
  if (entryCount > entries.length) {
    paper.write('P', textIn(language, 'receipts_entries_cut', counts), at(y + 8), styles.hint)
  }
  return endSheet(paper, head)
}

/** Returns the rows that say whose statement it is, and of which day. */
function holderRows({ passportId, holder, issuedOn }: Statement, language: Language): Row[] {
  const unwritten = textIn(language, 'receipts_name_letters')
  return [
    ...(holder === null
      ? []
      : [[textIn(language, 'passport_holder'), writable(holder, unwritten)] as const]),
    [textIn(language, 'receipts_passport'), passportId],
    [textIn(language, 'receipts_issued'), utcDayIn(language, issuedOn)],
  ]
}

const kgIn = (language: Language, kg: number) => `${countIn(language, kg)} kg CO₂`
/** Returns a row for each kind of change between the opening and the closing kilograms. */
function changesOf(statement: Statement, language: Language): Row[] {
  const { boughtKg, rewardKg, receivedKg, returnedKg } = statement
  return [
    [labelOf('bought', language), signed(boughtKg, kgIn(language, boughtKg))],
    [labelOf('reward', language), signed(rewardKg, kgIn(language, rewardKg))],
    [labelOf('received', language), signed(receivedKg, kgIn(language, receivedKg))],
    [labelOf('returned', language), signed(-returnedKg, kgIn(language, returnedKg))],
  ]
}

/** Returns a figure with the sign of its amount. 0 has none. */
const signed = (amount: number, figure: string) =>
  amount === 0 ? figure : `${amount > 0 ? '+' : '−'} ${figure}`

/** Returns an amount with a sign if it is below 0, because more was paid back in a year than paid. */
const lossIn = (language: Language, minor: number, currency: string) =>
  minor < 0
    ? signed(minor, minorIn(language, -minor, currency))
    : minorIn(language, minor, currency)

/** Returns the rows of given and retired kilograms, which do not change the sum. */
function remarksOf({ givenKg, retiredKg }: Statement, language: Language): Row[] {
  return [
    [labelOf('given', language), kgIn(language, givenKg)],
    [labelOf('retired', language), kgIn(language, retiredKg)],
  ]
}

function moneyOf({ money }: Statement, language: Language): Row[] {
  if (money.length === 0) return [[textIn(language, 'receipts_paid'), '–']]
  return money.flatMap(({ currency, paidMinor, backMinor, owedMinor }): Row[] => {
    const paid: Row = [textIn(language, 'receipts_paid'), minorIn(language, paidMinor, currency)]
    const owed: Row[] =
      owedMinor === 0
        ? []
        : [[textIn(language, 'receipts_owed'), minorIn(language, owedMinor, currency)]]
    if (backMinor === 0) return [paid, ...owed]
    const left = textIn(language, 'receipts_paid_left')
    return [
      paid,
      [labelOf('paid_back', language), signed(-backMinor, minorIn(language, backMinor, currency))],
      [left, lossIn(language, paidMinor - backMinor, currency)],
      ...owed,
    ]
  })
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
  { x: side, width: width * 0.17, align: 'left' },
  { x: side + width * 0.18, width: width * 0.32, align: 'left' },
  { x: side + width * 0.51, width: width * 0.24, align: 'left' },
  { x: side + width * 0.76, width: width * 0.09, align: 'right' },
  { x: side + width * 0.86, width: width * 0.14, align: 'right' },
] as const

/** Writes the entries. Amounts have the signs of the sums: what was paid adds, what was paid back subtracts. */
function writeEntries(paper: Paper, { statement, language }: StatementDrawing, top: number) {
  const titles = [
    textIn(language, 'certificates_date'),
    textIn(language, 'receipts_entry'),
    textIn(language, 'receipts_document'),
    'kg',
    textIn(language, 'receipts_paid'),
  ]
  const rows = statement.entries.map((entry) => [
    dayIn(language, entry.day),
    entryIn(language, entry),
    [entry.txId, ...entry.documentNumbers].join('\n'),
    entryKgIn(language, entry),
    entryAmountIn(language, entry),
  ])
  const heading = textIn(language, 'receipts_entries')
  const y = writeTable(paper, { heading, columns, titles, rows }, top)
  return paper.write('P', textIn(language, 'receipts_entries_hint'), at(y + 4), styles.hint)
}

type Entry = Statement['entries'][number]

/** Returns the kind of an entry with its project, and the ways of money that came back. */
function entryIn(language: Language, entry: Entry): string {
  const project = writable(entry.project, entry.projectNumber)
  const ways = entry.ways.map((way) => {
    const name = wayIn(language, way)
    const amount = minorIn(language, Math.abs(way.amountMinor), entry.currency)
    return entry.ways.length === 1 ? name : `${name} ${amount}`
  })
  const isReversed = entry.kind === 'paid_back' && entry.amountMinor < 0
  const label = isReversed
    ? textIn(language, 'receipts_refund_failed')
    : labelOf(entry.kind, language)
  const text = namedIn(language, label, project)
  return ways.length === 0 ? text : `${text} (${ways.join(', ')})`
}

function wayIn(language: Language, { way, programmeId, programme }: PaidBackWay): string {
  switch (way) {
    case 'card':
      return textIn(language, 'purchases_card')
    case 'other':
      return textIn(language, 'receipts_otherwise')
    case 'wallet':
      return walletNameIn(language, { programme, programme_id: programmeId })
  }
}

/** Returns kilograms with a sign if they change what the passport holds. */
function entryKgIn(language: Language, { kind, kg }: Entry): string {
  switch (kind) {
    case 'bought':
    case 'reward':
    case 'received':
      return `+${countIn(language, kg)}`
    case 'returned':
      return `−${countIn(language, kg)}`
    case 'given':
    case 'retired':
      return kg < 0 ? `−${countIn(language, -kg)}` : countIn(language, kg)
    case 'paid_back':
      return '–'
  }
}

function entryAmountIn(language: Language, { kind, amountMinor, currency }: Entry): string {
  if (amountMinor === 0) return '–'
  const change = kind === 'paid_back' ? -amountMinor : amountMinor
  return `${change > 0 ? '+' : '−'}${minorIn(language, Math.abs(change), currency)}`
}
