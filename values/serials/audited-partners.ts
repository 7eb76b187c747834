// Finds, among many serials of an uncompared registry, those that may share units, for audits. A comparison of each
// pair would take minutes for some thousand serials. The importer's index (loose-index.ts) must not be used here.

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
  haveSharedUnits: (one: readonly Spelling[], other: readonly Spelling[]) => boolean,
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
  for (const [first, ...others] of groupPlaces(placed, ({ spelling }) => [
    spelling.numbers.join(),
  ])) {
    for (const other of others) compare(first, other)
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

/** Returns the places of each group of spellings with an equal key, each once and in ascending order. */
function groupPlaces(
  placed: readonly Placed[],
  keysOf: (one: Placed) => readonly string[],
): readonly (readonly [number, ...number[]])[] {
  const groups = Map.groupBy(
    placed.flatMap((one) => keysOf(one).map((key) => ({ key, place: one.place }))),
    ({ key }) => key,
  )
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = new Set(group.map(({ place }) => place))
    return first === undefined ? [] : [[first, ...others] as const]
  })
}

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
  const withNumber = new Map<bigint, PlacedClaim[]>()
  for (const claim of claims) {
    for (const number of new Set(claim.context)) {
      const known = withNumber.get(number)
      if (known === undefined) withNumber.set(number, [claim])
      else known.push(claim)
    }
  }
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
  const byNumber = new Map<string, readonly number[]>()
  const all = placed.flatMap((one) => one.spelling.numbers.map((number) => ({ one, number })))
  for (const [number, group] of Map.groupBy(all, ({ number }) => number.toString())) {
    byNumber.set(number, [...new Set(group.map(({ one }) => one.place))])
  }
  for (const { spelling, place } of placed) {
    const groups = spelling.numbers.map((number) => byNumber.get(number.toString()) ?? [])
    const rarest = groups.toSorted((one, other) => one.length - other.length)[0]
    const others = rarest ?? placed.map((one) => one.place)
    for (const other of others) compare(place, other)
  }
}
