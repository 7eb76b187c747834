// Counts the passports above a score with a Fenwick tree, so that a rank among millions needs few additions.
// Scores are whole numbers from 0. Pure.

/** Lowest score that is in a map instead of the tree. Such scores are rare. A tree below it takes 4 MiB. */
const highScoreMin = 2 ** 20

export class ScoreCounts {
  /** Score s has index s + 1. Entry i is the sum of the counts at the last `i & -i` indexes up to i. */
  #tree = new Int32Array(129)
  #people = 0
  readonly #high = new Map<number, number>()

  /** Adds passports to a score. A negative number removes them. */
  add(score: number, people: number): void {
    if (score >= highScoreMin) {
      const remaining = (this.#high.get(score) ?? 0) + people
      if (remaining === 0) this.#high.delete(score)
      else this.#high.set(score, remaining)
      return
    }
    while (score + 1 >= this.#tree.length) this.#grow()
    this.#people += people
    for (let index = score + 1; index < this.#tree.length; index += index & -index) {
      this.#tree[index] = (this.#tree[index] ?? 0) + people
    }
  }

  /** Returns the number of passports above this score. */
  above(score: number): number {
    let higher = 0
    for (const [each, people] of this.#high) if (each > score) higher += people
    if (score >= highScoreMin) return higher
    let atMostScore = 0
    for (
      let index = Math.min(score + 1, this.#tree.length - 1);
      index > 0;
      index -= index & -index
    ) {
      atMostScore += this.#tree[index] ?? 0
    }
    return higher + this.#people - atMostScore
  }

  /** Doubles the tree. Its new last entry is the sum of all counts; the other new entries are 0. */
  #grow(): void {
    const longer = new Int32Array(this.#tree.length * 2 - 1)
    longer.set(this.#tree)
    longer[longer.length - 1] = this.#people
    this.#tree = longer
  }
}
