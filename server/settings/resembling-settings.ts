// Finds unknown settings whose names resemble a known one, because a mistyped name would be ignored
// silently.

/** Minimum length of names that may differ in two letters. Shorter names resemble many others: HOME, HOST. */
const longNameLetters = 10

/**
 * Returns each unknown name that differs from one of `known` in at most two letters. For a known name under
 * 10 letters, it must differ in one letter. A name with the same words in another form or order also resembles
 * a known one (`TRUST_PROXY`). So does a name that lacks later words (`STRIPE_SECRET`). Case is ignored.
 */
export function findResembling(
  names: readonly string[],
  known: readonly string[],
): { readonly name: string; readonly similar: string }[] {
  const isKnown = new Set(known)
  return names.flatMap((name) => {
    if (isKnown.has(name)) return []
    const similar =
      known.find((each) => isSimilar(name.toUpperCase(), each)) ??
      known.find((each) => hasSameWords(name.toUpperCase(), each))
    return similar === undefined ? [] : [{ name, similar }]
  })
}

function isSimilar(name: string, known: string): boolean {
  const distanceMax = known.length < longNameLetters ? 1 : 2
  if (Math.abs(name.length - known.length) > distanceMax) return false
  return distanceOf(name, known) <= distanceMax
}

/** Returns true if a name has at least two words, all of the known name: its first word, or all in any order. */
function hasSameWords(name: string, known: string): boolean {
  const [words, knownWords] = [wordsOf(name), wordsOf(known)]
  if (words.length < 2 || !words.every((word) => knownWords.includes(word))) return false
  return words[0] === knownWords[0] || words.length === knownWords.length
}

/** Returns the words of a name without the endings of plurals and participles. */
function wordsOf(name: string): string[] {
  const singulars = name
    .split(/[_-]+/)
    .map((word) => word.replace(/IES$/, 'Y').replace(/(?<=..)S$/, ''))
  return singulars.map((word) => word.replace(/(?<=..)(?:E|ED|ING)$/, ''))
}

/** Returns the number of letters to add, drop, change or swap (optimal string alignment distance). */
function distanceOf(one: string, other: string): number {
  let secondLastRow: number[] = []
  let lastRow = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const currentRow = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwap =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1]
      currentRow[column] = Math.min(
        (lastRow[column] ?? 0) + 1,
        (currentRow[column - 1] ?? 0) + 1,
        (lastRow[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (secondLastRow[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    secondLastRow = lastRow
    lastRow = currentRow
  }
  return lastRow[other.length] ?? 0
}
