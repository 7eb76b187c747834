// Tests each row of a batch file by the operator's options and the known batch: its price and currency, its project, and
// what is reported of a row that is left out.
import { describe, expect, it } from 'vitest'
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import { readExampleRow } from '#tests/support/example-catalogue-files.ts'
import { type BatchTerms, type KnownSerials, validateBatches } from './batch-judgement.ts'
import type { KnownBatch } from './known-catalogue.ts'

const example = await readExampleRow()
const serial = 'GS1-1-UG-GS11236-16-2024-30307-1-5'
const known: KnownBatch = {
  ...{ id: 'batch', serial_number: serial, project_id: 'project', issued_kg: 5_000 },
  ...{ name: 'Vintage 2024', vintage_year: 2024, price_micros: 30_000, currency: 'EUR' },
  ...{ issued_on: '2026-04-13', is_demo: false, is_uncompared: false },
}
const projectIds = new Map([['GS GS11236', 'project']])
const nothing: KnownSerials = {
  ...{ projectIds, batches: new Map(), overlapping: new Map(), looseFaults: new Map() },
}
const stored: KnownSerials = { ...nothing, batches: new Map([[serial, known]]) }

function judged(
  own: Partial<RegistryBatch>,
  { catalogue = nothing, ...terms }: BatchTerms & { readonly catalogue?: KnownSerials } = {},
) {
  const rows = [{ file: 'b.csv', line: 2, row: { ...example, ...own } }]
  return validateBatches(rows, catalogue, terms, '2026-11-25')
}
/** Returns the price of the row, or its fault. */
function priceOf(...call: Parameters<typeof judged>) {
  const { rows, faults } = judged(...call)
  const [taken] = rows
  return taken === undefined ? faults[0]?.fault : [taken.row.priceMicros, taken.row.currency]
}

describe('the price of a row', () => {
  const absent = { priceMicros: undefined, currency: undefined }
  const empty = { priceMicros: null, currency: null } as never as typeof absent
  const ofFile = 'price_per_kg: the file has this column, leave out --price'
  const needed = 'price_per_kg and currency are needed to offer a batch'

  it.each<[string, Partial<RegistryBatch>, BatchTerms & { catalogue?: KnownSerials }, unknown]>([
    ['is that of the file', {}, {}, [20_000, 'GBP']],
    ['is that of the options', absent, { priceMicros: 1, currency: 'USD' }, [1, 'USD']],
    ['may be of both', { currency: undefined }, { currency: 'USD' }, [20_000, 'USD']],
    ['is not in both', {}, { priceMicros: 1 }, ofFile],
    ['is not in both, empty', empty, { priceMicros: 1 }, ofFile],
    [
      'has no currency in both',
      { priceMicros: undefined },
      { priceMicros: 1, currency: 'GBP' },
      'currency: the file has this column, leave out --currency',
    ],
    ['is needed', { priceMicros: undefined }, {}, needed],
    ['needs a currency', { currency: undefined }, {}, needed],
    ['needs both', absent, {}, needed],
    ['is in a currency that is sold in', { currency: 'JPY' }, {}, 'currency: JPY is not sold in'],
    ['of a known batch stays', absent, { catalogue: stored }, [30_000, 'EUR']],
    ['of a known batch stays if empty', empty, { catalogue: stored }, [30_000, 'EUR']],
    [
      'of a known batch stays in its currency',
      { priceMicros: undefined, currency: 'EUR' },
      { catalogue: stored },
      [30_000, 'EUR'],
    ],
    [
      'of a known batch stays in no other currency',
      { priceMicros: undefined, currency: 'GBP' },
      { catalogue: stored },
      needed,
    ],
    ['of a known batch changes', {}, { catalogue: stored }, [20_000, 'GBP']],
    ['of a known batch needs its currency', { currency: undefined }, { catalogue: stored }, needed],
  ])('%s', (_, own, terms, price) => {
    expect(priceOf(own, terms)).toEqual(price)
  })
})

describe('the project of a row', () => {
  const other = { externalProjectId: 'GS9', serialNumber: 'GS1-1-UG-GS9-16-2024-30307-1-5' }

  it.each<[string, Partial<RegistryBatch>, BatchTerms & { catalogue?: KnownSerials }, string]>([
    ['is missing', other, {}, 'there is no project GS GS9 (--create-projects makes it)'],
    [
      'has no name',
      { ...other, projectName: null },
      { createsProjects: true },
      'project_name: is needed to make the project GS GS9',
    ],
    [
      'is another one than that of the batch',
      {},
      { catalogue: { ...stored, projectIds: new Map([['GS GS11236', 'another']]) } },
      'this serial number belongs to another project',
    ],
    [
      'has another quantity than was issued',
      { quantityKg: 4_000 },
      { catalogue: stored },
      'this serial number was issued with 5000 kg',
    ],
    [
      'is spelled in another way',
      {},
      { catalogue: { ...stored, spellings: new Map([['GS GS11236', 'gs 11236']]) } },
      'external_project_id: GS11236 is another spelling of project gs 11236',
    ],
  ])('%s', (_, own, terms, fault) => {
    expect(judged(own, terms)).toEqual({
      ...{ rows: [], faults: [{ file: 'b.csv', line: 2, fault }] },
      leftOut: expect.objectContaining({ rows: [], known: 0, unsellable: 0, endedSerials: [] }),
    })
  })

  it('is created if it has a name and the operator allows that', () => {
    const named = { ...other, projectName: 'Stoves' }
    expect(judged(named, { createsProjects: true })).toMatchObject({ faults: [], rows: [{}] })
  })
})

describe('a row whose units may not be sold', () => {
  const retired = { statusWord: 'Retired' }
  const says = 'status: "Retired" may not be sold (--skip-unsellable leaves it out)'
  const left = (relation: string) => `${serial}: its status "Retired" may not be sold${relation}`
  const meeting = (other: string) => ({
    ...nothing,
    overlapping: new Map([[serial, [other]]]),
  })
  const block = (range: string) => `GS1-1-UG-GS11236-16-2024-30307-${range}`

  it('is refused, whatever else is wrong with it', () => {
    const faults = [{ file: 'b.csv', line: 2, fault: says }]
    expect(judged({ ...retired, currency: 'JPY' })).toMatchObject({ rows: [], faults })
  })

  it.each<[string, KnownSerials, string, string[], string[]]>([
    ['alone', nothing, '', [], []],
    ['a known batch', stored, '; it is a known batch', [serial], []],
    [
      'a known batch in another spelling',
      meeting(serial.toLowerCase()),
      `; it is batch ${serial.toLowerCase()} again`,
      [serial.toLowerCase()],
      [],
    ],
    [
      'a part',
      meeting(block('1-9')),
      `; it is a part of batch ${block('1-9')}`,
      [],
      [block('1-9')],
    ],
    [
      'next to one',
      meeting(block('5-9')),
      `; it has tonnes of batch ${block('5-9')}`,
      [],
      [block('5-9')],
    ],
    ['of none', meeting(block('6-9')), '', [], []],
  ])('is left out with its relation: %s', (_, catalogue, relation, endedSerials, partly) => {
    expect(judged(retired, { catalogue, skipsUnsellable: true })).toEqual({
      ...{ rows: [], faults: [] },
      leftOut: {
        ...{ unsellable: 1, known: 0, endedSerials, partlyEndedSerials: new Set(partly) },
        rows: [{ file: 'b.csv', line: 2, fault: left(relation) }],
      },
    })
  })
})

it('rows that are left out are reported in the order of the file, whatever the reason', () => {
  const retired = { ...example, statusWord: 'Retired' }
  const rows = [retired, example, retired].map((row, at) => {
    const serialNumber = serial.replace(/1-5$/, `${at * 5 + 1}-${at * 5 + 5}`)
    return { file: 'b.csv', line: at + 2, row: { ...row, serialNumber } }
  })
  const [
    ,
    {
      row: { serialNumber: part },
    } = { row: example },
  ] = rows
  const whole = serial.replace(/1-5$/, '6-99')
  const catalogue = { ...nothing, overlapping: new Map([[part, [whole]]]) }
  const terms = { skipsKnown: true, skipsUnsellable: true }
  const { leftOut } = validateBatches(rows, catalogue, terms, '2026-11-25')
  expect(leftOut.rows.map(({ line }) => line)).toEqual([2, 3, 4])
  expect(leftOut.rows[1]?.fault).toBe(`${part}: it is a part of batch ${whole}`)
  expect(leftOut).toMatchObject({ unsellable: 2, known: 1 })
})
