// Tests the auditor's reading of a serial, the overlaps that it finds, and the batches that it does
// not compare.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { auditSerial, compareBatches, notComparedSentence } from './audited-serials.ts'

const batch = (registry: string, serial: string, tonnes: number) => ({
  registry,
  serial,
  issuedKg: tonnes * 1_000,
})
const read = (registry: string, serial: string, tonnes: number) =>
  auditSerial(batch(registry, serial, tonnes))
const range = (series: string, first: number | bigint, last: number | bigint) => ({
  range: { series, first: BigInt(first), last: BigInt(last) },
  doubt: null,
})

describe('the auditor takes block number and range', () => {
  it.each([
    ['GS', 'GS1-1-SO-GS12285-16-2022-29930-6499-42536', 36_038, 'GS 29930', 6_499, 42_536],
    ['GS', 'gs1-1-so-gs12285-16-2022-029930-06499-042536 ', 36_038, 'GS 29930', 6_499, 42_536],
    ['GS', 'GS1/1/SO/GS12285/16/2022/29930/6499/42536', 36_038, 'GS 29930', 6_499, 42_536],
    ['GS', 'GS1-1-SO-GS12285-16-2022-29930-7-7', 1, 'GS 29930', 7, 7],
    ['ACR', 'ACR-FR-1129-2025-2917-30932 to 35143', 4_212, 'ACR 2917', 30_932, 35_143],
    ['ACR', 'ACR-FR-1129-2025-2917-30932 through 35143', 4_212, 'ACR 2917', 30_932, 35_143],
    ['ACR', 'ACR-FR-1129-2025-2917-30932-35143', 4_212, 'ACR 2917', 30_932, 35_143],
    ['CAR', 'CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000', 5_000, 'CAR 9205', 1, 5_000],
    ['CAR', 'ROC-US-1335-31-983-KS-2025-9205-1 to 5000', 5_000, 'CAR 9205', 1, 5_000],
    [
      'VCS',
      '19318-938756291-938757241-VCS-VCU-1289-VER-KH-3-3052-01012024-31122024-1',
      951,
      'VCS',
      938_756_291,
      938_757_241,
    ],
    ['VCS', 'VCU Serial Number: 9 – 100 – 199', 100, 'VCS', 100, 199],
    [
      'GS',
      'RW-5-1459975-2-2-0-7014 - RW-5-1460107-2-2-0-7014',
      133,
      'CDM RW',
      1_459_975,
      1_460_107,
    ],
    ['CDM', 'rw-5-7-2-2-0-7014 to rw-5-7-2-2-0-7014', 1, 'CDM RW', 7, 7],
    ['CDM', 'RW - 5 - 7 - 2 - 2 - 0 - 7014 - RW - 5 - 9 - 2 - 2 - 0 - 7014', 3, 'CDM RW', 7, 9],
    ['GS', 'RW–5–7–2–2–0–7014 – RW–5–9–2–2–0–7014', 3, 'CDM RW', 7, 9],
    ['CDM', 'CER serial number: RW−5−7−2−2−0−7014 to RW−5−9−2−2−0−7014', 3, 'CDM RW', 7, 9],
  ])('of %s %s', (registry, serial, tonnes, series, first, last) => {
    expect(read(registry, serial, tonnes)).toEqual(range(series, first, last))
  })

  it('with numbers of any size', () => {
    const first = 10n ** 30n
    const serial = `GS1-1-SO-GS1-1-2022-7-${first}-${first + 4n}`
    expect(read('GS', serial, 5)).toEqual(range('GS 7', first, first + 4n))
  })

  it('of every block of the demonstration’s catalogue', () => {
    const [head = '', ...lines] = readFileSync('database/demo-catalogue/batches.csv', 'utf8')
      .trim()
      .split('\n')
    const columns = head.split(',')
    // Some names have a comma, in quotes.
    const cells = (line: string) => line.replace(/"[^"]*"/g, 'name').split(',')
    const at = (line: string, name: string) => cells(line)[columns.indexOf(name)] ?? ''
    const batches = lines.map((line) => ({
      registry: at(line, 'registry'),
      serial: at(line, 'serial_number'),
      issuedKg: Number(at(line, 'quantity_tco2e')) * 1_000,
    }))
    expect(batches.length).toBeGreaterThan(390)
    const { compared, notCompared, overlaps } = compareBatches(batches)
    expect({ compared, notCompared, overlaps }).toEqual({
      ...{ compared: batches.length, notCompared: [], overlaps: [] },
    })
    // Parts that their registry split from two of these blocks when they were retired.
    const parts = [
      batch('GS', 'GS1-1-KE-GS11603-16-2024-30255-485-12623', 12_139),
      batch('GS', 'GS1-1-KE-GS11603-16-2025-30256-110-5463', 5_354),
    ]
    expect(compareBatches([...batches, ...parts]).overlaps).toHaveLength(2)
  })
})

describe('the auditor does not compare', () => {
  it.each([
    ['a registry that it does not know', 'ACME', 'GS1-1-SO-GS12285-16-2022-29930-1-9', 9],
    ['a registry in other letters', 'gs', 'GS1-1-SO-GS12285-16-2022-29930-1-9', 9],
    ['an empty text', 'GS', '', 9],
    ['words', 'GS', 'Block of the wind farm', 9],
    ['two numbers', 'ACR', '1 to 9', 9],
    ['two numbers of Verra', 'VCS', '1-9', 9],
    ['a number that ends before it begins', 'GS', 'GS1-1-SO-GS12285-16-2022-29930-9-1', 9],
    ['another count than its tonnes', 'GS', 'GS1-1-SO-GS12285-16-2022-29930-1-8', 9],
    ['a suffix with a number', 'GS', 'GS1-1-IN-GS10782-5-2024-30215-1-16770 (part 2)', 16_770],
    ['thousands apart', 'GS', 'GS1-1-IN-GS10782-5-2024-30215-1-16,770', 16_770],
    ['half a form of the Mechanism', 'GS', 'RW-5-1459975-2-2-0-7014', 1],
    ['two countries', 'GS', 'RW-5-1-2-2-0-7014 - KE-5-9-2-2-0-7014', 9],
    ['halves that differ', 'GS', 'RW-5-1-2-2-0-7014 - RW-5-9-2-2-0-7015', 9],
    ['letters that look like others', 'GS', 'R\u0428-5-1-2-2-0-7 - R\u0428-5-9-2-2-0-7', 9],
    ['digits of another script', 'GS', 'GS1-1-SO-GS1-16-2022-2993\u0660-1-9', 9],
    ['a raised digit', 'GS', 'GS1-1-SO-GS1-16-2022-29930-1-9\u00B2', 9],
  ])('%s', (_what, registry, serial, tonnes) => {
    expect(read(registry, serial, tonnes)).toEqual({ range: null, doubt: expect.any(String) })
  })

  it('kilograms that are no whole tonnes', () => {
    const batch = { registry: 'GS', serial: 'GS1-1-SO-GS1-16-2022-7-1-9', issuedKg: 8_999 }
    expect(auditSerial(batch).range).toBeNull()
  })

  it.each([
    ['a letter for a digit', 'GS1-1-IN-GS10782-5-2024-3O215-1-16770', 16_770],
    ['a sign inside the block number', 'GS1-1-IN-GS10782-5-2024-30\u200B215-1-16770', 16_770],
    ['thousands apart in the block number', 'GS1-1-IN-GS10782-5-2024-30,215-1-16770', 16_770],
    ['thousands apart that count as many', 'GS1-1-IN-GS10782-5-2024-30215-5,005-5,100', 96],
    ['a second range', 'GS1-1-IN-GS10782-5-2024-30215-1-16770, 9-1-16770', 16_770],
    ['a block alone', 'Block 30215: 1 to 16770', 16_770],
  ])('for certain what may be a part of a number: %s', (_what, serial, tonnes) => {
    const { range: taken, doubt } = read('GS', serial, tonnes)
    expect(taken).not.toBeNull()
    expect(doubt).toBe('the number before its block number is no year')
  })
})

const pairs = (...batches: readonly ReturnType<typeof batch>[]) =>
  compareBatches(batches).overlaps.map(({ one, other, shared }) => [
    ...[one.serial, other.serial, Number(shared.first), Number(shared.last)],
  ])

describe('two overlapping batches', () => {
  it('in a block of one registry, with any other fields in their serials', () => {
    const [whole, part] = ['GS1-1-IN-GS1-5-2024-7-1-100', 'GS2-9-KE-GS9-1-2019-7-50-60']
    expect(pairs(batch('GS', part, 11), batch('GS', whole, 100))).toEqual([[whole, part, 50, 60]])
    expect(pairs(batch('GS', whole, 100), batch('ACR', part, 11))).toEqual([])
  })

  it('are found anywhere in Verra, and in units of one country in any registry', () => {
    const [one, other] = ['1-100-199-VCS-VCU', '2-199-200-VCS-VCU']
    expect(pairs(batch('VCS', one, 100), batch('VCS', other, 2))).toEqual([[one, other, 199, 199]])
    const unit = 'RW-5-7-2-2-0-1 - RW-5-7-2-2-0-1'
    expect(pairs(batch('GS', unit, 1), batch('VCS', unit, 1))).toEqual([[unit, unit, 7, 7]])
  })

  it('are found pair by pair where several share a unit, and not where they follow each other', () => {
    const block = (first: number, last: number) =>
      batch('GS', `GS1-1-IN-GS1-5-2024-7-${first}-${last}`, last - first + 1)
    expect(pairs(block(1, 9), block(2, 3), block(4, 5), block(9, 9))).toHaveLength(3)
    expect(pairs(block(1, 9), block(10, 20), block(21, 21))).toEqual([])
  })
})

describe('the sentence about batches that were not compared', () => {
  it('names each overlap, up to a number, and is missing without any', () => {
    expect(notComparedSentence({ compared: 3, serials: [] })).toBeNull()
    expect(notComparedSentence({ compared: 3, serials: ['A', 'B'] })).toBe(
      '2 of 5 batches could not be compared: A, B.',
    )
    expect(notComparedSentence({ compared: 0, serials: ['A', 'B', 'C'] }, 2)).toBe(
      '3 of 3 batches could not be compared: A, B and 1 more.',
    )
  })
})
