// Tests each cell of a registry's answer at its limits.
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { csv } from '#values/text/csv-text.ts'
import { exportColumns, readRetirementFile } from './retirement-file.ts'

const good: Readonly<Record<string, string>> = {
  registry: 'GS',
  project: 'GS7',
  serial_number: 'GS1-1-UG-GS7-16-2024-80001-501-1700',
  tonnes: '2',
  first_place: '1001',
  last_place: '3000',
  beneficiary: 'Holders in the log',
  reference: 'R-1',
  retired_on: '2026-11-20',
  url: 'https://registry.example/r/1',
}

/** Reads one row. The cells that are not given are those of a good row. */
async function readOne(cells: Readonly<Record<string, string>>) {
  const row = { ...good, ...cells }
  const text = csv(exportColumns, [exportColumns.map((column) => row[column] ?? null)])
  const source = { file: 'answer.csv', open: () => Readable.from([Buffer.from(text)]) }
  const rows: unknown[] = []
  for await (const each of readRetirementFile(source)) rows.push(each)
  expect(rows).toHaveLength(1)
  return JSON.stringify(rows[0])
}
const longAddress = `https://registry.example/${'r'.repeat(1_975)}`

it.each([
  [{ registry: 'r'.repeat(20) }, { registry: 'r'.repeat(21) }],
  [{ project: 'p'.repeat(200) }, { project: 'p'.repeat(201) }],
  [{ serial_number: 's'.repeat(200) }, { serial_number: 's'.repeat(201) }],
  [{ beneficiary: 'b'.repeat(500) }, { beneficiary: 'b'.repeat(501) }],
  [{ reference: 'r'.repeat(200) }, { reference: 'r'.repeat(201) }],
  [{ url: longAddress }, { url: `${longAddress}r` }],
])('has at most so many characters (row %#)', async (longest, tooLong) => {
  const [[column = '', text = ''] = []] = Object.entries(longest)
  expect(await readOne(longest)).toContain(text)
  expect(await readOne(tooLong)).toMatch(
    new RegExp(`${column}: is longer than ${text.length} char`),
  )
})

it.each(['registry', 'project', 'serial_number', 'beneficiary', 'reference', 'retired_on'])(
  'names a missing %s',
  async (column) => {
    expect(await readOne({ [column]: ' ' })).toContain(`${column}: is missing`)
  },
)

it('needs no address, and takes an https one of a public name only', async () => {
  expect(await readOne({ url: '' })).toContain('"url":null')
  expect(await readOne({ url: 'https://registry.example/a' })).toContain('registry.example/a')
  const refused = [
    'http://registry.example/a',
    'https://registry.example:8443/a',
    'https://ada@registry.example/a',
    'https://localhost/a',
  ]
  for (const url of refused)
    expect(await readOne({ url })).toContain('url: is not an https address')
})

it.each([
  [{ first_place: '1000' }, 'first_place: is not the first of a tonne'],
  [{ last_place: '2999' }, 'last_place: is not the last of a tonne'],
  [{ first_place: '4001' }, 'last_place: is not the last of a tonne'],
  [{ tonnes: '3' }, 'tonnes: places 1001 to 3000 are 2 t'],
  [{ first_place: '0' }, 'first_place: is no whole number above 0'],
  [{ last_place: '3e3' }, 'last_place: is no whole number above 0'],
])('names places that are not those tonnes: %j', async (cells, fault) => {
  expect(await readOne(cells)).toContain(fault)
  expect(await readOne({})).toContain('"firstPlace":1001,"lastPlace":3000')
})
