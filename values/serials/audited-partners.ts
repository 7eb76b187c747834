// Finds, among many serials of an uncompared registry, those that may share units, for audits. A comparison of each
// pair would take minutes for some thousand serials. The importer's index (loose-index.ts) must not be used here.
import { type Claim, haveSharedUnits, type Spelling } from './audited-spellings.ts'

type Interval = { readonly first: bigint; readonly last: bigint }

/** Intervals by their start, with the greatest end up to each. */
export class Intervals<Item extends Interval> {
  readonly #items: readonly Item[]
  readonly #endsSoFar: readonly bigint[]

  constructor(items: readonly Item[]) {
    this.#items = items.toSorted((one, other) => (one.first < other.first ? -1 : 1))
    let end = -1n
    this.#endsSoFar = this.#items.map(({ last }) => {
      if (last > end) end = last
      return end
    })
  }

  /** Returns an interval that shares a unit with `sought`. */
  find({ first, last }: Interval): Item | undefined {
    let [low, high] = [0, this.#items.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#items[middle]?.first ?? 0n) <= last) low = middle + 1
      else high = middle
    }
    for (let at = low - 1; at >= 0 && (this.#endsSoFar[at] ?? -1n) >= first; at -= 1) {
      const item = this.#items[at]
      if (item !== undefined && item.last >= first) return item
    }
    return undefined
  }
}

/** Maximum number of pairs that are remembered as compared. */
const comparedMax = 1_000_000

/**
 * Returns, by the place of a serial, the place of the first other serial with which `haveSharedUnits` is true. Serials
 * that it never compares have no equal numbers, no claims that meet, and no number in common.
 */
export function findPartners(
  serials: readonly (readonly Spelling[])[],
): ReadonlyMap<number, number> {
  const partners = new Map<number, number>()
  const compared = new Set<number>()
  const compare = (one: number, other: number): void => {
    const pair = Math.min(one, other) * serials.length + Math.max(one, other)
    if (one === other || compared.has(pair)) return
    if (compared.size > comparedMax) compared.clear()
    compared.add(pair)
    if (!haveSharedUnits(serials[one] ?? [], serials[other] ?? [])) return
    partners.set(one, Math.min(other, partners.get(one) ?? other))
    partners.set(other, Math.min(one, partners.get(other) ?? one))
  }
  const placed = serials.flatMap((spellings, place) =>
    spellings.map((spelling) => ({ spelling, place })),
  )
  const withEqualNumbers = Map.groupBy(placed, ({ spelling }) => spelling.numbers.join())
  for (const [first, ...others] of withEqualNumbers.values()) {
    for (const other of others) if (first !== undefined) compare(first.place, other.place)
  }
  const claims = placed.flatMap(({ spelling: { closed, nearlyClosed, open }, place }) => [
    ...nearlyClosed.map((claim) => ({ ...claim, place, isSeeker: true })),
    ...open.map((claim) => ({ ...claim, place, isSeeker: closed.length === 0 })),
  ])
  for (const equal of Map.groupBy(claims, ({ context }) => context.join()).values()) {
    compareMeeting(equal, compare)
  }
  const nearlyClosed = placed.flatMap(({ spelling, place }) =>
    spelling.nearlyClosed.map((claim) => ({ ...claim, place })),
  )
  compareContained(nearlyClosed, compare)
  compareParts(
    placed.filter(({ spelling }) => spelling.closed.length === 0),
    compare,
  )
  return partners
}

type Placed = { readonly spelling: Spelling; readonly place: number }
type PlacedClaim = Claim & { readonly place: number }
type Compare = (one: number, other: number) => void

/** Compares the places of each two claims that share a unit, if one of them is a seeker. */
function compareMeeting(
  claims: readonly (PlacedClaim & { readonly isSeeker: boolean })[],
  compare: Compare,
): void {
  // Earlier claims that end at or after the start of the current one.
  let [seekers, others]: [PlacedClaim[], PlacedClaim[]] = [[], []]
  for (const claim of claims.toSorted((one, other) => (one.first < other.first ? -1 : 1))) {
    const isOpen = ({ last }: PlacedClaim) => last >= claim.first
    seekers = seekers.filter(isOpen)
    others = others.filter(isOpen)
    for (const other of seekers) compare(other.place, claim.place)
    if (claim.isSeeker) for (const other of others) compare(other.place, claim.place)
    if (claim.isSeeker) seekers.push(claim)
    else others.push(claim)
  }
}

/** Compares claims that share a unit, if the context of one may contain that of the other, and so its rarest number. */
function compareContained(claims: readonly PlacedClaim[], compare: Compare): void {
  const withNumber = groupByNumber(claims, ({ context }) => context)
  const countOf = (number: bigint) => withNumber.get(number)?.length ?? 0
  const rarestOf = new Map(
    claims.map((claim) => {
      const rarest = claim.context.toSorted((one, other) => countOf(one) - countOf(other))[0]
      return [claim, rarest] as const
    }),
  )
  for (const [number, group] of withNumber) {
    const sought = group.map((claim) => ({ ...claim, isSeeker: rarestOf.get(claim) === number }))
    if (sought.some(({ isSeeker }) => isSeeker)) compareMeeting(sought, compare)
  }
  const all = claims.map((claim) => ({ ...claim, isSeeker: claim.context.length === 0 }))
  if (all.some(({ isSeeker }) => isSeeker)) compareMeeting(all, compare)
}

/** Compares each spelling with those that contain all of its numbers, and so its rarest one. */
function compareParts(placed: readonly Placed[], compare: Compare): void {
  const withNumber = groupByNumber(placed, ({ spelling }) => spelling.numbers)
  for (const { spelling, place } of placed) {
    const groups = spelling.numbers.map((number) => withNumber.get(number) ?? [])
    const rarest = groups.toSorted((one, other) => one.length - other.length)[0]
    for (const other of rarest ?? placed) compare(place, other.place)
  }
}

/** Returns the items by each of their numbers, each item once. */
function groupByNumber<Item>(
  items: readonly Item[],
  numbersOf: (item: Item) => readonly bigint[],
): ReadonlyMap<bigint, readonly Item[]> {
  const pairs = items.flatMap((item) =>
    [...new Set(numbersOf(item))].map((number) => ({ item, number })),
  )
  const groups = Map.groupBy(pairs, ({ number }) => number)
  return new Map([...groups].map(([number, group]) => [number, group.map(({ item }) => item)]))
}
