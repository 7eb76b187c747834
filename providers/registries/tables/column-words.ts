// Splits a column's name into plain words, so that `RetirementDate`, `Date Retired` and
// `retired_on` are recognised in any spelling, and removes meaningless blanks from a cell.

/** Words of the columns of a file, which are asked for with every row. */
const cache = new Map<string, string>()
const cacheMax = 1_000

/** `Retirement/Cancellation Date` is `retirement cancellation date`. */
export function columnWords(name: string): string {
  const known = cache.get(name)
  if (known !== undefined) return known
  if (cache.size >= cacheMax) cache.clear()
  const words = wordsOf(name)
  cache.set(name, words)
  return words
}

/** Computes the words of any text; the cache is for the names of columns. */
export function wordsOf(name: string): string {
  return (
    plainCell(name)
      .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase()
      // The dot of a capital İ is a sign of its own in lower case.
      .replace(/i\u0307/g, 'i')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  )
}

/** NFKC, without invisible characters and repeated blanks. */
export function plainCell(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

const emptyWords: ReadonlySet<string> = new Set(
  '|n a|na|none|null|nil|no|false|0|0 0|0000 00 00|not applicable|not available|not retired|not cancelled|not canceled|unretired'.split(
    '|',
  ),
)

const emptyMaxLength = 20

/** Whether a cell is empty: blanks, a dash, `N/A`, `none`. */
export function isEmptyWord(text: string): boolean {
  return text.length <= emptyMaxLength && emptyWords.has(wordsOf(text))
}
