// Validates a row's serial. It must match its registry's grammar completely, and agree with the row's other
// fields. Otherwise it could share tonnes with another batch without being noticed. Pure.
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import { dayOf } from '#providers/registries/tables/day-of.ts'
import { wordsOfColumn } from '#providers/registries/units/batch-columns.ts'
import { type PeriodCell, yearAlone } from '#providers/registries/units/unit-facts.ts'
import { isPlainName, resembledRegistry } from '#values/serials/resembled-registry.ts'
import {
  grammarSentence,
  holdsSerialsOf,
  isSerialRegistry,
  type SerialRegistry,
} from '#values/serials/serial-forms.ts'
import {
  canonicalSerial,
  readWholeSerial,
  type SerialNames,
  type WholeSerial,
} from '#values/serials/serials.ts'

/** The fields of a row that this validation reads. */
export type SerialRow = Pick<
  RegistryBatch,
  'registry' | 'externalProjectId' | 'vintageYear' | 'serialNumber' | 'quantityTonnes' | 'unit'
>

/**
 * Returns the fault of a row's serial, or null. `uncomparedRegistries` lists registries whose serials the
 * operator accepts without a grammar.
 */
export function faultOfSerial(
  row: SerialRow,
  uncomparedRegistries: readonly string[],
): string | null {
  const { registry, serialNumber } = row
  const serial = readWholeSerial(serialNumber)
  if (!isSerialRegistry(registry)) return faultOfUncomparedSerial(row, serial, uncomparedRegistries)
  if (serial === null) {
    const characters = foreignCharactersText(serialNumber)
    return `serial_number: is not in its registry's form${characters}. ${grammarSentence(registry)}`
  }
  return (
    faultOfRegistry(registry, serial.names) ??
    faultOfCount(row, serial) ??
    faultOfProject(row, serial.names) ??
    faultOfPeriod(row, serial.names)
  )
}

/** Returns a text with the code points of characters that no registry uses, or ''. Many are invisible. */
function foreignCharactersText(text: string): string {
  const characters = new Set(canonicalSerial(text).match(/[^\u0020-\u007E]/gu))
  const codes = [...characters].map((sign) => {
    const code = sign.codePointAt(0)?.toString(16).toUpperCase() ?? ''
    return `U+${code.padStart(4, '0')}`
  })
  return codes.length === 0 ? '' : ` and holds the signs ${codes.join(', ')}`
}

/** Serials without a grammar may have only letters, digits and signs that form no formula or markup. */
const plainSerial = /^[A-Za-z0-9][A-Za-z0-9 ./_#:,-]*$/

/**
 * Codes of registries whose serials have a grammar. A serial of another registry must not contain such a
 * code, because it could be a damaged serial of that registry.
 */
const comparedRegistryCode = /(?<![0-9A-Z])(GS[0-9]*|ACR|CAR|VCS|VCU)(?![0-9A-Z])/

/** Start of a serial of the Clean Development Mechanism (CDM): country, unit type and numbers. */
const mechanismStart = /(?<![0-9A-Z])[A-Z]{2}[- ]?[5-7]-[0-9]+-[12]-[12]-/

/** Maximum count of numbers in an uncompared serial. */
const numbersMax = 24

function faultOfUncomparedSerial(
  { registry, serialNumber }: SerialRow,
  serial: WholeSerial | null,
  uncomparedRegistries: readonly string[],
): string | null {
  if (serial !== null) {
    return `serial_number: is a serial of ${serial.names.registry}, and the row is of ${registry}`
  }
  const resembled = resembledRegistry(registry)
  if (resembled !== null) {
    return `registry: ${registry} resembles ${resembled}, whose serials are compared: write ${resembled}`
  }
  if (!isPlainName(registry)) return 'registry: may have Latin letters, digits and . , & - alone'
  if (!uncomparedRegistries.includes(registry)) {
    return `registry: serials of ${registry} cannot be compared (--uncompared ${registry} imports them, marked so)`
  }
  const sign = comparedRegistryCode.exec(canonicalSerial(serialNumber))?.[1]
  if (sign !== undefined) {
    return `serial_number: names ${sign}, whose serials are compared, and the row is of ${registry}`
  }
  if (mechanismStart.test(canonicalSerial(serialNumber))) {
    return `serial_number: has the form of units of CDM, whose serials are compared, and the row is of ${registry}`
  }
  // More numbers than any registry writes would take seconds to compare.
  if ((serialNumber.match(/[0-9]+/g) ?? []).length > numbersMax) {
    return `serial_number: has more than ${numbersMax} numbers`
  }
  return plainSerial.test(serialNumber)
    ? null
    : 'serial_number: begins with a letter or digit, and has only these, blanks and the signs . / _ # : , -'
}

function faultOfRegistry(registry: SerialRegistry, { registry: named }: SerialNames) {
  if (holdsSerialsOf(registry, named)) return null
  return `serial_number: is a serial of ${named}, and the row is of ${registry}. ${grammarSentence(registry)}`
}

function faultOfCount({ quantityTonnes }: SerialRow, { tonnes }: WholeSerial): string | null {
  const count = tonnes.last - tonnes.first + 1n
  return count === BigInt(quantityTonnes)
    ? null
    : `serial_number: spans ${count} tonnes, not ${quantityTonnes}`
}

/**
 * Returns a fault if the serial contains another project than the row, otherwise null. The project's id must
 * be the number in the serial, with or without the registry's code and leading zeros (`ACR0934` for
 * `ACR-US-934-…`). It compares only if serial and row are of the same registry: a CDM serial in a row of Gold
 * Standard contains the project's CDM number (7014 for GS4823).
 */
function faultOfProject(
  { registry, externalProjectId }: SerialRow,
  names: SerialNames,
): string | null {
  if (names.registry !== registry) return null
  const number = new RegExp(`^(?:${registry})?0*([0-9]+)$`).exec(externalProjectId)?.[1]
  return number === names.project
    ? null
    : `serial_number: names project ${names.project} of ${registry}, and the row ${externalProjectId}`
}

/**
 * Returns a fault if the serial contains another period than the row, otherwise null. Countries are not
 * compared: Verra's serials contain the country of an activity, which may differ from the project's.
 */
function faultOfPeriod(row: SerialRow, names: SerialNames): string | null {
  const period = names.period ?? commitmentPeriod(row.serialNumber)
  if (period === null) return null
  const years = {
    from: Number(period.from.slice(0, 4)),
    through: Number(period.through.slice(0, 4)),
  }
  if (row.vintageYear < years.from || row.vintageYear > years.through) {
    return `serial_number: names ${periodText(period)}, and the row vintage_year ${row.vintageYear}`
  }
  if (period.from.length === 4) return null
  const other = row.unit.periods.find((cell) => contradicts(cell, period))
  return other === undefined
    ? null
    : `serial_number: names ${periodText(period)}, and the row ${other.column} ${other.text}`
}

type Period = NonNullable<SerialNames['period']>

/** The years of the reductions in the Mechanism's commitment periods. Its first units are of 2000. */
const commitmentPeriods = new Map<string, Period>([
  ['1', { from: '2000', through: '2012' }],
  ['2', { from: '2013', through: '2020' }],
])

/** Returns the first commitment period in a serial of the Mechanism; null for any other serial. */
function commitmentPeriod(serialNumber: string): Period | null {
  const [, number = ''] = /^[A-Z]{2}-[5-7]-[0-9]+-([12])-/.exec(canonicalSerial(serialNumber)) ?? []
  return commitmentPeriods.get(number) ?? null
}

/**
 * Returns true if a cell contradicts the days of a serial's period. A monitoring or vintage period starts and ends on
 * these days; any other period, such as a reporting period, may be longer.
 */
function contradicts({ column, text, side }: PeriodCell, { from, through }: Period): boolean {
  if (side === 'whole') return false
  const stated = yearAlone.test(text) ? text : (dayOf(text) ?? '')
  const expected = (side === 'start' ? from : through).slice(0, stated.length)
  if (stated === '') return true
  if (/\b(?:monitoring|vintage)\b/.test(wordsOfColumn(column))) return stated !== expected
  return side === 'start' ? stated > expected : stated < expected
}

function periodText({ from, through }: Period): string {
  return from === through ? from : `${from} to ${through}`
}
