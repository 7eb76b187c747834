// Splits a column's name into plain words, so that `RetirementDate`, `Date Retired` and
// `retired_on` are recognised in any spelling, and removes meaningless blanks from a cell.
import { rememberLately } from '#values/remember-lately.ts'

/** `Retirement/Cancellation Date` is `retirement cancellation date`. Asked for with every row of a file. */
export const columnWords = rememberLately(wordsOf, 1_000)

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
