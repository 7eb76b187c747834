// Keeps ranges of units, and finds those that share a unit with another range without looking at each.

type UnitRange = { readonly first: bigint; readonly last: bigint }

/** Ranges of units with the places of their serials in the order of adding, sorted by the first unit. */
export class PlacedRanges {
  readonly #sorted: { readonly first: bigint; readonly last: bigint; readonly place: number }[] = []
  #longest = 0n

  add({ first, last }: UnitRange, place: number): void {
    this.#sorted.splice(this.#indexFrom(first), 0, { first, last, place })
    if (last - first > this.#longest) this.#longest = last - first
  }

  *placesThatMeet({ first, last }: UnitRange): Generator<number> {
    for (let at = this.#indexFrom(first - this.#longest); at < this.#sorted.length; at += 1) {
      const range = this.#sorted[at]
      if (range === undefined || range.first > last) return
      if (range.last >= first) yield range.place
    }
  }

  /** Returns the index of the first range that begins at this unit or later. */
  #indexFrom(unit: bigint): number {
    let [low, high] = [0, this.#sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sorted[middle]?.first ?? unit) < unit) low = middle + 1
      else high = middle
    }
    return low
  }
}
