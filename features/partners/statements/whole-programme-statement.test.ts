// Tests every word of a programme's statement, on paper and as rows: each movement has its label, sign and balance, in
// two currencies.
import { expect, it } from 'vitest'
import { readPdf } from '#tests/support/read-pdf.ts'
import type { MovementKind } from './programme-movements.ts'
import type { ProgrammeStatement, StatementSide } from './programme-statement.ts'
import { programmeStatementLines } from './programme-statement-file.ts'
import { programmeStatementPaper } from './programme-statement-paper.ts'

type Day = StatementSide['days'][number]
const move = (kind: MovementKind, amountMinor: number, postings: number, day: string): Day => ({
  ...{ kind, amountMinor, postings, day: `2026-10-${day}` },
})
const sideOf = (openingMinor: number, moves: readonly Day[]): StatementSide => ({
  openingMinor,
  movements: moves.map(({ kind, amountMinor, postings }) => ({ kind, amountMinor, postings })),
  closingMinor: moves.reduce((sum, { amountMinor }) => sum + amountMinor, openingMinor),
  days: moves.filter(({ postings }) => postings > 0),
})
const statement: ProgrammeStatement = {
  ...{ id: 'green', name: 'Green Bank', month: '2026-10', firstDay: '2026-10-01' },
  ...{ lastDay: '2026-10-31', issuedOn: '2026-11-02', isOver: true },
  currencies: [
    {
      currency: 'EUR',
      funds: sideOf(1_000, [
        ...[move('paid_in', 5_000, 1, '02'), move('paid_out', -200, 1, '03')],
        ...[move('credited', -900, 3, '03'), move('taken_back', 100, 1, '04')],
        move('other', 7, 1, '05'),
      ]),
      wallets: sideOf(30, [
        ...[move('credited', 900, 3, '03'), move('spent', -400, 2, '06')],
        ...[move('refunded', 50, 1, '07'), move('taken_back', -100, 1, '08')],
      ]),
    },
    {
      currency: 'GBP',
      funds: sideOf(-500, [move('paid_in', 0, 0, '01')]),
      wallets: sideOf(500, [move('credited', 0, 0, '01')]),
    },
  ],
}

it.each([true, false])('the paper of a month that is over: %s', async (isOver) => {
  const paper = await readPdf(
    await programmeStatementPaper({
      ...{ kind: 'programme-statement', language: 'en', seller: { name: 'Carbon Shop Ltd' } },
      ...{ note: 'Sandbox', statement: { ...statement, isOver } },
    }),
  )
  const end = isOver ? 'At the end' : 'So far'
  expect([paper.title, paper.pageTexts]).toEqual([
    'Programme statement Green Bank 2026-10',
    [
      'CARBON PASSPORT Programme statement Sandbox Carbon Shop Ltd Green Bank (green) ' +
        '1 October 2026 to 31 October 2026, days in UTC ' +
        'Statement number green 2026-10 Issued on 2 November 2026 (UTC) ' +
        (isOver ? '' : 'This month is not over. The figures are those up to now. ') +
        'The programme’s money, EUR At the beginning €10.00 Paid in + €50.00 ' +
        'Paid back to the partner − €2.00 Credited to wallets − €9.00 Back from wallets + €1.00 ' +
        `Other + €0.07 ${end} €50.07 ` +
        'In people’s wallets, EUR At the beginning €0.30 Credited to wallets + €9.00 ' +
        'Spent on purchases − €4.00 Back into wallets from refunds + €0.50 ' +
        `Back from wallets − €1.00 ${end} €4.80 ` +
        'By day: The programme’s money, EUR Date Entry Amount Balance ' +
        '1 October 2026 At the beginning €10.00 2 October 2026 Paid in + €50.00 €60.00 ' +
        '3 October 2026 Paid back to the partner − €2.00 €58.00 ' +
        '3 October 2026 Credited to wallets − €9.00 €49.00 ' +
        '4 October 2026 Back from wallets + €1.00 €50.00 5 October 2026 Other + €0.07 €50.07 ' +
        `31 October 2026 ${end} €50.07 Programme statement green 2026-10 · Page 1 of 2`,
      'By day: In people’s wallets, EUR Date Entry Amount Balance ' +
        '1 October 2026 At the beginning €0.30 3 October 2026 Credited to wallets + €9.00 €9.30 ' +
        '6 October 2026 Spent on purchases − €4.00 €5.30 ' +
        '7 October 2026 Back into wallets from refunds + €0.50 €5.80 ' +
        `8 October 2026 Back from wallets − €1.00 €4.80 31 October 2026 ${end} €4.80 ` +
        `The programme’s money, GBP At the beginning -£5.00 Paid in £0.00 ${end} -£5.00 ` +
        `In people’s wallets, GBP At the beginning £5.00 Credited to wallets £0.00 ${end} £5.00 ` +
        'A negative balance is what the programme has used of its line. ' +
        'Money that an open purchase holds counts as spent. ' +
        'The line “Back from wallets” contains what deleted passports left, ' +
        'and credits that were taken back. Carbon Shop Ltd charges a programme no fees. ' +
        'Programme statement green 2026-10 · Page 2 of 2',
    ],
  ])
})

it('its rows', () => {
  const linesOf = (isOver: boolean) =>
    programmeStatementLines({ ...statement, isOver }).map((line) => line.replace(/\r\n$/, ''))
  const ofEuros = [
    'funds,2026-10-01,opening,,,10',
    'funds,2026-10-02,paid_in,1,50,60',
    'funds,2026-10-03,paid_out,1,-2,58',
    'funds,2026-10-03,credited,3,-9,49',
    'funds,2026-10-04,taken_back,1,1,50',
    'funds,2026-10-05,other,1,0.07,50.07',
    'funds,2026-10-31,closing,,,50.07',
    'wallets,2026-10-01,opening,,,0.3',
    'wallets,2026-10-03,credited,3,9,9.3',
    'wallets,2026-10-06,spent,2,-4,5.3',
    'wallets,2026-10-07,refunded,1,0.5,5.8',
    'wallets,2026-10-08,taken_back,1,-1,4.8',
    'wallets,2026-10-31,closing,,,4.8',
  ]
  const ofPounds = [
    ...['funds,2026-10-01,opening,,,-5', 'funds,2026-10-31,closing,,,-5'],
    ...['wallets,2026-10-01,opening,,,5', 'wallets,2026-10-31,closing,,,5'],
  ]
  const lines = [
    'programme,month,currency,side,date,entry,postings,amount,balance',
    ...ofEuros.map((line) => `green,2026-10,EUR,${line}`),
    ...ofPounds.map((line) => `green,2026-10,GBP,${line}`),
  ]
  expect(linesOf(true)).toEqual(lines)
  expect(linesOf(false)).toEqual(lines.map((line) => line.replace('closing', 'balance so far')))
})
