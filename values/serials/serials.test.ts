// Tests how registries' serials are read: each grammar, each spelling, and overlaps.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalSerial,
  overlapOf,
  readSerial,
  serialOfTonnes,
  serialsOverlap,
} from './serials.ts'

const goldStandard = 'GS1-1-SO-GS12285-16-2022-29930-6499-42536'
const american = 'ACR-FR-1129-2025-2917-30932 to 35143'
const reserve = 'CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000'
const mechanism = 'RW-5-1459975-2-2-0-7014 - RW-5-1460107-2-2-0-7014'
const verra = '19318-938756291-938757241-VCS-VCU-1289-VER-KH-3-3052-01012024-31122024-1'
const former = '8040-449402275-449402279-VCU-042-MER-PE-14-1360-01072013-30062014-1'

/** Series, first and last unit, registry, project, and the first and last day or the vintage twice. */
const read = (text: string) => {
  const { trunk, tonnes, names } = readSerial(text)
  const { registry, project, period } = names ?? {}
  return [trunk, tonnes?.first, tonnes?.last, registry, project, period?.from, period?.through]
}

describe('a serial', () => {
  it.each([
    [goldStandard, ['GS-29930', 6_499n, 42_536n, 'GS', '12285', '2022', '2022']],
    [american, ['ACR-2917', 30_932n, 35_143n, 'ACR', '1129', '2025', '2025']],
    [reserve, ['CAR-9205', 1n, 5_000n, 'CAR', '1335', '2025', '2025']],
    [mechanism, ['CDM-RW', 1_459_975n, 1_460_107n, 'CDM', '7014', undefined, undefined]],
    [verra, ['VCS', 938_756_291n, 938_757_241n, 'VCS', '3052', '2024-01-01', '2024-12-31']],
    [former, ['VCS', 449_402_275n, 449_402_279n, 'VCS', '1360', '2013-07-01', '2014-06-30']],
    [
      former.replace('MER', 'APX'),
      ['VCS', 449_402_275n, 449_402_279n, 'VCS', '1360', '2013-07-01', '2014-06-30'],
    ],
    ['GS1-1-TR-GS0001-1-2024-0001-000007-000007', ['GS-1', 7n, 7n, 'GS', '1', '2024', '2024']],
    [
      '0001-000001-000100-VCS-VCU-003-VER-US-14-0003-29022020-31122020-1',
      ['VCS', 1n, 100n, 'VCS', '3', '2020-02-29', '2020-12-31'],
    ],
    [
      'GS1-1-TR-GS1-1-2024-1-900000000000000000-999999999999999999',
      ['GS-1', 900_000_000_000_000_000n, 999_999_999_999_999_999n, 'GS', '1', '2024', '2024'],
    ],
  ])('%s is read whole', (serial, parts) => {
    expect(read(serial)).toEqual(parts)
  })

  it.each([
    ['of an unknown form', 'ACME-7'],
    ['with a note behind it', `${goldStandard} (VER)`],
    ['with a letter behind it', `${verra.slice(0, -1)}O`],
    ['with a field more', `${goldStandard}-1`],
    ['with a field less', goldStandard.replace('-16-', '-')],
    ['without its block', verra.replace('19318-', '')],
    ['of Verra without a scope', verra.replace('-3-3052', '-3052')],
    ['of before without its block', former.replace('8040-', '')],
    ['with one end', 'GS1-1-TR-GS1-1-2024-1-7'],
    ['that ends before it begins', 'GS1-1-TR-GS1-1-2024-1-9-5'],
    ['with a unit 0', 'GS1-1-TR-GS1-1-2024-1-0-5'],
    ['of two ranges', `${goldStandard}, 42537-42540`],
    ['twice', `${goldStandard} to ${goldStandard}`],
    ['with a word where a number belongs', reserve.replace('-1 to', '-one to')],
    ['with a word that is no range', american.replace(' to ', ' until ')],
    ['with thousands parted', american.replace('35143', '35,143')],
    ['with too many digits', `GS1-1-TR-GS1-1-2024-1-1-${'9'.repeat(19)}`],
    ['with other signs for dashes', goldStandard.replaceAll('-', '/')],
    ['with a dash twice', goldStandard.replace('-16-', '--16-')],
    ['of a day that does not exist', verra.replace('01012024', '29022023')],
    ['whose period ends before it begins', verra.replace('31122024', '31122023')],
    ['of two halves of other projects', mechanism.replace(/7014$/, '7015')],
    ['of two halves of other unit types', mechanism.replace('- RW-5', '- RW-6')],
    ['of one half', 'RW-5-1459975-2-2-0-7014'],
    ['of assigned amount units', mechanism.replaceAll('RW-5', 'RW-1')],
    ['with a letter of another alphabet', goldStandard.replace('S1', '\u04051')],
    ['with figures of another script', goldStandard.replace('6499', '\u0666\u0664\u0669\u0669')],
    ['in wide figures', goldStandard.replace('6499', '\uFF16\uFF14\uFF19\uFF19')],
    ['with a sign that shows nothing', goldStandard.replace('-', '-\u200B')],
    ['in a formula', `=HYPERLINK("x","${goldStandard}")`],
    ['behind another word', `Batch ${goldStandard}`],
  ])('%s is not read', (_, serial) => {
    expect(readSerial(serial)).toEqual({
      trunk: canonicalSerial(serial),
      tonnes: null,
      names: null,
    })
  })

  it.each([goldStandard, american, reserve, mechanism, verra, former])(
    '%s is the same in any capitals, dashes and blanks, and behind a label',
    (serial) => {
      for (const spelling of [
        serial.toLowerCase(),
        serial.replaceAll('-', '\u2013'),
        serial.replaceAll('-', ' \u2212 '),
        serial.replaceAll('-', '\uFF0D'),
        `\u00A0 ${serial}\t`,
        `VCU Serial Number: ${serial}`,
        `Serial: ${serial}`,
        `serial no. ${serial}`,
        `Gold Standard VER Serial Numbers ${serial}`,
      ]) {
        expect(readSerial(spelling), spelling).toEqual(readSerial(serial))
      }
    },
  )

  it.each([
    [goldStandard, '6499-42536'],
    [american, '30932 to 35143'],
    [reserve, '1 to 5000'],
    [verra, '938756291-938757241'],
    [mechanism, '7014 - RW'],
  ])('%s may join %s by any of the words for it', (serial, range) => {
    const [first = '', last = ''] = range.split(/ to | - |-/)
    for (const to of [' to ', ' TO ', ' through ', ' thru ', '-', ' - ', '\u2013']) {
      const spelling = serial.replace(range, `${first}${to}${last}`)
      expect(readSerial(spelling), spelling).toEqual(readSerial(serial))
    }
  })

  it('of CAR may begin with a word for its units', () => {
    expect(readSerial(reserve.replace('CAR-1-', 'CAR-ROC-'))).toEqual(readSerial(reserve))
  })

  it.each([
    [goldStandard, ['-SO-', '-KE-'], ['GS12285', 'GS999'], ['-16-', '-4-'], ['2022', '2019']],
    [verra, ['19318-', '1-'], ['-1289-', '-7-'], ['-KH-', '-PE-'], ['3052', '9'], ['-1', '-0']],
    [american, ['-FR-', '-US-'], ['1129', '7'], ['2025', '2020']],
    [
      reserve,
      ['CAR-1', 'CAR-ROC'],
      ['1335', '7'],
      ['983', '1'],
      ['-KS-', '-CA-'],
      ['2025', '2020'],
    ],
    [mechanism, ['7014', '9'], ['-2-2-', '-1-1-'], ['RW-5', 'RW-6']],
  ])('%s is of the same series, with any other fields', (serial, ...changes) => {
    for (const [part = '', other = ''] of changes) {
      const changed = readSerial(serial.replaceAll(part, other))
      expect(changed.tonnes, part).not.toBeNull()
      expect(overlapOf(changed, readSerial(serial)), part).toBe('same')
    }
  })

  it.each([
    [goldStandard, '29930', '29931'],
    [american, '2917', '2918'],
    [reserve, '9205', '9206'],
    [mechanism, 'RW-5', 'KE-5'],
  ])('%s is of another series with another block or country', (serial, part, other) => {
    const changed = readSerial(serial.replaceAll(part, other))
    expect(changed.tonnes).not.toBeNull()
    expect(overlapOf(changed, readSerial(serial))).toBeNull()
  })
})

const number = fc.integer({ min: 1, max: 40 })
const trunk = fc.constantFrom(
  'GS1-1-TR-GS1-1-2024-1',
  'gs1-1-ke-gs2-1-2023-01',
  'GS1-1-TR-GS1-1-2024-2',
)
const block = fc.tuple(trunk, number, number).map(([series, one, other]) => ({
  series,
  first: Math.min(one, other),
  last: Math.max(one, other),
}))

describe('two blocks', () => {
  it('overlap where one tonne is in both, and nowhere else', () => {
    fc.assert(
      fc.property(block, block, (one, other) => {
        const tonnes = ({ series, first, last }: typeof one) =>
          Array.from({ length: last - first + 1 }, (_, i) => `${series.slice(-1)} ${first + i}`)
        const shared = tonnes(one).filter((tonne) => tonnes(other).includes(tonne))
        const [a, b] = [one, other].map(({ series, first, last }) =>
          readSerial(`${series}-${first}-${last}`),
        )
        if (a === undefined || b === undefined) throw new Error('no serials')
        expect(serialsOverlap(a, b)).toBe(shared.length > 0)
        expect(serialsOverlap(b, a)).toBe(shared.length > 0)
        const isPart = shared.length > 0 && shared.length === tonnes(one).length
        const isWhole = isPart && shared.length === tonnes(other).length
        const meeting = isWhole ? 'same' : isPart ? 'part' : shared.length > 0 ? 'meets' : null
        expect(overlapOf(a, b)).toBe(meeting)
      }),
      { numRuns: 500 },
    )
  })

  it('in no grammar overlap where their normal form is the same', () => {
    const meeting = (one: string, other: string) => overlapOf(readSerial(one), readSerial(other))
    expect(meeting('acme 7', 'ACME  7')).toBe('same')
    expect(meeting('ACME 7', 'ACME 8')).toBeNull()
    // Without a range it is all of its trunk.
    expect([meeting('GS-1', 'GS1-1-TR-GS1-1-2024-1-5-9')]).toEqual(['meets'])
    expect([meeting('GS1-1-TR-GS1-1-2024-1-5-9', 'GS-1')]).toEqual(['part'])
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
    [american, 30_940n, 31_000n, 'ACR-FR-1129-2025-2917-30940 to 31000'],
    [
      'RW-5-1463953-2-2-0-7014 - RW-5-1467609-2-2-0-7014',
      1_463_960n,
      1_463_961n,
      'RW-5-1463960-2-2-0-7014 - RW-5-1463961-2-2-0-7014',
    ],
    [
      '0001-000001-000100-VCS-VCU-003-VER-US-14-0003-01012020-31122020-1',
      1n,
      3n,
      '0001-000001-000003-VCS-VCU-003-VER-US-14-0003-01012020-31122020-1',
    ],
    ['GS1-1-TR-GS1-1-2024-1-0099-1200', 100n, 101n, 'GS1-1-TR-GS1-1-2024-1-0100-0101'],
    ['gs1 - 1 – tr-gs1-1-2024-1-5 through 9', 6n, 7n, 'gs1 - 1 – tr-gs1-1-2024-1-6 through 7'],
    [
      `VCU Serial Number: ${former}`,
      449_402_276n,
      449_402_276n,
      `VCU Serial Number: ${former.replace('275-449402279', '276-449402276')}`,
    ],
  ])('of %s is spelled as the block is', (block, first, last, part) => {
    expect(serialOfTonnes(block, first, last)).toBe(part)
    expect(readSerial(part)).toMatchObject({
      trunk: readSerial(block).trunk,
      tonnes: { first, last },
    })
  })

  it('is null outside of the block, and of no block', () => {
    expect(serialOfTonnes('GS1-1-UG-GS1-16-2024-30307-5-9', 4n, 6n)).toBeNull()
    expect(serialOfTonnes('GS1-1-UG-GS1-16-2024-30307-5-9', 8n, 10n)).toBeNull()
    expect(serialOfTonnes('GS1-1-UG-GS1-16-2024-30307-5-9', 8n, 7n)).toBeNull()
    expect(serialOfTonnes('TST-1', 1n, 1n)).toBeNull()
  })
})
