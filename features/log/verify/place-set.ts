// Keeps disjoint runs of places of a batch, such as retired ones. A search costs the logarithm of
// their number.

/** Both places are included. */
export type Places = { readonly first: number; readonly last: number }

export class PlaceSet {
  /** In the order of places. */
  readonly #runs: Places[] = []

  /** Adds the run, or returns its first place that is in the set already. */
  add({ first, last }: Places): number | null {
    const met = this.firstOf({ first, last })
    if (met === null) this.#runs.splice(this.#firstFrom(first), 0, { first, last })
    return met
  }

  /** Returns the first place of the run that is in the set, or null. */
  firstOf({ first, last }: Places): number | null {
    const next = this.#runs[this.#firstFrom(first)]
    return next !== undefined && next.first <= last ? Math.max(first, next.first) : null
  }

  /** Returns the kilograms of the run that are in the set. */
  kgWithin({ first, last }: Places): number {
    let kg = 0
    for (let at = this.#firstFrom(first); at < this.#runs.length; at += 1) {
      const run = this.#runs[at]
      if (run === undefined || run.first > last) break
      kg += Math.min(last, run.last) - Math.max(first, run.first) + 1
    }
    return kg
  }

  /** Removes a run that was added in the same form. */
  remove({ first }: Places): void {
    this.#runs.splice(this.#firstFrom(first), 1)
  }

  kg(): number {
    return this.#runs.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  }

  /** Returns the index of the first run that ends at or after the place. */
  #firstFrom(place: number): number {
    let low = 0
    let high = this.#runs.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#runs[middle]?.last ?? 0) < place) low = middle + 1
      else high = middle
    }
    return low
  }
}
