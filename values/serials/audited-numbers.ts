// Finds batches of uncompared registries whose units another batch may contain, for audits. The
// importer's readers (serials.ts, loose-units.ts, number-readings.ts, resembled-registry.ts) must not be
// used here, because an audit has to find their errors.
import { numberListsOf, spacedDigitsOf } from './audited-number-lists.ts'
import { findPartners, Intervals } from './audited-partners.ts'
import { registryKeysOf, registryReason } from './audited-registries.ts'
import { type Spelling, spellingsOf } from './audited-spellings.ts'

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
    const partners = findPartners(members.map(({ one }) => one.spellings))
    for (const [at, partnerAt] of partners) {
      const [member, partner] = [members[at], members[partnerAt]]
      if (member && partner && !sharing.has(member.one.batch)) {
        sharing.set(member.one.batch, partner.one)
      }
    }
  }
  return sharing
}

/** Smallest count of digits at which serials with fewer separators are compared. */
const comparedDigits = 8

/** Maximum count of numbers in a serial to compare. The time for more of them would grow without end. */
const numbersMax = 24

function isTooLong({ serial }: NumberedBatch): boolean {
  return spacedDigitsOf(serial).split(' ').length > numbersMax
}

/** Returns true if two serials of the same digits differ by blanks alone, which one of them lost. */
function haveLostBlanks(one: string, other: string): boolean {
  const [spaced, squashed] = one.length < other.length ? [other, one] : [one, other]
  return new RegExp(`^${spaced.replaceAll(' ', ' ?')}$`).test(squashed)
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
