// Compares serials that match no registry's grammar, by their numbers alone. A serial of a known block in
// another spelling contains the numbers of its first and last unit. Pure.
import { asciiDigits } from '#values/text/digits.ts'
import type { Serial } from './serials.ts'

/**
 * Smallest number that can only be a unit number: counts, years and project numbers are smaller. One
 * such number identifies a block.
 */
const longNumber = 100_000n
/** Lengths of unit numbers to look for in a serial that lost its separators. */
const unitNumberLengths = [6, 7, 8, 9, 10]
/** Limit of the numbers that are sent to the database. A unit number has at most 18 digits. */
const greatestNumber = 10n ** 18n

export type LooseSerial = {
  readonly numbers: readonly bigint[]
  /** The numbers of the serial if commas are thousands separators: `938,756,291` is one number. */
  readonly grouped: readonly bigint[]
  /** All digits of the serial, without anything between them. */
  readonly digits: string
  readonly countries: readonly string[]
  readonly tonnes: bigint
}

export function looseSerial(text: string, tonnes: number): LooseSerial {
  const plain = asciiDigits(text.normalize('NFKC'))
  const groups = plain.match(/[0-9]+/g) ?? []
  const ungrouped = plain.replace(/(?<![0-9])[0-9]{1,3}(?:[ ,._'][0-9]{3})+(?![0-9])/g, (number) =>
    number.replace(/[^0-9]/g, ''),
  )
  return {
    numbers: groups.map(BigInt),
    grouped: (ungrouped.match(/[0-9]+/g) ?? []).map(BigInt),
    digits: groups.join(''),
    countries: (plain.toUpperCase().match(/[A-Z]+/g) ?? []).filter((word) => word.length === 2),
    tonnes: BigInt(tonnes),
  }
}

type Units = { readonly first: bigint; readonly last: bigint }

/** Returns the ranges of units that a serial may mean, each with the numbers before its first unit. */
function rangesOf({ numbers, tonnes }: LooseSerial): (Units & { before: readonly bigint[] })[] {
  return numbers.flatMap((first, at) => {
    const before = numbers.slice(0, at)
    const laterNumbers = numbers.slice(at + 1)
    const last = first + tonnes - 1n
    const isRange =
      laterNumbers.includes(last) || laterNumbers.includes(tonnes) || first >= longNumber
    const otherEnds = laterNumbers.filter(
      (end) => first >= longNumber && end >= first && end !== last,
    )
    const ends = isRange ? [last, ...otherEnds] : otherEnds
    return ends.map((end) => ({ first, last: end, before }))
  })
}

/**
 * Returns true if a serial in any notation overlaps a block: by its first and last unit, by its first unit
 * and the count, or by units of the block's series.
 */
export function hasNumbersOf(loose: LooseSerial, { trunk, tonnes: block }: Serial): boolean {
  if (block === null) return false
  if (containsInDigits(loose, block)) return true
  const isGrouped = loose.grouped.length < loose.numbers.length
  return (
    hasUnits(loose, trunk, block) ||
    (isGrouped && hasUnits({ ...loose, numbers: loose.grouped }, trunk, block))
  )
}

function hasUnits(loose: LooseSerial, trunk: string, { first, last }: Units): boolean {
  const count = last - first + 1n
  const at = loose.numbers.indexOf(first)
  const laterNumbers = at < 0 ? [] : loose.numbers.slice(at + 1)
  if (laterNumbers.includes(last) || laterNumbers.includes(count)) return true
  const [, series] = trunk.split('-')
  return rangesOf(loose).some((range) => {
    if (range.first > last || range.last < first) return false
    if (series === undefined) return range.first >= longNumber
    return /^[0-9]+$/.test(series)
      ? range.before.includes(BigInt(series))
      : range.first >= longNumber || loose.countries.includes(series)
  })
}

function containsInDigits({ digits, tonnes }: LooseSerial, { first, last }: Units): boolean {
  if (first < longNumber) return false
  const at = digits.indexOf(String(first))
  if (at < 0) return false
  const isCount = tonnes === last - first + 1n
  return isCount || digits.indexOf(String(last), at + String(first).length) >= 0
}

/** Returns the numbers to look up: each may be the first unit, the last unit or the count of a block. */
export function numbersToFind({ numbers, grouped, digits, tonnes }: LooseSerial): bigint[] {
  const digitRuns = unitNumberLengths.flatMap((length) =>
    Array.from({ length: Math.max(0, digits.length - length + 1) }, (_, at) =>
      digits.slice(at, at + length),
    ),
  )
  const long = digitRuns.filter((text) => !text.startsWith('0')).map(BigInt)
  const all = [...numbers, ...grouped, ...long, tonnes]
  return [...new Set(all)].filter((number) => number < greatestNumber)
}

/** Returns the series of the blocks that a serial may overlap, and the ranges of units that it may mean. */
export function seriesToFind(loose: LooseSerial): { trunks: string[]; ranges: Units[] } {
  const blocks = ['ACR', 'CAR', 'GS'].flatMap((code) => loose.numbers.map((n) => `${code}-${n}`))
  const mechanism = loose.countries.map((country) => `CDM-${country}`)
  const both = [loose, { ...loose, numbers: loose.grouped }]
  const ranges = both
    .flatMap(rangesOf)
    .map(({ first, last }) => ({ first, last }))
    .filter(({ last }) => last < greatestNumber)
  return { trunks: ['VCS', ...mechanism, ...blocks], ranges }
}

/**
 * Returns whether two serials of one registry without a grammar may share units: their ranges overlap, and
 * one contains the other's remaining numbers in their order.
 */
export function looseSerialsOverlap(one: LooseSerial, other: LooseSerial): boolean {
  return neighbourRanges(one).some((left) =>
    neighbourRanges(other).some(
      (right) =>
        left.first <= right.last &&
        right.first <= left.last &&
        (isWithin(left.rest, right.rest) || isWithin(right.rest, left.rest)),
    ),
  )
}

/**
 * Returns ranges from two neighbouring numbers: the first unit, then the last unit or the count.
 * Without such a pair, the range is 0 to 0 and `rest` holds all numbers.
 */
function neighbourRanges({
  numbers,
  tonnes,
}: LooseSerial): (Units & { rest: readonly bigint[] })[] {
  const found = numbers.flatMap((first, at) => {
    const next = numbers[at + 1]
    const last = first + tonnes - 1n
    if (next !== last && next !== tonnes) return []
    return [{ first, last, rest: numbers.toSpliced(at, 2) }]
  })
  return found.length > 0 ? found : [{ first: 0n, last: 0n, rest: numbers }]
}

function isWithin(inner: readonly bigint[], outer: readonly bigint[]): boolean {
  let from = 0
  return inner.every((number) => {
    const at = outer.indexOf(number, from)
    from = at + 1
    return at >= 0
  })
}
