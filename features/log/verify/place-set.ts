// Stores disjoint ranges of places of a batch, such as its retired places. A search takes logarithmic time.

/** A range of places. `first` and `last` are included. */
export type Places = { readonly first: number; readonly last: number }

export class PlaceSet {
  /** Ranges in ascending order. */
  readonly #ranges: Places[] = []

  /**
   * Adds a range and returns null. If the set contains places of the range already, adds nothing and
   * returns the first of them.
   */
  add({ first, last }: Places): number | null {
    const existing = this.firstOf({ first, last })
    if (existing === null) this.#ranges.splice(this.#indexFrom(first), 0, { first, last })
    return existing
  }

  /** Returns the first place of the range that is in the set, or null. */
  firstOf({ first, last }: Places): number | null {
    const next = this.#ranges[this.#indexFrom(first)]
    return next !== undefined && next.first <= last ? Math.max(first, next.first) : null
  }

  /** Returns the number of kilograms of the range that are in the set. */
  kgWithin({ first, last }: Places): number {
    let kg = 0
    for (let index = this.#indexFrom(first); index < this.#ranges.length; index += 1) {
      const range = this.#ranges[index]
      if (range === undefined || range.first > last) break
      kg += Math.min(last, range.last) - Math.max(first, range.first) + 1
    }
    return kg
  }

  /** Removes a range that was added with the same `first` and `last`. */
  remove({ first }: Places): void {
    this.#ranges.splice(this.#indexFrom(first), 1)
  }

  kg(): number {
    return this.#ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  }

  /** Returns the index of the first range that ends at or after the place. */
  #indexFrom(place: number): number {
    let low = 0
    let high = this.#ranges.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#ranges[middle]?.last ?? 0) < place) low = middle + 1
      else high = middle
    }
    return low
  }
}
