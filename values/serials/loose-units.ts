// Compares serials that match no registry's grammar, by their numbers alone. A serial of a known block in
// another spelling contains the numbers of its first and last unit. Pure.
import { hasLostSeparators, readNumbers, type SerialNumbers } from './number-readings.ts'
import type { Serial } from './serials.ts'
import { withShortForms } from './short-numbers.ts'

/**
 * Smallest number that can only be a unit number: counts, years and project numbers are smaller. One
 * such number identifies a block.
 */
export const longNumber = 100_000n
/** Smallest number of a block that counts without the last unit: smaller ones are years, days and counts. */
const longSeries = 3_000n
/** Lengths of unit numbers to look for in a serial that lost its separators. */
const unitNumberLengths = [6, 7, 8, 9, 10]
/** Limit of the numbers that are sent to the database. A unit number has at most 18 digits. */
const greatestNumber = 10n ** 18n

export type LooseSerial = SerialNumbers & { readonly tonnes: bigint }
/** One of the lists of numbers that a loose serial may mean. */
type Reading = Pick<LooseSerial, 'countries' | 'tonnes'> & { readonly numbers: readonly bigint[] }

export function looseSerial(text: string, tonnes: number): LooseSerial {
  // A part of a tonne is a unit too.
  const units = BigInt(Math.ceil(tonnes))
  const { readings, ...numbers } = readNumbers(text)
  return { ...numbers, readings: withShortForms(readings, units), tonnes: units }
}

export function readingsOf({ readings, countries, tonnes }: LooseSerial): Reading[] {
  return readings.map((numbers) => ({ numbers, countries, tonnes }))
}

type Units = { readonly first: bigint; readonly last: bigint }

type UnitRange = Units & {
  /** The serial's other numbers, in any place. One of them may be the number of the block. */
  readonly others: readonly bigint[]
  /** True if only the first unit is in the serial, and may be another number as well. */
  readonly isImplied: boolean
}

/**
 * Returns the places of the numbers that may end a range from the number at `at`, although the tonnes differ by
 * one from its units. Where both numbers are too large for years, the units may be twice the tonnes, because
 * registries withhold a part of a block.
 */
function roughEndsOf({ numbers, tonnes }: Reading, at: number): number[] {
  const first = numbers[at] ?? 0n
  return [...numbers.keys()].filter((endAt) => {
    const units = (numbers[endAt] ?? 0n) - first + 1n
    if (endAt === at || units < 1n || units === tonnes) return false
    const isNear = units >= tonnes - 1n && units <= tonnes + 1n
    if (first < longSeries) return isNear && endAt === at + 1
    return isNear || (units > tonnes && units <= 2n * tonnes)
  })
}

/** Returns the last unit of a range from `first` to `end`. A range of one unit too many has an open end. */
function lastUnitOf(first: bigint, end: bigint, tonnes: bigint): bigint {
  return end - first === tonnes ? end - 1n : end
}

/** Returns the ranges of units that a serial may mean. */
export function rangesOf(reading: Reading): UnitRange[] {
  const { numbers, tonnes } = reading
  return numbers.flatMap((first, at) => {
    const last = first + tonnes - 1n
    const rangeTo = (end: bigint, endAt: number) => ({
      ...{ first, last: end, isImplied: endAt < 0 && first < longNumber },
      others: numbers.filter((_, index) => index !== at && index !== endAt),
    })
    const indexOf = (end: bigint) => numbers.indexOf(end, at + 1)
    const counted = rangeTo(last, Math.max(indexOf(last), indexOf(tonnes)))
    const rough = roughEndsOf(reading, at).map((endAt) =>
      rangeTo(lastUnitOf(first, numbers[endAt] ?? first, tonnes), endAt),
    )
    if (first < longNumber) return [counted, ...rough]
    const ends = numbers.slice(at + 1).filter((end) => end >= first && end !== last)
    return [counted, ...rough, ...ends.map((end) => rangeTo(end, indexOf(end)))]
  })
}

/**
 * Returns a function that returns true if the serial, in any notation, overlaps a block: by its first and last
 * unit, by its first unit and the count, or by units of the block's series. A block whose first unit is less than
 * `leastFirst` is found by its series alone, because small numbers agree by chance.
 */
export function blockFinder(loose: LooseSerial, leastFirst = 0n): (serial: Serial) => boolean {
  const readings = readingsOf(loose).map((reading) => ({ reading, ranges: rangesOf(reading) }))
  return ({ trunk, tonnes: block }) =>
    block !== null &&
    (containsInDigits(loose, block) ||
      readings.some(
        ({ reading, ranges }) =>
          (block.first >= leastFirst && hasEnds(reading, block)) ||
          hasUnits(reading, ranges, trunk, block),
      ))
}

/** Returns true if the block's first unit is in the serial, with its last unit or its count after it. */
function hasEnds({ numbers }: Reading, { first, last }: Units): boolean {
  const at = numbers.indexOf(first)
  const laterNumbers = at < 0 ? [] : numbers.slice(at + 1)
  return laterNumbers.includes(last) || laterNumbers.includes(last - first + 1n)
}

/** Returns true if a range of the serial overlaps the block and names its series. */
function hasUnits(
  reading: Reading,
  ranges: readonly UnitRange[],
  trunk: string,
  { first, last }: Units,
): boolean {
  const [, series] = trunk.split('-')
  return ranges.some((range) => {
    if (range.first > last || range.last < first) return false
    if (series === undefined) return range.first >= longNumber
    if (!/^[0-9]+$/.test(series)) {
      return range.first >= longNumber || (!range.isImplied && reading.countries.includes(series))
    }
    const number = BigInt(series)
    return range.others.includes(number) && (!range.isImplied || number >= longSeries)
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
export function numbersToFind({ readings, digits, tonnes }: LooseSerial): bigint[] {
  const digitRuns = unitNumberLengths.flatMap((length) =>
    Array.from({ length: Math.max(0, digits.length - length + 1) }, (_, at) =>
      digits.slice(at, at + length),
    ),
  )
  const long = digitRuns.filter((text) => !text.startsWith('0')).map(BigInt)
  const all = [...readings.flat(), ...long, tonnes]
  return [...new Set(all)].filter((number) => number < greatestNumber)
}

/**
 * Returns the series of the blocks that a serial may overlap, as patterns of SQL's `like`, and the ranges of
 * units that it may mean.
 */
export function seriesToFind(loose: LooseSerial): { trunks: string[]; ranges: Units[] } {
  const numbers = [...new Set(loose.readings.flat())]
  const blocks = ['ACR', 'CAR', 'GS'].flatMap((code) => numbers.map((n) => `${code}-${n}`))
  const ranges = readingsOf(loose)
    .flatMap(rangesOf)
    .map(({ first, last }) => ({ first, last }))
    .filter(({ last }) => last < greatestNumber)
  return { trunks: ['VCS', 'CDM-%', ...blocks], ranges }
}

/**
 * Returns whether two serials of one registry without a grammar may share units: they have the same numbers
 * whatever the tonnes, or their ranges overlap, and one contains the other's remaining numbers, in any order.
 * If one states its first unit alone, the remaining numbers must be equal; if both do, the unit must also be
 * too large for a year, a day or a count. LooseIndex finds the same among many serials.
 */
export function looseSerialsOverlap(one: LooseSerial, other: LooseSerial): boolean {
  if (hasLostSeparators(one, other)) return true
  const claims = claimsOf(other)
  return claimsOf(one).some((left) =>
    claims.some(
      (right) =>
        left.stated.some((mine) =>
          right.stated.some(
            (theirs) =>
              meets(mine, theirs) &&
              (isWithin(mine.rest, theirs.rest) || isWithin(theirs.rest, mine.rest)),
          ),
        ) ||
        left.stated.some((mine) => right.implied.some((theirs) => agrees(mine, theirs))) ||
        right.stated.some((theirs) => left.implied.some((mine) => agrees(mine, theirs))) ||
        left.single.some((mine) => right.single.some((theirs) => agrees(mine, theirs))) ||
        hasSameNumbers(left.numbers, right.numbers),
    ),
  )
}

function hasSameNumbers(one: readonly bigint[], other: readonly bigint[]): boolean {
  return one.length === other.length && isWithin(one, other)
}

function meets(one: Units, other: Units): boolean {
  return one.first <= other.last && other.first <= one.last
}

function agrees(one: RestRange, other: RestRange): boolean {
  return (
    one.rest.length === other.rest.length && meets(one, other) && isWithin(one.rest, other.rest)
  )
}

/** A range with the serial's other numbers. */
export type RestRange = Units & { readonly rest: readonly bigint[] }

/** The ranges of one reading of a serial (claimsOf). */
export type Claims = ReturnType<typeof claimsOfReading>

/** Returns the ranges of each reading of a serial. */
export const claimsOf = (serial: LooseSerial): Claims[] => readingsOf(serial).map(claimsOfReading)

/**
 * Returns the ranges of a reading. `stated`: from the first and the last unit, exactly or roughly, or the first
 * unit and then the count; without such a pair 0 to 0, with all numbers in `rest`. `implied`: from any number,
 * with or without a count. `single`: those of a serial whose tonnes fit no pair.
 */
function claimsOfReading(reading: Reading) {
  const { numbers, tonnes } = reading
  const rangeAt = (at: number, endAt: number, last?: bigint): RestRange => ({
    first: numbers[at] ?? 0n,
    last: last ?? (numbers[at] ?? 0n) + tonnes - 1n,
    rest: numbers.filter((_, place) => place !== at && place !== endAt),
  })
  const placesOf = (number: bigint, at: number) =>
    numbers.flatMap((each, place) => (each === number && place !== at ? [place] : []))
  const exact = numbers.flatMap((first, at) =>
    [...placesOf(first + tonnes - 1n, at), ...(numbers[at + 1] === tonnes ? [at + 1] : [])].map(
      (endAt) => rangeAt(at, endAt),
    ),
  )
  const rough = numbers.flatMap((first, at) =>
    roughEndsOf(reading, at).map((endAt) =>
      rangeAt(at, endAt, lastUnitOf(first, numbers[endAt] ?? first, tonnes)),
    ),
  )
  const implied = numbers.flatMap((_, at) =>
    [-1, ...placesOf(tonnes, at)].map((endAt) => rangeAt(at, endAt)),
  )
  return {
    numbers,
    stated: [...(exact.length > 0 ? exact : [{ first: 0n, last: 0n, rest: numbers }]), ...rough],
    implied,
    single: exact.length > 0 ? [] : implied.filter(({ first }) => first >= longSeries),
  }
}

/** Returns true if `outer` contains the numbers of `inner`, each at least as often. */
export function isWithin(inner: readonly bigint[], outer: readonly bigint[]): boolean {
  const left = [...outer]
  return inner.every((number) => {
    const at = left.indexOf(number)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
