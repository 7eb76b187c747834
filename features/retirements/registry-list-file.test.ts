// Tests how each cell of a registry's public list is read: by each spelling of its column, and at each limit.
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { RefusedFile } from '#providers/registries/tables/whole-file.ts'
import { registries, registryTable } from '#values/serials/registries.ts'
import { csv } from '#values/text/csv-text.ts'
import { type ListRow, readRegistryList } from './registry-list-file.ts'

const serial = 'GS1-1-UG-GS7-16-2024-80001-501-1700'
const takenOn = '2026-11-22'

async function read(...lines: readonly string[]): Promise<ListRow[]> {
  const source = { file: 'list.csv', open: () => Readable.from([Buffer.from(lines.join('\n'))]) }
  const rows: ListRow[] = []
  for await (const row of readRegistryList(source, takenOn)) rows.push(row)
  return rows
}
/** Reads one row by its cells. The other cells are those of a good row. */
async function readOne(cells: Readonly<Record<string, string>>) {
  const row = { registry: 'GS', serial, retired_on: '2026-11-20', ...cells }
  return readRow(row)
}
/** Reads a list of one row, by the names of its columns. */
async function readRow(row: Readonly<Record<string, string>>) {
  const [first] = await read(csv(Object.keys(row), [Object.values(row)]))
  return first
}
const unitsOf = async (cells: Readonly<Record<string, string>>) => {
  const row = await readOne(cells)
  return row?.kind === 'units' ? row.units : row
}
const unread = (text: string) => ({ kind: 'unread', line: 2, subject: serial, text })

describe('a row of a list', () => {
  it('has its own cells, each under its own name', async () => {
    const cells = {
      project: 'GS7',
      beneficiary: 'Holders',
      note: 'of 2026',
      reference: 'R-1',
      status: 'Retired',
      quantity: '1200',
    }
    expect(await readOne(cells)).toEqual({
      kind: 'units',
      units: {
        ...{ line: 2, registry: 'GS', project: 'GS7', text: serial, retiredOn: '2026-11-20' },
        ...{ beneficiary: 'Holders of 2026', reference: 'R-1', isCancelled: false },
        serial: expect.objectContaining({ tonnes: { first: 501n, last: 1_700n } }),
      },
    })
    expect(await unitsOf({})).toMatchObject({ project: null, beneficiary: '', reference: '' })
    expect(await unitsOf({ project: '' })).toMatchObject({ project: '' })
    expect(await unitsOf({ note: 'of 2026' })).toMatchObject({ beneficiary: 'of 2026' })
  })

  it.each([
    ['Serial Number', serial, { text: serial }],
    ['GSID', 'GS7', { project: 'GS7' }],
    ['External Project ID', 'GS7', { project: 'GS7' }],
    ['Using Entity', 'Holders', { beneficiary: 'Holders' }],
    ['NOTE', 'of 2026', { beneficiary: 'of 2026' }],
    ['Retirement Date', '2026-11-19', { retiredOn: '2026-11-19' }],
    ['Quantity (tCO2e)', '1,200', { text: serial }],
  ])('is read by the column %s too', async (name, value, units) => {
    const usual = { registry: 'GS', serial, retired_on: '2026-11-20' }
    const replaced =
      name === 'Serial Number' ? 'serial' : name === 'Retirement Date' ? 'retired_on' : ''
    const row = {
      ...Object.fromEntries(Object.entries(usual).filter(([each]) => each !== replaced)),
      [name]: value,
    }
    expect(await readRow(row)).toMatchObject({ kind: 'units', units })
  })

  it('has its texts without invisible letters and repeated blanks', async () => {
    const bent = 'of \u200b the\u00a0 log '
    const cells = { project: ' GS\u200b7', reference: bent, beneficiary: bent, note: ' 2 ' }
    expect(await unitsOf({ ...cells, registry: 'gs\u200b' })).toMatchObject({
      ...{ registry: 'GS', project: 'GS7', reference: 'of the log', beneficiary: 'of the log 2' },
    })
    const long = `${serial}${'-1'.repeat(600)}`
    expect(await readOne({ serial: long })).toEqual({
      ...unread('serial: is in no grammar of GS'),
      subject: long.slice(0, 1_000),
    })
  })

  it.each(['', 'X'])('of the registry "%s" is of none', async (registry) => {
    const fault = unread(`registry: ${registry} is not known`)
    expect(await readOne({ registry })).toEqual(fault)
    const own = { GSID: 'GS7', registry, serial, 'Retirement Date': '2026-11-20' }
    expect(await readRow(own)).toEqual(fault)
  })

  it('of Gold Standard’s own list needs no registry, and of another list it does', async () => {
    const [own] = await read('GSID,Serial Number,Retirement Date', `GS7,${serial},2026-11-20`)
    expect(own).toMatchObject({ kind: 'units', units: { registry: 'GS', project: 'GS7' } })
    await expect(read('project,serial,retired_on', `GS7,${serial},2026-11-20`)).rejects.toThrow(
      RefusedFile,
    )
  })

  it.each(registries)('is of %s by its code and by its name', async (registry) => {
    // Only the registry's own serials are units of it.
    const expected =
      registry === 'GS' ? { kind: 'units' } : unread(`serial: is in no grammar of ${registry}`)
    for (const text of [registry, registry.toLowerCase(), registryTable[registry].name])
      expect(await readOne({ registry: text })).toMatchObject(expected)
  })

  it.each([
    ['Retired', '2026-11-20', { kind: 'units', units: { isCancelled: false } }],
    ['retirement', '2026-11-20', { kind: 'units', units: { isCancelled: false } }],
    ['', '2026-11-20', { kind: 'units', units: { isCancelled: false } }],
    ['Cancelled', '2026-11-20', { kind: 'units', units: { isCancelled: true } }],
    ['Canceled', '2026-11-20', { kind: 'units', units: { isCancelled: true } }],
    ['Cancellation for another use', '2026-11-20', { kind: 'units', units: { isCancelled: true } }],
    ['', '', { kind: 'not retired', line: 2, registry: 'GS' }],
    ['Issued', '', { kind: 'not retired' }],
    ['Active', '', { kind: 'not retired' }],
    ['Available', '', { kind: 'not retired' }],
    ['Assigned', '', { kind: 'not retired' }],
    ['Transferred', '', { kind: 'not retired' }],
    ['Held', '', { kind: 'not retired' }],
    // A day says otherwise than the status.
    ['Active', '2026-11-20', unread('status: Active is not known')],
    ['Lost', '', unread('status: Lost is not known')],
    ['Retired', '', unread('retired_on: is no day such as 2026-04-13 or 4/13/2026')],
  ])('with the status "%s" and the day "%s"', async (status, retired_on, row) => {
    expect(await readOne({ status, retired_on })).toMatchObject(row)
  })

  it.each([
    ['', true],
    ['1200', true],
    ['1,200', true],
    ['1200.0', true],
    ['1,200.00', true],
    ['1199', false],
    ['1201', false],
    ['1200.5', false],
    ['12,00', false],
    ['-1200', false],
  ])('with the quantity "%s" of 1,200 tonnes is read: %s', async (quantity, isRead) => {
    const fault = unread(`quantity: ${quantity} is not the 1200 tonnes of the serial`)
    expect(await readOne({ quantity })).toMatchObject(isRead ? { kind: 'units' } : fault)
  })

  it('may be of the list’s own day, and of no later one', async () => {
    expect(await unitsOf({ retired_on: takenOn })).toMatchObject({ retiredOn: takenOn })
    expect(await readOne({ retired_on: '2026-11-23' })).toMatchObject(
      unread(`retired_on: 2026-11-23 is after the list, ${takenOn}`),
    )
  })

  it('keeps at most 1,000 letters of a text', async () => {
    const long = 'x'.repeat(1_001)
    const units = await unitsOf({ beneficiary: long, reference: long })
    expect(units).toMatchObject({ beneficiary: long.slice(1), reference: long.slice(1) })
  })

  it('with too many cells is left out alone', async () => {
    const good = `GS,${serial},2026-11-20`
    const rows = await read('registry,serial,retired_on', `${good},x`, good)
    expect(rows).toMatchObject([
      {
        kind: 'unread',
        line: 2,
        subject: '',
        text: expect.stringContaining('the row has 4 fields'),
      },
      { kind: 'units', units: { line: 3 } },
    ])
  })
})

describe('a list is refused', () => {
  it.each([
    ['registry,serial', 'the header has no column retired_on'],
    ['registry', 'the header has no columns serial, retired_on'],
    ['project', 'the header has no columns registry, serial, retired_on'],
    ['registry,serial,retired_on,Retirement Date', 'retired_on and Retirement Date: leave one'],
    ['registry,serial,retired_on,project,GSID', 'project and GSID: leave one'],
    ['registry,serial,retired_on,beneficiary,Using Entity', 'Using Entity: leave one'],
  ])('by its header %s', async (header, fault) => {
    const cells = header.split(',').map(() => 'x')
    const refused = await read(header, cells.join(',')).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(RefusedFile)
    expect(refused).toMatchObject({ faults: [{ fault: expect.stringContaining(fault) }] })
  })
})
