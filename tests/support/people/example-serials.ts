// Provides serials in all grammars for tests, and damaged notations of them.
import fc from 'fast-check'

export type SerialGrammar = 'ACR' | 'CAR' | 'CDM' | 'GS' | 'VCS' | 'VCS of before'

/** A row of an import whose serial is in its registry's grammar. */
export type ExampleRow = {
  readonly registry: string
  readonly project: string
  readonly vintage: number
  readonly serial: string
  readonly tonnes: number
}

/** Real blocks. The serials of ACR, of CAR and of Verra before 2020 are shortened to fewer units. */
export const examples = {
  ACR: {
    registry: 'ACR',
    project: 'ACR1129',
    vintage: 2025,
    serial: 'ACR-FR-1129-2025-2917-30932 to 30971',
    tonnes: 40,
  },
  CAR: {
    registry: 'CAR',
    project: 'CAR1335',
    vintage: 2025,
    serial: 'CAR-1-US-1335-31-983-KS-2025-9205-11 to 50',
    tonnes: 40,
  },
  CDM: {
    registry: 'GS',
    project: 'GS4823',
    vintage: 2017,
    serial: 'RW-5-1459975-2-2-0-7014 - RW-5-1460107-2-2-0-7014',
    tonnes: 133,
  },
  GS: {
    registry: 'GS',
    project: 'GS12285',
    vintage: 2022,
    serial: 'GS1-1-SO-GS12285-16-2022-29930-6499-42536',
    tonnes: 36_038,
  },
  VCS: {
    registry: 'VCS',
    project: 'VCS3052',
    vintage: 2024,
    serial: '19318-938756291-938757241-VCS-VCU-1289-VER-KH-3-3052-01012024-31122024-1',
    tonnes: 951,
  },
  'VCS of before': {
    registry: 'VCS',
    project: 'VCS1360',
    vintage: 2013,
    serial: '8040-449402275-449402279-VCU-042-MER-PE-14-1360-01072013-30062014-1',
    tonnes: 5,
  },
} as const satisfies Record<SerialGrammar, ExampleRow>

/**
 * Returns a serial in notations of people and programs. The import must refuse each, or recognise the
 * same units, so that none is sold in addition to the example.
 */
export function spellingsOf(serial: string): string[] {
  const [first = '', last = ''] = firstAndLast(serial)
  const numbers = serial.split(/[^0-9]+/)
  const middle = numbers.at(Math.floor(numbers.length / 2)) ?? ''
  const inRange = (between: string) => replaceRange(serial, `${first}${between}${last}`)
  return [
    serial.toLowerCase(),
    serial.replaceAll('-', '\u2013'),
    serial.replaceAll('-', ' - '),
    serial.replaceAll('-', '\u2212'),
    serial.replaceAll('-', '/'),
    serial.replaceAll('-', '_'),
    serial.replaceAll('-', '.'),
    serial.replaceAll('-', ' '),
    serial.replaceAll('-', ''),
    serial.replace('-', '--'),
    serial.replace('-', '\u200B-'),
    serial.replace('-', '\u00AD-'),
    serial.replace(/[A-Z]/, (letter) => `${letter}\u200D`),
    serial.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    serial.replace(/[0-9]/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
    serial.replace('S', '\u0405').replace('C', '\u0421').replace('R', 'Я'),
    serial.replace('1', 'I'),
    serial.replace('1', 'l'),
    serial.replace('0', 'O'),
    `VCU Serial Number: ${serial}`,
    `Serial: ${serial}`,
    `Serial ${serial}`,
    `Batch ${serial}`,
    `${serial} (VER)`,
    `${serial} VER`,
    `${serial}.`,
    `${serial};`,
    `${serial}-1`,
    `1-${serial}`,
    `(${serial})`,
    `"${serial}"`,
    `'${serial}`,
    `=${serial}`,
    `=HYPERLINK("http://example.org","${serial}")`,
    `@SUM(1+1)*${serial}`,
    `<b>${serial}</b>`,
    `${serial}, ${serial}`,
    `${serial} and ${serial}`,
    `${serial} to ${serial}`,
    `${serial} [retired]`,
    `${serial} # 1`,
    ` ${serial} `,
    `\u202E${serial}`,
    serial.slice(1),
    serial.slice(0, -1),
    serial.slice(serial.indexOf('-') + 1),
    serial.slice(0, serial.lastIndexOf('-')),
    serial.replace(/-[A-Z]{2}-/, '-ZZ-'),
    serial.replace(/-[A-Z]{2}-/, '-'),
    serial.replace(`-${middle}-`, `-0${middle}-`),
    serial.replace(`-${middle}-`, '-'),
    serial.replace(first, `000${first}`),
    serial.replace(last, `000${last}`),
    serial.replace(first, `${first.slice(0, 1)},${first.slice(1)}`),
    serial.replace(first, `${first}.0`),
    serial.replace(last, `${last}e0`),
    serial.replace(last, `+${last}`),
    serial.replace(last, '9'.repeat(19)),
    serial.replace(last, '9'.repeat(40)),
    inRange(' to '),
    inRange('to'),
    inRange(' through '),
    inRange(' THRU '),
    inRange('-'),
    inRange('\u2013'),
    inRange(' \u2014 '),
    inRange(' until '),
    inRange(' bis '),
    inRange('..'),
    inRange(':'),
    inRange('~'),
    replaceRange(serial, `${last}-${first}`),
    replaceRange(serial, first),
    replaceRange(serial, `${first}-${first}, ${Number(first) + 1}-${last}`),
    replaceRange(serial, `${first}-${last}-${first}-${last}`),
  ]
}

function firstAndLast(serial: string): readonly string[] {
  const ends = /^[A-Z]{2}-5-([0-9]+).* - [A-Z]{2}-5-([0-9]+)/.exec(serial) ?? rangeOf(serial)
  return ends.slice(1)
}

function rangeOf(serial: string): RegExpExecArray {
  const range =
    /^[0-9]+-([0-9]+)-([0-9]+)/.exec(serial) ?? /([0-9]+)(?: to |-)([0-9]+)$/.exec(serial)
  if (range === null) throw new Error(`${serial} has no range`)
  return range
}

/** Replaces the range of a serial. Of a CDM serial, `range` replaces the second half. */
function replaceRange(serial: string, range: string): string {
  if (/^[A-Z]{2}-5-/.test(serial)) return serial.replace(/ - .*$/, ` ${range} `)
  const [whole = '', first = '', last = ''] = rangeOf(serial)
  const changedRange = whole.replace(new RegExp(`${first}(?: to |-)${last}$`), range)
  return serial.replace(whole, () => changedRange)
}

/** Signs and words that an insertion or replacement puts into a serial. */
const pieces = fc.constantFrom(
  ...[
    '-',
    ' ',
    ' - ',
    '--',
    '\u2013',
    ' to ',
    'TO',
    ' through ',
    '/',
    '.',
    ',',
    ';',
    ':',
    '_',
    '+',
  ],
  ...[
    '0',
    '00',
    '1',
    '9',
    '42',
    '9'.repeat(20),
    'O',
    'I',
    'l',
    'e',
    'x',
    'VER',
    'VCU',
    'GS',
    'PER',
  ],
  ...[
    '(VER)',
    '[1]',
    '=',
    "'",
    '"',
    '<',
    '@',
    '%',
    '\u200B',
    '\u00AD',
    '\u202E',
    '\uFEFF',
    '\u00A0',
  ],
  ...['\uFF11', '\u0661', '\u0421', '\u0405', '\u00C9', '\n', '\t', '#', 'Serial: ', 'No. '],
)

/**
 * Generates serials with one to three changes at random positions: a text inserted, a sign removed or
 * replaced, a field repeated or removed.
 */
export const damaged = fc
  .tuple(
    fc.constantFrom(...Object.values(examples)),
    fc.array(fc.tuple(fc.constantFrom('put', 'drop', 'over', 'swap', 'twice'), fc.nat(), pieces), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([row, changes]) => {
    let serial: string = row.serial
    for (const [kind, place, piece] of changes) serial = change(serial, kind, place, piece)
    return { row, serial }
  })

function change(serial: string, kind: string, place: number, piece: string): string {
  const at = place % (serial.length + 1)
  const fields = serial.split('-')
  const field = place % fields.length
  switch (kind) {
    case 'put':
      return serial.slice(0, at) + piece + serial.slice(at)
    case 'drop':
      return serial.slice(0, at) + serial.slice(at + 1)
    case 'over':
      return serial.slice(0, at) + piece + serial.slice(at + 1)
    case 'twice':
      return fields.toSpliced(field, 0, fields[field] ?? '').join('-')
    default:
      return fields.toSpliced(field, 1).join('-')
  }
}
