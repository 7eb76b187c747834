// Reads the block number and the range of a serial number for audits, and finds batches that share units.
// The importer's reader (serials.ts) must not be used here, because an audit has to find its errors.
import { findSuspects, type Suspect } from './audited-numbers.ts'

export type AuditedBatch = {
  /** Code of the registry, such as `GS`. */
  readonly registry: string
  readonly serial: string
  readonly issuedKg: number
}

/** First and last unit, both included. One unit is one tonne. */
export type UnitRange = { readonly first: bigint; readonly last: bigint }

export type AuditedSerial = {
  /**
   * The range of units; null if none can be read. Only ranges of one series are compared with each
   * other.
   */
  readonly range: (UnitRange & { readonly series: string }) | null
  /** The reason why the batch counts as not compared; null if its range is certain. */
  readonly doubt: string | null
}

type ParsedRange = UnitRange & { readonly block: string; readonly doubt: string | null }

const tonneKg = 1_000n
const noRange = 'no block number and range can be taken from it'
const noYear = 'the number before its block number is no year'

/**
 * Reads a serial. Every character except a digit separates two numbers. If a block number may be part
 * of a longer one (`3O215`, `30,215`), its range is compared, but the batch is also reported as not
 * compared.
 */
export function auditSerial({ registry, serial, issuedKg }: AuditedBatch): AuditedSerial {
  const none = (doubt: string) => ({ range: null, doubt })
  if (!isAuditedRegistry(registry)) return none('serials of its registry cannot be compared')
  // Refuses digits of other scripts, because they would split the number that they belong to.
  if (/(?![0-9])\p{N}/u.test(serial)) return none('it has digits that are not 0 to 9')
  const parsed = parseMechanism(serial) ?? parserOf[registry](numbersIn(serial))
  if (parsed === null) return none(noRange)
  const { block, first, last, doubt } = parsed
  const units = last - first + 1n
  if (last < first) return none(noRange)
  if (units * tonneKg !== BigInt(issuedKg)) {
    return none(`it counts ${units} tonnes and has ${issuedKg} kg`)
  }
  return { range: { series: block, first, last }, doubt }
}

const parserOf = {
  ACR: lastNumbersParser('ACR'),
  CAR: lastNumbersParser('CAR'),
  /**
   * Reads no range: `parseMechanism` reads units of the Clean Development Mechanism (CDM), and any other
   * form is unreadable.
   */
  CDM: () => null,
  GS: lastNumbersParser('GS'),
  VCS: parseSecondNumbers,
} as const

/** Returns block and units of a serial, whose tonnes need not be known; null if they cannot be taken from it. */
export function readAuditedRange({
  registry,
  serial,
}: Pick<AuditedBatch, 'registry' | 'serial'>): (UnitRange & { readonly block: string }) | null {
  if (!isAuditedRegistry(registry) || /(?![0-9])\p{N}/u.test(serial)) return null
  const parsed = parseMechanism(serial) ?? parserOf[registry](numbersIn(serial))
  return parsed === null || parsed.last < parsed.first ? null : parsed
}

function isAuditedRegistry(code: string): code is keyof typeof parserOf {
  return Object.hasOwn(parserOf, code)
}

function numbersIn(serial: string): bigint[] {
  return (serial.match(/[0-9]+/g) ?? []).map(BigInt)
}

/**
 * Returns a parser that reads the last three numbers as block, first unit and last unit. The number before
 * them is the vintage year.
 */
function lastNumbersParser(registry: string) {
  return (numbers: readonly bigint[]): ParsedRange | null => {
    const [year, block, first, last] = numbers.length > 3 ? numbers.slice(-4) : [0n, ...numbers]
    if (block === undefined || first === undefined || last === undefined) return null
    const isYear = year !== undefined && year >= 1_990n && year < 2_100n
    return { block: `${registry} ${block}`, first, last, doubt: isYear ? null : noYear }
  }
}

/**
 * Reads the second and third number as first and last unit. Verra numbers units over the whole registry.
 */
function parseSecondNumbers([, first, last]: readonly bigint[]): ParsedRange | null {
  if (first === undefined || last === undefined) return null
  return { block: 'VCS', first, last, doubt: null }
}

/** Words that may be between the two ends of a range. */
const rangeWords = ['TO', 'THROUGH', 'THRU']

/**
 * Reads a serial of the Clean Development Mechanism, such as
 * `RW-5-1459975-2-2-0-7014 - RW-5-1460107-2-2-0-7014`: the second number of each half is the first or
 * last unit. Any registry may hold these units, so their block does not name a registry. Returns null
 * for any other form.
 */
function parseMechanism(serial: string): ParsedRange | null {
  const text = serial.normalize('NFKC').toUpperCase()
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => !rangeWords.includes(word))
  const [country = '', repeatedCountry] = words.slice(-2)
  // A label may be in front, as in `Serial number: RW-5-…`.
  const [beforeNumbers = ''] = text.split(/[0-9]/, 1)
  const isInFront = new RegExp(`(?<!\\p{L})${country}\\s*[\\p{Pd}\u2212]\\s*$`, 'u')
  const isCountry = /^[A-Z]{2,3}$/.test(country) && isInFront.test(beforeNumbers)
  if (!isCountry || country !== repeatedCountry) return null
  const numbers = numbersIn(serial)
  const half = numbers.length / 2
  const isRepeated = numbers.slice(0, half).every((number, at) => {
    return at === 1 || number === numbers[half + at]
  })
  const [first, last] = [numbers[1], numbers[half + 1]]
  if (half < 3 || !isRepeated || first === undefined || last === undefined) return null
  return { block: `CDM ${country.slice(0, 2)}`, first, last, doubt: null }
}

export type SerialOverlap<Batch> = {
  readonly one: Batch
  readonly other: Batch
  readonly shared: UnitRange
  /** First unit of each batch, from which `placesOf` counts. */
  readonly oneFirst: bigint
  readonly otherFirst: bigint
}

export type Comparison<Batch> = {
  /** Number of batches compared with all others of their series. */
  readonly compared: number
  readonly notCompared: readonly { readonly batch: Batch; readonly reason: string }[]
  /** Overlapping batches, each pair once. It may contain batches of `notCompared`. */
  readonly overlaps: readonly SerialOverlap<Batch>[]
  /** Batches of uncompared registries whose units another batch may contain. */
  readonly suspects: readonly Suspect<Batch>[]
}

type Ranged<Batch> = UnitRange & { readonly series: string; readonly batch: Batch }

export function compareBatches<Batch extends AuditedBatch>(
  batches: Iterable<Batch>,
): Comparison<Batch> {
  let compared = 0
  const notCompared: { batch: Batch; reason: string }[] = []
  const ranged: Ranged<Batch>[] = []
  const foreign: Batch[] = []
  for (const batch of batches) {
    const { range, doubt } = auditSerial(batch)
    if (range !== null) ranged.push({ ...range, batch })
    if (!isAuditedRegistry(batch.registry)) foreign.push(batch)
    if (doubt === null) compared += 1
    else notCompared.push({ batch, reason: doubt })
  }
  const bySeries = Map.groupBy(ranged, ({ series }) => series)
  const overlaps = [...bySeries.values()].flatMap(overlapsIn)
  return { compared, notCompared, overlaps, suspects: findSuspects(foreign, ranged) }
}

function overlapsIn<Batch>(ranges: readonly Ranged<Batch>[]): SerialOverlap<Batch>[] {
  const overlaps: SerialOverlap<Batch>[] = []
  /** Earlier ranges that end at or after the start of the current range. */
  let open: Ranged<Batch>[] = []
  for (const range of ranges.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    open = open.filter(({ last }) => last >= range.first)
    for (const other of open) {
      overlaps.push({
        one: other.batch,
        other: range.batch,
        shared: { first: range.first, last: lesser(other.last, range.last) },
        oneFirst: other.first,
        otherFirst: range.first,
      })
    }
    open.push(range)
  }
  return overlaps
}

function lesser(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}

/** First and last place, both included. Places are a batch's kilograms, counted from 1. */
export type SharedPlaces = { readonly first: number; readonly last: number }

/** Returns the places of these units in a batch whose first unit is `batchFirst`. */
export function placesOf({ first, last }: UnitRange, batchFirst: bigint): SharedPlaces {
  return {
    first: Number((first - batchFirst) * tonneKg) + 1,
    last: Number((last - batchFirst + 1n) * tonneKg),
  }
}

/**
 * Returns a sentence such as `2 of 5 batches could not be compared: A, B.` with at most `max` serials;
 * null if all were compared.
 */
export function notComparedSentence(
  { compared, serials }: { readonly compared: number; readonly serials: readonly string[] },
  max = 20,
): string | null {
  if (serials.length === 0) return null
  const more = serials.length > max ? ` and ${serials.length - max} more` : ''
  const count = `${serials.length} of ${compared + serials.length} batches could not be compared`
  return `${count}: ${serials.slice(0, max).join(', ')}${more}.`
}
