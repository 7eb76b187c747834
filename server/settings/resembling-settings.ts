// Finds unknown settings whose names are nearly a known one, since a mistyped name would be ignored
// silently.

/** Shorter names are near to too many others: HOME is no HOST. */
const longNameLetters = 10

/**
 * Returns each unknown name that is one or two letters away from one of `known` (one letter for
 * names under 10 letters), with that one. Case is ignored.
 */
export function findResembling(
  names: readonly string[],
  known: readonly string[],
): { readonly name: string; readonly meant: string }[] {
  const isKnown = new Set(known)
  return names.flatMap((name) => {
    if (isKnown.has(name)) return []
    const meant = known.find((each) => isNear(name.toUpperCase(), each))
    return meant === undefined ? [] : [{ name, meant }]
  })
}

function isNear(name: string, known: string): boolean {
  const distanceMax = known.length < longNameLetters ? 1 : 2
  if (Math.abs(name.length - known.length) > distanceMax) return false
  return distanceOf(name, known) <= distanceMax
}

/** Letters to add, drop, change, or swap with their neighbour (optimal string alignment). */
function distanceOf(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwap =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return last[other.length] ?? 0
}
