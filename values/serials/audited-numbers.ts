// Finds batches of uncompared registries whose units another batch may contain, for audits. The
// importer's readers (serials.ts, loose-units.ts, number-readings.ts, resembled-registry.ts) must not be
// used here, because an audit has to find their errors.
import { numberListsOf, spacedDigitsOf } from './audited-number-lists.ts'
import { type Claim, findPartners, Intervals, type Spelling } from './audited-partners.ts'

export type NumberedBatch = {
  readonly registry: string
  readonly serial: string
  readonly issuedKg: number
}

/** The series and the units of a batch whose serial an audit reads. */
export type NumberedRange = {
  readonly series: string
  readonly first: bigint
  readonly last: bigint
}

export type Suspect<Batch> = { readonly batch: Batch; readonly reason: string }

type KnownRange<Batch> = NumberedRange & { readonly batch: Batch }

const tonneKg = 1_000
/** Maps digits and capitals that look like a Latin letter to that letter. */
const latinLetterOf: Readonly<Record<string, string>> = {
  ...{ '0': 'O', '1': 'I', '3': 'E', '4': 'A', '5': 'S', '8': 'B', L: 'I' },
  ...{ А: 'A', В: 'B', Е: 'E', М: 'M', О: 'O', Р: 'P', С: 'C', Т: 'T', Ѕ: 'S', Ԍ: 'G', Ѵ: 'V' },
  ...{ Α: 'A', Ε: 'E', Μ: 'M', Ν: 'N', Ο: 'O', Ρ: 'P', Τ: 'T', І: 'I', Г: 'R', Д: 'D', Ι: 'I' },
}
const codes = ['VCS', 'GS', 'ACR', 'CAR', 'CDM', 'VCU'].map(lettersOf)
const names = [
  ...['VERRA', 'VERIFIED CARBON', 'GOLD STANDARD', 'AMERICAN CARBON', 'CLIMATE ACTION'],
  ...['CLIMATE RESERVE', 'CLEAN DEVELOPMENT', 'UNFCCC'],
].map(lettersOf)

function lettersOf(name: string): string {
  const letters = Array.from(
    name.normalize('NFKD').toUpperCase(),
    (sign) => latinLetterOf[sign] ?? sign,
  )
  return letters.join('').replace(/[^A-Z]/g, '')
}

/** Returns each suspected batch once, with the first reason. `ranges` are those of all compared batches. */
export function findSuspects<Batch extends NumberedBatch>(
  batches: readonly Batch[],
  ranges: readonly KnownRange<Batch>[],
): Suspect<Batch>[] {
  const byEnd = Map.groupBy(ranges, ({ first, last }) => `${first} ${last}`)
  const byCount = Map.groupBy(ranges, ({ first, last }) => `${first} ${last - first + 1n}`)
  const bySeries = new Map(
    [...Map.groupBy(ranges, ({ series }) => series)].map(([series, ofSeries]) => {
      return [series, new Intervals(ofSeries)] as const
    }),
  )
  const spelled = batches.map((batch) => ({
    batch,
    spellings: isTooLong(batch) ? [] : spellingsOf(batch),
    spacedDigits: spacedDigitsOf(batch.serial),
  }))
  const sharing = sharingByRegistry(spelled)
  const digitsKeyOf = ({ batch, spacedDigits }: (typeof spelled)[number]) => {
    return `${registryKeysOf(batch)[0]} ${spacedDigits.replaceAll(' ', '')}`
  }
  const isLong = ({ spacedDigits }: (typeof spelled)[number]) =>
    spacedDigits.replaceAll(' ', '').length >= comparedDigits
  const byDigits = Map.groupBy(spelled.filter(isLong), digitsKeyOf)
  const findRespelled = (one: (typeof spelled)[number]) =>
    byDigits
      .get(digitsKeyOf(one))
      ?.find(
        (each) => each.batch !== one.batch && haveLostBlanks(one.spacedDigits, each.spacedDigits),
      )
  const reasonOf = (one: (typeof spelled)[number]): string | null => {
    const { batch } = one
    const registry = registryReason(batch)
    if (registry !== null) return registry
    if (isTooLong(batch)) return `it has more than ${numbersMax} numbers`
    const pairs = numberListsOf(batch.serial).flatMap(pairsIn)
    const equalRange = pairs.flatMap((pair) => byEnd.get(pair) ?? byCount.get(pair) ?? [])[0]
    const met = equalRange ?? overlappingRange(batch, bySeries)
    if (met !== undefined) return `it has numbers of ${met.batch.serial}`
    const other = findRespelled(one) ?? sharing.get(batch)
    return other === undefined ? null : `it has the numbers of ${other.batch.serial}`
  }
  return spelled.flatMap((each) => {
    const reason = reasonOf(each)
    return reason === null ? [] : [{ batch: each.batch, reason }]
  })
}

type Spelled<Batch> = { readonly batch: Batch; readonly spellings: readonly Spelling[] }

/** Returns, by batch, the first other batch of its registry that may have its units. */
function sharingByRegistry<Batch extends NumberedBatch>(
  spelled: readonly Spelled<Batch>[],
): ReadonlyMap<Batch, Spelled<Batch>> {
  const byRegistry = Map.groupBy(
    spelled.flatMap((one) => registryKeysOf(one.batch).map((key) => ({ one, key }))),
    ({ key }) => key,
  )
  const sharing = new Map<Batch, Spelled<Batch>>()
  for (const members of byRegistry.values()) {
    const partners = findPartners(
      members.map(({ one }) => one.spellings),
      haveSharedUnits,
    )
    for (const [at, partnerAt] of partners) {
      const [member, partner] = [members[at], members[partnerAt]]
      if (member && partner && !sharing.has(member.one.batch)) {
        sharing.set(member.one.batch, partner.one)
      }
    }
  }
  return sharing
}

/** Returns the letters of a registry's name, and those that its serials begin with, if they are two or more. */
function registryKeysOf({ registry, serial }: NumberedBatch): string[] {
  const words = registry.split(/[^\p{L}\p{N}]+/u)
  const telling = words.filter((word) => !generalWords.has(word.toLowerCase()))
  const name = lettersOf((telling.length > 0 ? telling : words).join(''))
  const prefix = serial.normalize('NFKC').match(/\p{L}+/u)?.[0] ?? ''
  return prefix.length < 2 ? [name] : [name, `${lettersOf(prefix)} serials`]
}

const generalWords = new Set([
  'the',
  'registry',
  'register',
  'registries',
  'standard',
  'carbon',
  'program',
  'programme',
])

/** Smallest count of digits at which serials with fewer separators are compared. */
const comparedDigits = 8

/** Maximum count of numbers in a serial to compare. The time for more of them would grow without end. */
const numbersMax = 24

function isTooLong({ serial }: NumberedBatch): boolean {
  return spacedDigitsOf(serial).split(' ').length > numbersMax
}

/** Returns the claims of a serial: with each group of digits as a number, and with joined thousands. */
export function spellingsOf({ serial, issuedKg }: NumberedBatch): Spelling[] {
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

/** Returns true if two serials of the same digits differ by blanks alone, which one of them lost. */
function haveLostBlanks(one: string, other: string): boolean {
  const [spaced, squashed] = one.length < other.length ? [other, one] : [one, other]
  return new RegExp(`^${spaced.replaceAll(' ', ' ?')}$`).test(squashed)
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

function registryReason({ registry }: NumberedBatch): string | null {
  const letters = [registry, ...registry.split(/[^\p{L}\p{N}]+/u)].map(lettersOf)
  const isAlike = letters.some((word) => codes.includes(word))
  const isNamed = names.some((name) => letters[0]?.includes(name))
  return isAlike || isNamed ? 'its registry is named like one whose serials are compared' : null
}

/** Returns every pair of numbers, in their order, as the text `first second`. */
function pairsIn(numbers: readonly bigint[]): string[] {
  return numbers.flatMap((first, at) => numbers.slice(at + 1).map((second) => `${first} ${second}`))
}

/**
 * Returns a compared range that overlaps the serial's units: a range of Verra or of the Clean Development
 * Mechanism, or of a block whose number is in the serial.
 */
function overlappingRange<Batch extends NumberedBatch>(
  { serial, issuedKg }: Batch,
  bySeries: ReadonlyMap<string, Intervals<KnownRange<Batch>>>,
): KnownRange<Batch> | undefined {
  const tonnes = BigInt(Math.floor(issuedKg / tonneKg))
  const isLong = (number: bigint) => number >= 100_000n
  for (const numbers of numberListsOf(serial)) {
    for (const [at, first] of numbers.entries()) {
      const last = first + tonnes - 1n
      const isRange = numbers.slice(at + 1).some((number) => {
        return number === tonnes || (number >= first && number >= last - 1n && number <= last + 1n)
      })
      // Without a last unit, a block's number has to be too large for a year, a day or a count.
      const least = isRange || isLong(first) ? 0n : 3_000n
      const series = numbers
        .filter((block, place) => place !== at && block >= least)
        .flatMap((block) => ['GS', 'ACR', 'CAR'].map((code) => `${code} ${block}`))
      const counted = isLong(first)
        ? [...bySeries.keys()].filter((each) => each === 'VCS' || each.startsWith('CDM '))
        : []
      for (const each of [...series, ...counted]) {
        const met = bySeries.get(each)?.find({ first, last })
        if (met !== undefined) return met
      }
    }
  }
  return undefined
}
