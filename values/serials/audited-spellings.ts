// Reads the units that a serial of an uncompared registry may mean, and compares them, for audits. The importer's
// readers (loose-units.ts, short-numbers.ts) must not be used here.
import { numberListsOf } from './audited-number-lists.ts'

const tonneKg = 1_000

/** Units that a serial may mean, and its other numbers in ascending order. */
export type Claim = {
  readonly first: bigint
  readonly last: bigint
  readonly context: readonly bigint[]
}

/** One spelling of a serial's numbers: ranges with two ends, and ranges from a first unit alone. */
export type Spelling = {
  readonly numbers: readonly bigint[]
  readonly closed: readonly Claim[]
  /**
   * The closed ranges, and those whose ends fit the tonnes nearly: one end is open, or a part of the units was
   * withheld.
   */
  readonly nearlyClosed: readonly Claim[]
  readonly open: readonly Claim[]
}

/** Returns the claims of a serial: with each group of digits as a number, and with joined thousands. */
export function spellingsOf({
  serial,
  issuedKg,
}: {
  readonly serial: string
  readonly issuedKg: number
}): Spelling[] {
  const units = BigInt(Math.ceil(issuedKg / tonneKg))
  const lists = numberListsOf(serial)
  return [...lists, ...lists.flatMap((numbers) => lengthenedEnds(numbers, units))].map(
    (numbers) => {
      const closed: Claim[] = []
      const inexact: Claim[] = []
      const open: Claim[] = []
      for (const [at, first] of numbers.entries()) {
        const last = first + units - 1n
        const claimWithout = (endAt: number, end = last): Claim => {
          return {
            first,
            last: end,
            context: ascending(numbers.filter((_, n) => n !== at && n !== endAt)),
          }
        }
        open.push(claimWithout(at))
        for (const [endAt, end] of numbers.entries()) {
          if (endAt === at) continue
          if (end === last || (end === units && endAt === at + 1)) closed.push(claimWithout(endAt))
          if (end === units) open.push(claimWithout(endAt))
          const missing = end - last
          const isNeighbour = endAt === at + 1
          if (
            (missing === 1n || missing === -1n) &&
            end >= first &&
            (isNeighbour || isUnit(first))
          ) {
            inexact.push(claimWithout(endAt, lesser(end, last)))
          } else if (missing > 1n && missing <= units && isUnit(first)) {
            inexact.push(claimWithout(endAt, end))
          }
        }
      }
      const nearlyClosed = [...closed, ...inexact].flatMap((claim) => [
        claim,
        withShortDates(claim),
      ])
      return { numbers: ascending(numbers), closed, nearlyClosed, open }
    },
  )
}

/** Returns a list for each number that can be the last digits of the end of a range of about so many units. */
function lengthenedEnds(numbers: readonly bigint[], units: bigint): bigint[][] {
  return numbers.flatMap((end, at) => {
    const start = numbers[at - 1]
    if (start === undefined || end >= start) return []
    const wholes = new Set<bigint>()
    // A number has lost its leading zeros, so the end may have any count of digits up to that of the start.
    for (let modulus = 10n; modulus <= start * 10n; modulus *= 10n) {
      if (end >= modulus) continue
      const whole = start + ((((end - start) % modulus) + modulus) % modulus)
      const missing = whole - start + 1n - units
      if (missing >= -1n && missing <= units) wholes.add(whole)
    }
    return [...wholes].map((whole) => numbers.with(at, whole))
  })
}

/** Returns a claim in which years have two digits and the order of day, month and year does not matter. */
function withShortDates(claim: Claim): Claim {
  return { ...claim, context: ascending(claim.context.map(withoutCentury)) }
}

function withoutCentury(number: bigint): bigint {
  const digits = number.toString()
  if (/^(?:199|20[0-5])[0-9]$/.test(digits)) return number - (number < 2_000n ? 1_900n : 2_000n)
  const date =
    /^(?<year>(?:199|20[0-5])[0-9])(?<one>[0-3][0-9])(?<other>[0-3][0-9])$/.exec(digits) ??
    /^(?<one>[0-3][0-9])(?<other>[0-3][0-9])(?<year>(?:199|20[0-5])[0-9])$/.exec(
      digits.padStart(8, '0'),
    )
  const { year = '', one = '', other = '' } = date?.groups ?? {}
  const [low = '', high = ''] = [one, other].sort()
  const isDate = low >= '01' && low <= '12' && high <= '31'
  // Behind a minus sign, because no other number of a serial is negative.
  return date !== null && isDate ? -BigInt(year + low + high) : number
}

function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

/** Returns true if a number is too large for a year, a day or a count. */
function isUnit(number: bigint): boolean {
  return number >= 3_000n
}

function ascending(numbers: readonly bigint[]): bigint[] {
  return numbers.toSorted((a, b) => Number(a > b) - Number(a < b))
}

export function haveSharedUnits(ones: readonly Spelling[], others: readonly Spelling[]): boolean {
  return ones.some((one) => others.some((other) => isSharedBy(one, other)))
}

function isSharedBy(one: Spelling, other: Spelling): boolean {
  const anyPair = (
    mine: readonly Claim[],
    theirs: readonly Claim[],
    hasContext: (one: readonly bigint[], other: readonly bigint[]) => boolean,
  ) =>
    mine.some((a) =>
      theirs.some(
        (b) => a.first <= b.last && b.first <= a.last && hasContext(a.context, b.context),
      ),
    )
  const [mine, theirs] = [one.nearlyClosed, other.nearlyClosed]
  if (
    isEqual(one.numbers, other.numbers) ||
    anyPair(mine, theirs, isPartOrWhole) ||
    anyPair(mine, other.open, isEqual) ||
    anyPair(one.open, theirs, isEqual)
  ) {
    return true
  }
  if (one.closed.length > 0 || other.closed.length > 0) return false
  const startsAtUnit = ({ first }: Claim) => isUnit(first)
  return (
    isPartOrWhole(one.numbers, other.numbers) ||
    anyPair(one.open.filter(startsAtUnit), other.open.filter(startsAtUnit), isEqual)
  )
}

function isEqual(one: readonly bigint[], other: readonly bigint[]): boolean {
  return one.length === other.length && one.every((number, at) => number === other[at])
}

/** Returns true if one of two ascending lists contains the other. */
function isPartOrWhole(one: readonly bigint[], other: readonly bigint[]): boolean {
  const [part, whole] = one.length < other.length ? [one, other] : [other, one]
  let found = 0
  for (const number of whole) if (number === part[found]) found += 1
  return found === part.length
}
