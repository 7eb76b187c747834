// Runs of places of a batch, of which no two meet: what was retired, what was taken back. A look at it
// costs the logarithm of their number.

/** Both places taken. */
export type Places = { readonly first: number; readonly last: number }

export class PlaceSet {
  /** In the order of places. */
  readonly #runs: Places[] = []

  /** Adds the run, or answers the first place of it that is in the set already. */
  add({ first, last }: Places): number | null {
    const at = this.#firstFrom(first)
    const next = this.#runs[at]
    if (next !== undefined && next.first <= last) return Math.max(first, next.first)
    this.#runs.splice(at, 0, { first, last })
    return null
  }

  /** Takes out a run that was added as it is. */
  remove({ first }: Places): void {
    this.#runs.splice(this.#firstFrom(first), 1)
  }

  kg(): number {
    return this.#runs.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  }

  /** Where the first run stands that ends at the place or behind it. */
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
