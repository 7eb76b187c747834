// How registries' serials are read: each form, each way to spell one, and when two of them meet.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countsInNoForm, likenessOf } from './serial-spelling.ts'
import {
  canonicalSerial,
  hasForeignSigns,
  meetingOf,
  readSerial,
  serialOfTonnes,
  serialsMeet,
  tonnesOfSerial,
} from './serials.ts'

const goldStandard = 'GS1-1-SO-GS12285-16-2022-29930-6499-42536'

describe('a serial', () => {
  it.each([
    [goldStandard, 'GS1-1-SO-GS12285-16-2022-29930', 6_499n, 42_536n],
    [
      'RW-5-1459975-2-2-0-7014 - RW-5-1460107-2-2-0-7014',
      'RW-5-2-2-0-7014',
      1_459_975n,
      1_460_107n,
    ],
    [
      '19318-938756291-938757241-VCS-VCU-1289-VER-KH-3-3052-01012024-31122024-1',
      'VCS',
      938_756_291n,
      938_757_241n,
    ],
    [
      '2451-105678901-105688900-VCU-008-MER-IN-1-352-01042011-31032012-0',
      'VCS',
      105_678_901n,
      105_688_900n,
    ],
    ['ACR-FR-1129-2025-2917-30932 to 35143', 'ACR-FR-1129-2025-2917', 30_932n, 35_143n],
    [
      'CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000',
      'CAR-1-US-1335-31-983-KS-2025-9205',
      1n,
      5_000n,
    ],
    ['GS1-1-TR-GS1-1-2024-1-7-7', 'GS1-1-TR-GS1-1-2024-1', 7n, 7n],
    [
      'GS1-1-TR-GS1-1-2024-1-900000000000000000-999999999999999999',
      'GS1-1-TR-GS1-1-2024-1',
      900_000_000_000_000_000n,
      999_999_999_999_999_999n,
    ],
  ])('%s is read into its trunk and its tonnes', (serial, trunk, first, last) => {
    expect(readSerial(serial)).toEqual({ trunk, tonnes: { first, last } })
    expect(tonnesOfSerial(serial)).toBe(last - first + 1n)
  })

  it.each([
    ['of an unknown form', 'ACME-7'],
    ['of two halves that differ in more than the third number', 'RW-5-1-2-2-0-7 - RW-6-9-2-2-0-7'],
    [
      'whose numbers are longer than any registry counts',
      `GS1-1-TR-GS1-1-2024-1-1-${'9'.repeat(19)}`,
    ],
    ['with a word where a number belongs', 'CAR-1-US-1335-31-983-KS-2025-9205-one to 5000'],
  ])('%s is all trunk', (_, serial) => {
    expect(readSerial(serial)).toEqual({ trunk: canonicalSerial(serial), tonnes: null })
    expect(tonnesOfSerial(serial)).toBeNull()
  })

  it('that ends before it begins spans no tonnes, and is all trunk', () => {
    const serial = 'GS1-1-TR-GS1-1-2024-1-9-5'
    expect(tonnesOfSerial(serial)).toBe(-3n)
    expect(readSerial(serial).tonnes).toBeNull()
  })

  it.each([
    ['in small letters', goldStandard.toLowerCase()],
    ['with other dashes', goldStandard.replaceAll('-', '\u2013')],
    [
      'with every kind of dash',
      goldStandard.replace('-', '\u2212').replace('-', '\uFE63').replace('-', '\u2011'),
    ],
    ['with blanks around it', `\u00A0 ${goldStandard}\t`],
    ['with blanks around its dashes', goldStandard.replaceAll('-', ' - ')],
    [
      'in wide letters and figures',
      goldStandard.replace('GS1', '\uFF27\uFF33\uFF11').replace('6499', '\uFF16\uFF14\uFF19\uFF19'),
    ],
    [
      'with zeros before its numbers',
      goldStandard.replace('6499', '0006499').replace('GS1-1', 'GS1-01'),
    ],
    [
      'with signs that show nothing',
      goldStandard.replaceAll('-', '-\u200B').replace('GS', 'G\uFEFFS'),
    ],
  ])('%s is the same serial', (_, spelling) => {
    expect(readSerial(spelling)).toEqual(readSerial(goldStandard))
  })

  it.each([
    ['ACR-FR-1129-2025-2917-30932 to 35143', 'acr-fr-1129-2025-2917-30932  TO\u00A035143'],
    ['CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000', 'CAR-1-US-1335-31-983-KS-2025-9205-1to5000'],
    [
      'RW-5-1459975-2-2-0-7014 - RW-5-1460107-2-2-0-7014',
      'RW-5-1459975-2-2-0-7014\u2014RW-5-1460107-2-2-0-7014',
    ],
  ])('%s may be spelled %s', (serial, spelling) => {
    expect(readSerial(spelling)).toEqual(readSerial(serial))
  })

  it.each([
    ['ACR-FR-1129-2025-2917-30932-35143', 4_212],
    ['GS1/1/TR/GS1/16/2024/30270/1/1000', 1_000],
    ['GS1_1_TR_GS1_16_2024_30270_1_1000', 1_000],
    ['GS1-1-TR-GS1-16-2024-30270-1-1000.', 1_000],
    ['GS1-1-TR-GS1-16-2024-30270-1-1,000', 1_000],
    ['VCS-990000050-990000149', 100],
    ['ACR/FR/1129/2025/2917/35143 to 36142', 1_000],
    ['ACR-FR-1129-2025-2917-35,143 to 36,142', 1_000],
    ['19318/938756291/938757241/VCS/VCU/1289/VER/KH/3/3052/01012024/31122024/1', 951],
  ])('%s counts tonnes in no form that is read', (serial, tonnes) => {
    expect(readSerial(serial).tonnes).toBeNull()
    expect(countsInNoForm(serial, tonnes)).toBe(true)
  })

  it('with other signs and zeros between its numbers is read as the one that it looks like', () => {
    const serial = 'GS1-1-TR-GS1-16-2024-30270-1-1000'
    const spelled = 'GS1.01.TR.GS1.16.2024.030270.0001.1000'
    expect(likenessOf(spelled, 1_000)).toEqual(readSerial(serial))
  })

  it.each([
    [goldStandard, 36_038],
    ['ACME-7', 7],
    ['ACME-7-2024', 50],
    ['ACR-FR-1129-2025-2917-30932 to 35143', 4_212],
  ])('%s does not', (serial, tonnes) => {
    expect(countsInNoForm(serial, tonnes)).toBe(false)
  })

  it.each([
    ['with a letter of another alphabet', goldStandard.replace('S1', '\u04051')],
    ['with figures of another script', goldStandard.replace('6499', '\u0666\u0664\u0669\u0669')],
    ['with a filler', `${goldStandard}\u3164`],
  ])('%s has signs that no registry writes', (_, serial) => {
    expect(hasForeignSigns(serial)).toBe(true)
    expect(hasForeignSigns(goldStandard.replaceAll('-', '\u2013'))).toBe(false)
  })

  it('has a spelling that spelling it again does not change', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const canonical = canonicalSerial(text)
        expect(canonicalSerial(canonical)).toBe(canonical)
      }),
    )
  })
})

const number = fc.integer({ min: 0, max: 40 })
const trunk = fc.constantFrom(
  'GS1-1-TR-GS1-1-2024-1',
  'gs1-1-tr-gs1-1-2024-1',
  'GS1-1-TR-GS1-1-2024-2',
)
const block = fc.tuple(trunk, number, number).map(([series, one, other]) => ({
  series,
  first: Math.min(one, other),
  last: Math.max(one, other),
}))

describe('two blocks', () => {
  it('meet where one tonne is in both, and nowhere else', () => {
    fc.assert(
      fc.property(block, block, (one, other) => {
        const tonnes = ({ series, first, last }: typeof one) =>
          Array.from({ length: last - first + 1 }, (_, i) => `${series.toUpperCase()} ${first + i}`)
        const shared = tonnes(one).filter((tonne) => tonnes(other).includes(tonne))
        const [a, b] = [one, other].map(({ series, first, last }) =>
          readSerial(`${series}-${first}-${last}`),
        )
        if (a === undefined || b === undefined) throw new Error('no serials')
        expect(serialsMeet(a, b)).toBe(shared.length > 0)
        expect(serialsMeet(b, a)).toBe(shared.length > 0)
        const isPart = shared.length > 0 && shared.length === tonnes(one).length
        const isWhole = isPart && shared.length === tonnes(other).length
        const meeting = isWhole ? 'same' : isPart ? 'part' : shared.length > 0 ? 'meets' : null
        expect(meetingOf(a, b)).toBe(meeting)
      }),
      { numRuns: 500 },
    )
  })

  it('of an unknown form meet where their spelling is one', () => {
    const meeting = (one: string, other: string) => meetingOf(readSerial(one), readSerial(other))
    expect(meeting('acme 7', 'ACME  7')).toBe('same')
    expect(meeting('ACME 7', 'ACME 8')).toBeNull()
    // Without a range it is all of its trunk.
    const [whole, block] = ['GS1-1-TR-GS1-1-2024-1', 'GS1-1-TR-GS1-1-2024-1-5-9']
    expect([meeting(whole, block), meeting(block, whole)]).toEqual(['meets', 'part'])
  })
})

describe('a part of a block', () => {
  it.each([
    ['GS1-1-UG-GS11236-16-2024-30307-1-19149', 3n, 8n, 'GS1-1-UG-GS11236-16-2024-30307-3-8'],
    [
      '19258-933627722-933630721-VCS-VCU-1491-VER-TR-1-2-01012020-31122020-0',
      933_627_722n,
      933_627_722n,
      '19258-933627722-933627722-VCS-VCU-1491-VER-TR-1-2-01012020-31122020-0',
    ],
    [
      'ACR-FR-1129-2025-2917-30932 to 35143',
      30_940n,
      31_000n,
      'ACR-FR-1129-2025-2917-30940 to 31000',
    ],
    [
      'RW-5-1463953-2-2-0-7014 - RW-5-1467609-2-2-0-7014',
      1_463_960n,
      1_463_961n,
      'RW-5-1463960-2-2-0-7014 - RW-5-1463961-2-2-0-7014',
    ],
  ])('of %s is spelled as the block is', (block, first, last, part) => {
    expect(serialOfTonnes(block, first, last)).toBe(part)
    expect(readSerial(part)).toEqual({ trunk: readSerial(block).trunk, tonnes: { first, last } })
  })

  it('is none outside of the block, and of no block', () => {
    expect(serialOfTonnes('GS1-1-UG-GS1-16-2024-30307-5-9', 4n, 6n)).toBeNull()
    expect(serialOfTonnes('GS1-1-UG-GS1-16-2024-30307-5-9', 8n, 10n)).toBeNull()
    expect(serialOfTonnes('GS1-1-UG-GS1-16-2024-30307-5-9', 8n, 7n)).toBeNull()
    expect(serialOfTonnes('TST-1', 1n, 1n)).toBeNull()
  })
})
