// Tests which serials may go on sale in which row: a serial outside its registry's grammar is
// refused, and its parts must agree with the row.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitFactsOf } from '#providers/registries/units/unit-facts.ts'
import {
  damaged,
  type ExampleRow,
  examples,
  spellingsOf,
} from '#tests/support/people/example-serials.ts'
import { overlapOf, readSerial } from '#values/serials/serials.ts'
import { faultOfSerial, type SerialRow } from './serial-judgement.ts'

const rowOf = ({ registry, project, vintage, serial, tonnes }: ExampleRow): SerialRow => ({
  registry,
  externalProjectId: project,
  vintageYear: vintage,
  serialNumber: serial,
  quantityTonnes: tonnes,
  unit: unitFactsOf({}),
})
const faultOf = (row: ExampleRow, changes: Partial<SerialRow> = {}, uncompared: string[] = []) =>
  faultOfSerial({ ...rowOf(row), ...changes }, uncompared)
const { ACR, CAR, CDM, GS, VCS, 'VCS of before': former } = examples

describe('a serial', () => {
  it.each(Object.entries(examples))('of %s may go on sale', (_, row) => {
    expect(faultOf(row)).toBeNull()
  })

  it.each([
    ['a number without letters', VCS, '3052'],
    ['zeros in front', ACR, 'ACR01129'],
    [
      'no zeros where the serial has some',
      { ...ACR, serial: ACR.serial.replace('1129', '01129') },
      'ACR1129',
    ],
  ])('may go on sale where the project’s id is %s', (_, row, externalProjectId) => {
    expect(faultOf(row, { externalProjectId })).toBeNull()
  })

  it.each([
    [
      'another registry',
      GS,
      { registry: 'VCS' },
      /is a serial of GS, .* of VCS\. VCS writes BLOCK-/,
    ],
    [
      'another one of the five',
      VCS,
      { registry: 'GS' },
      /is a serial of VCS, .* of GS\. GS writes GS1-1/,
    ],
    ['one that holds no units of the Mechanism', CDM, { registry: 'ACR' }, /is a serial of CDM/],
    ['another project', GS, { externalProjectId: 'GS888' }, /names project 12285 of GS, .* GS888/],
    ['another project of Verra', former, { externalProjectId: 'VCS136' }, /names project 1360/],
    ['another project of ACR', ACR, { externalProjectId: 'ACR112' }, /names project 1129/],
    ['another project of CAR', CAR, { externalProjectId: 'CAR133' }, /names project 1335/],
    [
      'a project id of another registry',
      VCS,
      { externalProjectId: 'GS3052' },
      /names project 3052/,
    ],
    ['a project id with more to it', VCS, { externalProjectId: 'VCS3052-2' }, /names project/],
    ['another vintage', GS, { vintageYear: 2021 }, /names 2022, and the row vintage_year 2021/],
    ['another vintage of ACR', ACR, { vintageYear: 2024 }, /names 2025/],
    ['another vintage of CAR', CAR, { vintageYear: 2024 }, /names 2025/],
    [
      'a vintage before its period',
      former,
      { vintageYear: 2012 },
      /names 2013-07-01 to 2014-06-30/,
    ],
    ['a vintage after its period', former, { vintageYear: 2015 }, /vintage_year 2015/],
    [
      'another first day',
      VCS,
      { unit: unitFactsOf({ monitoring_start: '2024-01-02' }) },
      /monitoring_start 2024-01-02/,
    ],
    [
      'another last day',
      VCS,
      { unit: unitFactsOf({ 'Monitoring period end': '12/30/2024' }) },
      /Monitoring period end 12\/30\/2024/,
    ],
    [
      'another vintage start',
      VCS,
      { unit: unitFactsOf({ 'Vintage Start': '2023-01-01' }) },
      /Vintage Start 2023-01-01/,
    ],
    [
      'a monitoring period in one cell that ends earlier',
      VCS,
      { unit: unitFactsOf({ 'monitoring period': '2024-01-01 to 2024-06-30' }) },
      /monitoring period 2024-06-30/,
    ],
    [
      'a reporting period that ends earlier',
      VCS,
      { unit: unitFactsOf({ 'Reporting Period End': '2024-12-30' }) },
      /Reporting Period End 2024-12-30/,
    ],
    [
      'a reporting period that starts later',
      VCS,
      { unit: unitFactsOf({ 'reporting period start': '1/2/2024' }) },
      /reporting period start 1\/2\/2024/,
    ],
    [
      'units of the first commitment period, of 2013',
      { ...CDM, serial: CDM.serial.replaceAll('-2-2-', '-1-1-') },
      { vintageYear: 2013 },
      /names 2000 to 2012, and the row vintage_year 2013/,
    ],
    ['units of the second one, of 2012', CDM, { vintageYear: 2012 }, /names 2013 to 2020/],
    ['units of the second one, of 2021', CDM, { vintageYear: 2021 }, /names 2013 to 2020/],
    ['fewer tonnes', GS, { quantityTonnes: 36_037 }, /spans 36038 tonnes, not 36037/],
    ['more tonnes', CDM, { quantityTonnes: 134 }, /spans 133 tonnes, not 134/],
  ] as const)('is refused in a row of %s', (_, row, changes, fault) => {
    expect(faultOf(row, changes)).toMatch(fault)
  })

  it('may be of any year of its period', () => {
    expect(faultOf(former, { vintageYear: 2014 })).toBeNull()
    expect(faultOf(CDM, { vintageYear: 2019 })).toBeNull()
    const period = { monitoring_start: '2024-01-01', monitoring_end: '12/31/2024' }
    const years = { vintage_start: '2024', 'Vintage End': '2024' }
    const others = {
      ...{ crediting_period_start: '2020-01-01', reporting_end: '2025-02-03' },
      ...{ 'Reporting Period Start': '2023-06-01' },
    }
    expect(faultOf(VCS, { unit: unitFactsOf({ ...period, ...years, ...others }) })).toBeNull()
  })

  it('of the Mechanism names its project there, and is compared with a row of its own', () => {
    expect(faultOf(CDM, { registry: 'CDM', externalProjectId: '7014' })).toBeNull()
    expect(faultOf(CDM, { registry: 'CDM', externalProjectId: 'CDM7015' })).toMatch(/names project/)
  })

  it.each([
    ['GS', GS.serial],
    ['VCS', VCS.serial],
    ['ACR', ACR.serial],
    ['CAR', CAR.serial],
    ['CDM', CDM.serial],
  ])('in no grammar is refused with that of %s', (registry, example) => {
    const fault = faultOfSerial({ ...rowOf(GS), registry, serialNumber: 'GS12285 1-100' }, [])
    expect(fault).toContain(`serial_number: is not in its registry's form. ${registry} writes `)
    expect(fault).toContain(example.slice(0, 12))
  })

  it('is refused with the invisible characters in it', () => {
    const fault = faultOf(GS, { serialNumber: GS.serial.replace('SO', '\u0405\u200BO') })
    expect(fault).toMatch(/form and holds the signs U\+0405, U\+200B\. GS writes/)
  })
})

describe('a registry that cannot be compared', () => {
  const row: ExampleRow = { ...GS, registry: 'EXT', project: 'EXT1', serial: 'EXT 7/2024 (1)' }
  const plain = { ...row, serial: 'EXT 7/2024 #1' }

  it.each(['VCS2', 'VERRA', 'G S', 'Gold-Standard', 'V.C.S.'])('is not %s', (registry) => {
    const fault = faultOf({ ...plain, registry }, {}, [registry])
    expect(fault).toMatch(/^registry: .* resembles (?:GS|VCS), whose serials are compared/)
  })

  it('has no damaged units of the Mechanism', () => {
    const serial = CDM.serial.replace(' - ', ' bis ')
    expect(faultOf({ ...plain, serial }, {}, ['EXT'])).toMatch(/has the form of units of CDM/)
  })

  it('is refused unless the operator names it', () => {
    expect(faultOf(plain)).toBe(
      'registry: serials of EXT cannot be compared (--uncompared EXT imports them, marked so)',
    )
    expect(faultOf(plain, {}, ['OTHER', 'EXT'])).toBeNull()
    expect(faultOf(plain, {}, ['ext', 'EXTRA'])).toMatch(/cannot be compared/)
  })

  it.each(Object.values(examples))('never imports the units of $serial', ({ serial }) => {
    expect(faultOf(plain, { serialNumber: serial.toLowerCase() }, ['EXT'])).toMatch(
      /is a serial of .*, and the row is of EXT/,
    )
  })

  it.each([`${GS.serial} VER`, 'VCU 7', 'EXT/acr/1-100', 'gs12-1', 'CAR#1'])(
    'never imports %s, which names a registry that is compared',
    (serialNumber) => {
      expect(faultOf(plain, { serialNumber }, ['EXT'])).toMatch(
        /names .*, whose serials are compared/,
      )
    },
  )

  it.each(['=1+1', '@SUM(1)', '+1', '-1', '<b>1</b>', 'EXT\u200B1', 'ЕXT1', 'EXT 1 (a)', "'1"])(
    'has no serial %s',
    (serialNumber) => {
      expect(faultOf(plain, { serialNumber }, ['EXT'])).toMatch(/begins with a letter or digit/)
    },
  )

  it('has at most 24 numbers, which can be compared in a moment', () => {
    const numbers = (count: number) => `X${'-7'.repeat(count)}`
    expect(faultOf(plain, { serialNumber: numbers(24) }, ['EXT'])).toBeNull()
    expect(faultOf(plain, { serialNumber: numbers(25) }, ['EXT'])).toMatch(/more than 24 numbers/)
  })
})

/** Returns block and range by the numbers of a text alone; null where it has too few. */
function unitsByNumbers(row: ExampleRow, text: string) {
  const numbers = (text.match(/[0-9]+/g) ?? []).map(BigInt)
  const isMechanism = row.serial.startsWith('RW-')
  const [block, first, last] = isMechanism
    ? [
        `${text
          .replace(/[^A-Za-z]/g, '')
          .slice(-2)
          .toUpperCase()}-${numbers[0]}`,
        numbers[1],
        numbers[7],
      ]
    : row.registry === 'VCS'
      ? ['', numbers[1], numbers[2]]
      : [numbers.at(-3), numbers.at(-2), numbers.at(-1)]
  return first === undefined || last === undefined ? null : { block, first, last }
}

/**
 * Expects a refusal, or the same units as the numbers name, which then meet the example where those
 * do.
 */
function expectSafe(row: ExampleRow, serial: string): void {
  if (faultOf(row, { serialNumber: serial }) !== null) return
  const read = readSerial(serial)
  const [units, own] = [unitsByNumbers(row, serial), unitsByNumbers(row, row.serial)]
  if (units === null || own === null) throw new Error(`${serial} was read without its units`)
  expect(read.tonnes, serial).toEqual({ first: units.first, last: units.last })
  const isShared = units.block === own.block && units.first <= own.last && own.first <= units.last
  expect(overlapOf(read, readSerial(row.serial)) !== null, serial).toBe(isShared)
}

describe('a damaged serial', () => {
  it.each(Object.entries(examples))('of %s is refused, or meets its block', (_, row) => {
    const spellings = spellingsOf(row.serial)
    expect(spellings.length).toBeGreaterThan(70)
    for (const spelling of spellings) expectSafe(row, spelling)
    const read = spellings.filter((spelling) => faultOf(row, { serialNumber: spelling }) === null)
    expect(read.length).toBeGreaterThan(5)
    expect(read.length).toBeLessThan(40)
  })

  it('in thousands of ways is refused, or meets its block', () => {
    let safe = 0
    fc.assert(
      fc.property(damaged, ({ row, serial }) => {
        expectSafe(row, serial)
        safe += 1
      }),
      { numRuns: 20_000 },
    )
    expect(safe).toBe(20_000)
  })
})
