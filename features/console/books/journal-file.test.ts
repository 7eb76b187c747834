// Tests the journal as a file over several parts of postings, in both ledgers and of one purchase.
import { expect, it } from 'vitest'
import { databaseOf, type StoredRows } from '#tests/support/stored-rows.ts'
import { type JournalQuery, journalFile, listJournal } from './list-journal.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const posting = (id: number) => ({
  ...{ id, created_at: new Date('2026-11-05T23:59:58Z'), value_date: '2026-11-06', unit: 'JPY' },
  ...{ source: 'bank', destination: 'programme:green', amount: id, about: null, tx_id: null },
  ...{ note: null, late_from: null, is_entry: false },
})
const postings = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => posting(from + at))

async function fileOf(rows: StoredRows, query: Partial<JournalQuery> = {}) {
  const { db, valuesOf } = databaseOf(rows)
  const parts: string[] = []
  for await (const part of journalFile(db, { ledger: 'money', ...query }, now)) parts.push(part)
  return { lines: parts.join('').split('\r\n'), valuesOf }
}
const header =
  'date,time,posting,account,debit,credit,currency,purchase,about,reason,note,account_detail,value_date'
const linesOf = (id: number) => [
  `2026-11-05,23:59:58,${id},bank,${id},,JPY,,,paid in for a programme,,bank,2026-11-06`,
  `2026-11-05,23:59:58,${id},programme:green,,${id},JPY,,,paid in for a programme,,programme:green,2026-11-06`,
]

it.each([
  ['another part', [postings(8, 2_007), postings(2_008, 2_009)], 2_009],
  ['no further posting', [postings(8, 2_007), []], 2_007],
])(
  'has the postings of a whole part and of %s, each once and the oldest first',
  async (_, pages, last) => {
    const statementName = 'console-money-journal-file'
    const { lines, valuesOf } = await fileOf({ [statementName]: pages }, { account: 'bank' })
    const ids = Array.from({ length: last - 7 }, (__, at) => at + 8)
    expect(lines).toEqual([header, ...ids.flatMap(linesOf), ''])
    const beforeId = Number.MAX_SAFE_INTEGER
    const period = [new Date('2026-10-21T00:00:00Z'), new Date('2026-11-21T00:00:00Z')]
    expect(valuesOf(statementName)).toEqual([
      [0, beforeId, ...period, 'bank', 2_000],
      [2_007, beforeId, ...period, 'bank', 2_000],
    ])
  },
)

it('is the header alone without a posting', async () => {
  const { lines, valuesOf } = await fileOf({})
  expect(lines).toEqual([header, ''])
  expect(valuesOf('console-money-journal-file')).toHaveLength(1)
})

it('of kilograms reads their postings alone', async () => {
  const kilograms = { ...posting(9), unit: 'kg', source: 'issued', destination: 'available' }
  const { lines, valuesOf } = await fileOf(
    { 'console-kg-journal-file': [[{ ...kilograms, about: 'S-1' }]] },
    { ledger: 'kilograms', since: '2026-11-01', until: '2026-11-10' },
  )
  expect(lines.slice(1)).toEqual([
    '2026-11-05,23:59:58,9,issued,9,,kg,,S-1,batch issued,,issued,2026-11-06',
    '2026-11-05,23:59:58,9,available,,9,kg,,S-1,batch issued,,available,2026-11-06',
    '',
  ])
  const [values = []] = valuesOf('console-kg-journal-file')
  expect(values.slice(2, 5)).toEqual([
    ...[new Date('2026-11-01T00:00:00Z'), new Date('2026-11-11T00:00:00Z'), null],
  ])
})

it('of a purchase has its postings, the oldest first, as the list has them newest first', async () => {
  const txId = 'CP-7K2M-9QXF-4HJD'
  const rows = {
    'console-id-of-purchase': [[{ id: 'purchase-id' }]],
    'console-money-of-purchase': [postings(8, 10).toReversed()],
  }
  const { lines, valuesOf } = await fileOf(rows, { purchase: txId, account: 'bank' })
  expect(valuesOf('console-id-of-purchase')).toEqual([[txId]])
  expect(lines).toEqual([header, ...[8, 9, 10].flatMap(linesOf), ''])
  const beforeId = Number.MAX_SAFE_INTEGER
  expect(valuesOf('console-money-of-purchase')).toEqual([
    ['purchase-id', 0, beforeId, 'bank', 2_000],
  ])
  const { db } = databaseOf(rows)
  const page = await listJournal(db, { ledger: 'money', purchase: txId, limit: 2 }, now)
  expect(page).toMatchObject({ rows: [{ id: 10, amount: 10 }, { id: 9 }], next: '9' })
  expect((await fileOf({}, { purchase: 'no id' })).lines).toEqual([header, ''])
})
