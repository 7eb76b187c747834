// Tests records against the stored exports: a row that differs from its export in any field is
// refused, and the whole file with it.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correctRetirement } from '#features/retirements/correct-retirement.ts'
import { exportDue } from '#features/retirements/export-due.ts'
import type { ExportedRow } from '#features/retirements/kept-exports.ts'
import { exportColumns, fieldsOfExport } from '#features/retirements/retirement-file.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import {
  appendOnce,
  closeWithLog,
  dueOf,
  issueTonnes,
  recordLines,
  startRetirementApp,
  type TonneBatch,
  unaudited,
} from '#tests/support/people/retirements.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const columns: readonly string[] = exportColumns
const countKept = statement(
  'test-count-kept-exports',
  { exports: 'int8', rows: 'int8', tonnes: 'int8' },
  `select count(distinct export_id) as exports, count(*) as rows, sum(tonnes)::int8 as tonnes
   from retirement_export_rows where batch_id = $1`,
)
const setIssued = statement(
  'test-set-issued-on',
  {},
  'update batches set issued_on = $2::date where id = $1',
)

let test: TestApp
let buyer: Person
beforeAll(async () => {
  test = await startRetirementApp()
  buyer = await new Person(test.url).signIn()
})
afterAll(() => closeWithLog(test))

const db = () => test.services.db
type Fields = Readonly<Record<string, string>>

/** Returns a batch with this number of tonnes sold and in the log. */
async function soldBatch(tonnes: number): Promise<TonneBatch> {
  const batch = await issueTonnes(db(), tonnes + 2)
  for (let left = tonnes; left > 0; left -= 10) {
    await buyer.buyByCard(batch, Math.min(left, 10) * 1_000)
  }
  await appendOnce(test)
  return batch
}

/** Returns the cells of an export's rows of a batch, as its registry fills them in. */
async function exportOf({ id }: { readonly id: string }, reference: string): Promise<Fields[]> {
  const rows = (await exportDue(db())).filter(({ batchId }) => batchId === id)
  return rows.map((row) => answered(row, reference))
}

function answered(row: ExportedRow, reference: string): Fields {
  const cells = fieldsOfExport(row).map(String)
  const fields = Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']))
  return { ...fields, reference, retired_on: '2026-11-20', url: 'https://registry.example/1' }
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
const lineOf = (fields: Fields) => columns.map((name) => cell(fields[name] ?? '')).join(',')
const record = (rows: readonly Fields[], allowsSameReference = false) =>
  recordLines(db(), rows.map(lineOf), { allowsSameReference })
const faultOf = async (...rows: readonly Fields[]) => (await record(rows)).faults[0]?.fault ?? null
const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Returns the only row of a batch's export. */
async function onlyRow(batch: TonneBatch, reference: string): Promise<Fields> {
  const [row, ...others] = await exportOf(batch, reference)
  if (row === undefined || others.length > 0) throw new Error('not one row')
  return row
}

describe('a row that differs from its export', () => {
  it.each([
    ['registry', 'VCS', /^registry: is not that of the export/],
    ['project', 'GS1', /^project: is not that of the export/],
    ['beneficiary', 'Mallory Ltd', /^beneficiary: .*export again/],
    ['serial_number', 'GS1-1-UG-GS1-16-2024-999999-501-503', /^serial_number: the export has no/],
    ['tonnes', '2', /^tonnes: places 1 to 3000 are 3 t/],
    ['tonnes', '2.5', /^tonnes: is no whole number/],
    ['first_place', '7', /^first_place: is not the first of a tonne/],
    ['first_place', '1001', /^tonnes: /],
    ['last_place', '500', /^last_place: is not the last of a tonne/],
    ['last_place', '4000', /^tonnes: /],
    ['retired_on', '1999-01-01', /^retired_on: 1999-01-01 is before .*2024-01-01/],
    ['retired_on', '2023-12-31', /^retired_on: 2023-12-31 is before .*2024-01-01/],
    ['retired_on', '2030-01-01', /^retired_on: 2030-01-01 is after today/],
    ['retired_on', '2099-12-31', /^retired_on: 2099-12-31 is after today/],
    ['retired_on', dayFromNow(1), /^retired_on: .* is after today/],
    ['retired_on', '2026-02-30', /^retired_on: is no day/],
    ['retired_on', '', /^retired_on: is missing/],
    ['reference', '', /^reference: is missing/],
    ['reference', '=HYPERLINK(1)', /^reference: begins as a formula/],
    ['reference', '＝1+1', /^reference: begins as a formula/],
    ['reference', '+44', /^reference: begins as a formula/],
    ['reference', '@SUM(1)', /^reference: begins as a formula/],
    ['reference', 'R\u001b[2J', /^reference: holds control characters/],
    ['reference', 'R\n2026', /^reference: holds control characters/],
    ['reference', 'R\u202e1', /^reference: holds control characters/],
    ['reference', 'R\u200b1', /^reference: holds control characters/],
    ['url', 'http://registry.example/1', /^url: is not an https address/],
    ['url', 'https:registry.example', /^url: is not an https address/],
    ['url', 'https://a.example/"onerror=1', /^url: is not an https address/],
    ['url', 'https://ada:pw@a.example/', /^url: is not an https address/],
    ['url', 'https://169.254.169.254/1', /^url: is not an https address/],
    ['url', 'https://[::1]/1', /^url: is not an https address/],
    ['url', 'https://2130706433/1', /^url: is not an https address/],
    ['url', 'https://localhost/1', /^url: is not an https address/],
    ['url', 'https://registry.example:8443/1', /^url: is not an https address/],
    ['url', 'javascript:alert(1)', /^url: is not an https address/],
    ['url', 'https://a.example/\u0085', /^url: holds control characters/],
  ])('in %s (%s) is refused, with the whole file', async (name, value, fault) => {
    const batch = await soldBatch(3)
    const row = await onlyRow(batch, `R-${batch.id}`)
    const second = await soldBatch(1)
    const other = await onlyRow(second, `R-${second.id}`)
    const recorded = await record([other, { ...row, [name]: value }])
    expect(recorded.faults).toEqual([
      { file: 'retired.csv', line: 3, fault: expect.stringMatching(fault) },
    ])
    expect(await dueOf(db(), batch)).toMatchObject({ retiredTonnes: 0, dueTonnes: 3 })
    expect(await dueOf(db(), second)).toMatchObject({ retiredTonnes: 0, dueTonnes: 1 })
    expect((await record([other, row])).faults).toEqual([])
  })

  it('in any part of its serial is refused; separators and leading zeros are free', async () => {
    const batch = await soldBatch(2)
    const row = await onlyRow(batch, 'R-SERIAL')
    const serial = batch.part(1, 2)
    const others = [
      serial.replace('-UG-', '-KE-'),
      serial.replace('GS1-1-', 'GS1-2-'),
      serial.replace('-GS1-16-', '-GS2-16-'),
      serial.replace('-2024-', '-2023-'),
      serial.replace('-501-502', '-502-503'),
      serial.replace('-501-502', '-501-501'),
      `${serial} (part 2)`,
    ]
    for (const other of others) {
      expect(other).not.toBe(serial)
      expect([other, await faultOf({ ...row, serial_number: other })]).toEqual([
        other,
        expect.stringMatching(/^serial_number: /),
      ])
    }
    const spelled = serial.toLowerCase().replaceAll('-', '–')
    expect(await faultOf({ ...row, serial_number: spelled })).toBeNull()
  })

  it('is refused whichever field is changed, and however', async () => {
    const batch = await soldBatch(5)
    const [row, other] = [await onlyRow(batch, 'R-ANY'), await onlyRow(await soldBatch(2), 'R-2')]
    const bound = ['registry', 'project', 'serial_number', 'tonnes', 'first_place', 'last_place']
    const change = fc.oneof(
      fc.record({
        name: fc.constantFrom(...bound, 'beneficiary'),
        value: fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.nat().map(String),
          // The beneficiary of the other export would be right: it holds this batch as well.
          fc.constantFrom(...bound.map((name) => other[name] ?? '')),
        ),
      }),
      fc.record({
        name: fc.constant('retired_on'),
        value: fc.oneof(
          fc.string(),
          fc.integer({ min: 1, max: 30_000 }).map(dayFromNow),
          fc.integer({ min: 0, max: 30_000 }).map((days) => dayBefore('2024-01-01', days + 1)),
        ),
      }),
    )
    const sameCell = (name: string, value: string) => value.trim() === row[name]
    await fc.assert(
      fc.asyncProperty(change, async ({ name, value }) => {
        fc.pre(!sameCell(name, value))
        const { faults, tonnes } = await record([{ ...row, [name]: value }])
        expect(faults.length).toBeGreaterThan(0)
        expect(tonnes).toBe(0)
      }),
      { numRuns: 300 },
    )
    expect(await dueOf(db(), batch)).toMatchObject({ retiredTonnes: 0, dueTonnes: 5 })
    expect((await record([row])).faults).toEqual([])
  }, 60_000)
})

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

describe('a part of a row', () => {
  it('is accepted, under one reference or several, with its own places, tonnes and serial', async () => {
    const batch = await soldBatch(4)
    const row = await onlyRow(batch, 'R')
    const part = (first: number, last: number, reference: string) => ({
      ...row,
      serial_number: batch.part(first, last),
      tonnes: `${last - first + 1}`,
      first_place: `${first * 1_000 - 999}`,
      last_place: `${last * 1_000}`,
      reference,
    })
    expect((await record([part(1, 1, 'R-PART-1'), part(2, 2, 'R-PART-2')])).tonnes).toBe(2)
    // The serial of one tonne with the places of the next.
    const crossed = { ...part(4, 4, 'R-PART-3'), serial_number: batch.part(3, 3) }
    expect(await faultOf(crossed)).toMatch(
      /^serial_number: does not name the tonnes of places 3001/,
    )
    expect((await record([part(3, 4, 'R-PART-3')])).faults).toEqual([])
  })

  it('does not reach beyond its row, into tonnes that were sold later or exported separately', async () => {
    const batch = await soldBatch(1)
    const row = await onlyRow(batch, 'R-FURTHER')
    await buyer.buyByCard(batch, 1_000)
    await appendOnce(test)
    const two = {
      ...row,
      serial_number: batch.part(1, 2),
      tonnes: '2',
      last_place: '2000',
    }
    expect(await faultOf(two)).toMatch(/^first_place, last_place: places 1 to 2000 are not within/)
    const again = await onlyRow(batch, 'R-FURTHER')
    expect(again).toMatchObject({ tonnes: '2', last_place: '2000' })
    // The older export is still stored, and its row is a part of the due tonnes.
    expect((await record([row])).faults).toEqual([])
    expect(await db().run(countKept, [batch.id])).toEqual([{ exports: 2, rows: 2, tonnes: 3 }])
  })
})

describe('the day', () => {
  it('must not be before the registry issued the batch, where that is known, and may be today', async () => {
    const batch = await soldBatch(1)
    const row = await onlyRow(batch, 'R-DAY')
    await db().run(setIssued, [batch.id, '2025-06-30'])
    expect(await faultOf({ ...row, retired_on: '2025-06-29' })).toMatch(/before .*2025-06-30/)
    expect(await faultOf({ ...row, retired_on: dayFromNow(0) })).toBeNull()
  })
})

describe('a reference', () => {
  it('that another batch has is accepted only with --same-reference', async () => {
    const [one, other, third] = [await soldBatch(1), await soldBatch(1), await soldBatch(1)]
    const rows = [await onlyRow(one, 'R-SAME'), await onlyRow(other, 'R-SAME')]
    const [first, second] = rows
    if (first === undefined || second === undefined) throw new Error('no rows')
    const fault = /^reference: R-SAME is one of another batch; --same-reference/
    expect((await record(rows)).faults).toEqual([
      { file: 'retired.csv', line: 3, fault: expect.stringMatching(fault) },
    ])
    expect((await record([first])).faults).toEqual([])
    expect(await faultOf(second)).toMatch(fault)
    expect((await record([second], true)).faults).toEqual([])
    // Once both are corrected, the reference is free again.
    await correctRetirement(db(), 'R-SAME', 'the wrong blocks', unaudited)
    expect(await faultOf(await onlyRow(third, 'R-SAME'))).toBeNull()
  })
})

it.each([
  ['R-CASE', 'r-case'],
  ['R-7', 'R 7'],
  ['R-8', 'r8'],
  ['R.9', 'Ｒ－９'],
])('the reference %j is the same retirement as %j', async (known, spelled) => {
  const [one, other] = [await soldBatch(1), await soldBatch(1)]
  const again = await onlyRow(other, spelled)
  const fault = expect.stringMatching(/ is one of another batch; --same-reference/)
  expect((await record([await onlyRow(one, known), again])).faults).toMatchObject([
    { line: 3, fault },
  ])
  expect(await faultOf(await onlyRow(one, known))).toBeNull()
  expect(await faultOf(again)).toEqual(fault)
  expect(await faultOf(await onlyRow(other, `${known}-1`))).toBeNull()
})

describe('a batch whose serial counts no tonnes', () => {
  it('is named by its whole serial, and its tonnes by their places', async () => {
    const batch = await issueTestBatch(db(), { kg: 5_000 })
    await buyer.buyByCard(batch, 3_000)
    await appendOnce(test)
    const [row] = await exportOf(batch, 'R-WHOLE')
    expect(row).toMatchObject({ serial_number: batch.serial, first_place: '1', last_place: '3000' })
    if (row === undefined) throw new Error('no row')
    const one = { ...row, tonnes: '1', last_place: '1000' }
    expect(await faultOf({ ...one, serial_number: `${batch.serial}-1` })).toMatch(/^serial_number/)
    expect(await faultOf(one)).toBeNull()
    const rest = { ...row, tonnes: '2', first_place: '1001' }
    expect(await faultOf(rest)).toBeNull()
  })
})
