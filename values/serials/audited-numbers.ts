// Finds batches of uncompared registries whose units another batch may contain, for audits. The
// importer's readers (serials.ts, loose-units.ts, resembled-registry.ts) must not be used here, because
// an audit has to find their errors.

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

function numbersIn(serial: string): bigint[] {
  return (serial.normalize('NFKC').match(/[0-9]+/g) ?? []).map(BigInt)
}

/** Returns each suspected batch once, with the first reason. `ranges` are those of all compared batches. */
export function findSuspects<Batch extends NumberedBatch>(
  batches: readonly Batch[],
  ranges: readonly KnownRange<Batch>[],
): Suspect<Batch>[] {
  const byEnd = Map.groupBy(ranges, ({ first, last }) => `${first} ${last}`)
  const byCount = Map.groupBy(ranges, ({ first, last }) => `${first} ${last - first + 1n}`)
  const bySeries = Map.groupBy(ranges, ({ series }) => series)
  const byNumbers = Map.groupBy(batches, ({ registry, serial }) => {
    return `${lettersOf(registry)} ${numbersIn(serial).join(' ')}`
  })
  const reasonOf = (batch: Batch): string | null => {
    const registry = registryReason(batch)
    if (registry !== null) return registry
    const pairs = pairsIn(numbersIn(batch.serial))
    const equalRange = pairs.flatMap((pair) => byEnd.get(pair) ?? byCount.get(pair) ?? [])[0]
    const met = equalRange ?? overlappingRange(batch, bySeries)
    if (met !== undefined) return `it has numbers of ${met.batch.serial}`
    const sameNumbers = byNumbers.get(
      `${lettersOf(batch.registry)} ${numbersIn(batch.serial).join(' ')}`,
    )
    const other = sameNumbers?.find((each) => each !== batch)
    return other === undefined ? null : `it has the numbers of ${other.serial}`
  }
  return batches.flatMap((batch) => {
    const reason = reasonOf(batch)
    return reason === null ? [] : [{ batch, reason }]
  })
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
  bySeries: ReadonlyMap<string, readonly KnownRange<Batch>[]>,
): KnownRange<Batch> | undefined {
  const numbers = numbersIn(serial)
  const tonnes = BigInt(Math.floor(issuedKg / tonneKg))
  const isLong = (number: bigint) => number >= 100_000n
  for (const [at, first] of numbers.entries()) {
    const last = first + tonnes - 1n
    const isRange = numbers.slice(at + 1).some((number) => number === last || number === tonnes)
    // Without a last unit, a block's number has to be too large for a year, a day or a count.
    const least = isRange || isLong(first) ? 0n : 3_000n
    const series = numbers
      .filter((block, place) => place !== at && block >= least)
      .flatMap((block) => ['GS', 'ACR', 'CAR'].map((code) => `${code} ${block}`))
    const counted = isLong(first)
      ? [...bySeries.keys()].filter((each) => each === 'VCS' || each.startsWith('CDM '))
      : []
    for (const each of [...series, ...counted]) {
      const met = bySeries.get(each)?.find((range) => range.first <= last && first <= range.last)
      if (met !== undefined) return met
    }
  }
  return undefined
}
