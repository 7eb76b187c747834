// Finds the exported row that contains a row of a registry's file, or names the field that differs.
import type { StoredRow } from '#features/retirements/kept-exports.ts'
import { type PlaceRange, tonneKg } from '#features/retirements/place-ranges.ts'
import type { RetirementRow } from '#features/retirements/retirement-file.ts'
import { canonicalSerial, readSerial, serialOfTonnes } from '#values/serials/serials.ts'
import { asSpreadsheetText } from '#values/text/csv-text.ts'

/**
 * Returns the serial of the tonnes at these places of a block. Returns `serial` unchanged if it contains no
 * range of tonnes.
 */
export function serialOfPlaces(
  serial: string,
  /** The place of the serial's first kilogram. */
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
 * Returns the exported row that contains `row`. Otherwise returns a fault that begins with the name of
 * the first field that matches no exported row.
 */
export function findExportedRow(
  row: RetirementRow,
  exported: readonly StoredRow[],
): StoredRow | string {
  const { firstPlace, lastPlace } = row
  const steps: readonly (readonly [string, (each: StoredRow) => boolean])[] = [
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
  let candidates = exported
  for (const [fault, matches] of steps) {
    candidates = candidates.filter(matches)
    if (candidates.length === 0) return fault
  }
  return candidates[0] ?? 'the export has no such row'
}

/** Returns true if a cell contains the value, as it is or as a CSV file for spreadsheets escapes it. */
function isCell(cell: string, value: string): boolean {
  return cell === value || (cell.startsWith("'") && cell === asSpreadsheetText(value))
}

function isOfOneBlock(one: string, other: string): boolean {
  return readSerial(one).trunk === readSerial(other).trunk || isCell(one, other)
}

/**
 * Returns true if the row's serial means the tonnes at the row's places of the exported block. Ignores
 * separators, because a registry may write different separators.
 */
function isSerialOf({ serial, firstPlace, lastPlace }: RetirementRow, block: StoredRow): boolean {
  const exported = serialOfPlaces(block.serial, block.firstPlace, {
    first: firstPlace,
    last: lastPlace,
  })
  if (isCell(serial, exported)) return true
  const [actual, expected] = [readSerial(serial).tonnes, readSerial(exported).tonnes]
  if (actual === null || expected === null) {
    return actual === expected && canonicalSerial(serial) === canonicalSerial(exported)
  }
  return partsOf(serial) === partsOf(exported)
}

/** Returns the letters and numbers of a serial joined by hyphens, without leading zeros. */
function partsOf(serial: string): string {
  const parts = canonicalSerial(serial).match(/[A-Z0-9]+/g) ?? []
  return parts
    .filter((part) => !['TO', 'THROUGH', 'THRU'].includes(part))
    .map((part) => part.replace(/^0+(?=\d+$)/, ''))
    .join('-')
}
