// Finds the exported row that a registry's answer lies within, or names the field that differs.
// Pure.
import type { KeptRow } from '#features/retirements/kept-exports.ts'
import { type PlaceRange, tonneKg } from '#features/retirements/place-ranges.ts'
import type { RetirementRow } from '#features/retirements/retirement-file.ts'
import { canonicalSerial, readSerial, serialOfTonnes } from '#values/serials/serials.ts'
import { asSpreadsheetText } from '#values/text/csv-text.ts'

/** Returns the serial of some places of a block. A serial without a range names its whole batch. */
export function serialOfPlaces(
  serial: string,
  /** The first place of the serial's first tonne. */
  firstPlace: number,
  { first, last }: PlaceRange,
): string {
  const { tonnes } = readSerial(serial)
  if (tonnes === null) return serial
  const begin = tonnes.first + BigInt((first - firstPlace) / tonneKg)
  const end = tonnes.first + BigInt((last - firstPlace + 1) / tonneKg) - 1n
  return serialOfTonnes(serial, begin, end) ?? serial
}

/**
 * Returns the exported row that contains `row`, or a fault that begins with the name of the wrong
 * field.
 */
export function findExportedRow(row: RetirementRow, kept: readonly KeptRow[]): KeptRow | string {
  const { firstPlace, lastPlace } = row
  const steps: readonly (readonly [string, (each: KeptRow) => boolean])[] = [
    [
      'beneficiary: no export that is kept has this text; export again and record that file',
      ({ beneficiary }) => row.beneficiary === beneficiary,
    ],
    ['registry: is not that of the export', ({ registry }) => isCell(row.registry, registry)],
    ['project: is not that of the export', ({ project }) => isCell(row.project, project)],
    [
      'serial_number: the export has no block with these tonnes',
      ({ serial }) => isOfOneBlock(row.serial, serial),
    ],
    [
      `first_place, last_place: places ${firstPlace} to ${lastPlace} are not within one row of the export`,
      (each) => each.firstPlace <= firstPlace && lastPlace <= each.lastPlace,
    ],
    [
      `serial_number: does not name the tonnes of places ${firstPlace} to ${lastPlace}`,
      (each) => isSerialOf(row, each),
    ],
  ]
  let left = kept
  for (const [fault, agrees] of steps) {
    left = left.filter(agrees)
    if (left.length === 0) return fault
  }
  return left[0] ?? 'the export has no such row'
}

/** Whether a cell is a value, or the value as a spreadsheet file spells it. */
function isCell(cell: string, value: string): boolean {
  return cell === value || (cell.startsWith("'") && cell === asSpreadsheetText(value))
}

function isOfOneBlock(one: string, other: string): boolean {
  return readSerial(one).trunk === readSerial(other).trunk || isCell(one, other)
}

/** Whether country, project, vintage and range agree. Registries choose their own separators. */
function isSerialOf({ serial, firstPlace, lastPlace }: RetirementRow, kept: KeptRow): boolean {
  const exported = serialOfPlaces(kept.serial, kept.firstPlace, {
    first: firstPlace,
    last: lastPlace,
  })
  if (isCell(serial, exported)) return true
  const [named, expected] = [readSerial(serial).tonnes, readSerial(exported).tonnes]
  if (named === null || expected === null) {
    return named === expected && canonicalSerial(serial) === canonicalSerial(exported)
  }
  return partsOf(serial) === partsOf(exported)
}

/** Returns the words and numbers of a serial without separators and leading zeros. */
function partsOf(serial: string): string {
  const parts = canonicalSerial(serial).match(/[A-Z0-9]+/g) ?? []
  return parts
    .filter((part) => !['TO', 'THROUGH', 'THRU'].includes(part))
    .map((part) => part.replace(/^0+(?=\d+$)/, ''))
    .join('-')
}
