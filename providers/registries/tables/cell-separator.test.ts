// Tests that a spreadsheet's file with another separator than commas gets one sentence.
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { readBatchFile } from './batch-file.ts'

const header =
  'registry,external_project_id,vintage_year,serial_number,quantity_tco2e,issuance_date'
const row = 'GS,GS1,2024,GS1-1-TR-GS1-12-2024-30-1-5,5,'

async function read(...pieces: readonly string[]): Promise<unknown[]> {
  const ignored = pieces.join('').includes('a;b') ? ['a;b;c;d;e;f;g;h'] : []
  const rows: unknown[] = []
  const source = { file: 'rows.csv', open: () => Readable.from(pieces) }
  for await (const row of readBatchFile(source, ignored)) rows.push(row)
  return rows
}

const refused = (line: number, name: string) => [
  { file: 'rows.csv', line, fault: `the file is separated by ${name}, save it with commas` },
]

it.each([
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
])('a file with %j between its cells gets one sentence about it', async (sign, name) => {
  const lines = [header, row, row].map((line) => line.replaceAll(',', sign))
  expect(await read(`${lines.join('\n')}\n`)).toEqual(refused(1, name))
  const quoted = lines.map((line) => `"${line.split(sign).join(`"${sign}"`)}"`)
  expect(await read(`\uFEFF${quoted.join('\r\n')}`)).toEqual(refused(1, name))
  expect(await read('\n', ...lines.join('\n'))).toEqual(refused(2, name))
})

it('a semicolon inside of a quoted column separates no cells', async () => {
  const cells = `${header},"a;b;c;d;e;f;g;h"\n${row},\n`
  expect(await read(cells)).toMatchObject([{ line: 2, row: { quantityKg: 5_000 } }])
  expect(await read(...cells)).toMatchObject([{ line: 2, row: { quantityKg: 5_000 } }])
})

it.each([
  ['9,829', '9829'],
  ['9 829', '9829'],
  ['9’829', '9829'],
  ['9.829.000', '9829000'],
])('the refusal of a quantity of %j shows how to write it', async (text, plain) => {
  const columns = `${header},quantity_kg`
  const cells = row.replace(',5,', `,"${text}",`)
  const sentence = `${text} has thousands separators, write it as ${plain}`
  expect(await read(`${columns}\n${cells},5000\n`)).toMatchObject([
    { fault: `quantity_tco2e: ${sentence}` },
  ])
  expect(await read(`${columns}\n${row},"${text}"\n`)).toMatchObject([
    { fault: `quantity_kg: ${sentence}` },
  ])
})
