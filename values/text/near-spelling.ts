// Compares two spellings of a name. Pure.

/**
 * Returns true if a text becomes the other one by at most one typing error: a letter that is missing,
 * added, replaced or swapped with the next one.
 */
export function isNearSpelling(text: string, other: string): boolean {
  const [one, two] = [Array.from(text), Array.from(other)]
  while (one.length > 0 && one[0] === two[0]) {
    one.shift()
    two.shift()
  }
  while (one.length > 0 && one.at(-1) === two.at(-1)) {
    one.pop()
    two.pop()
  }
  if (one.length <= 1 && two.length <= 1) return true
  return one.length === 2 && two.length === 2 && one[0] === two[1] && one[1] === two[0]
}
