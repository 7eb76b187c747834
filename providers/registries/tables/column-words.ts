// Splits a column's name into plain words, so that `RetirementDate`, `Date Retired` and
// `retired_on` are recognised in any spelling, and removes meaningless blanks from a cell.
import { rememberLately } from '#values/remember-lately.ts'

/** Returns the words of a column's name: `retirement date` for `RetirementDate`. Results are cached. */
export const columnWords = rememberLately(wordsOf, 1_000)

/** Returns the words of any text in lower case, separated by single spaces. Results are not cached. */
export function wordsOf(name: string): string {
  return (
    plainCell(name)
      .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase()
      // In lower case the dot of a capital İ is a separate character.
      .replace(/i\u0307/g, 'i')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  )
}

/** Returns a text in NFKC, without invisible characters and repeated whitespace. */
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

/** Returns true if a cell has no content: whitespace, a dash, `N/A`, `none`. */
export function isEmptyWord(text: string): boolean {
  return text.length <= emptyMaxLength && emptyWords.has(wordsOf(text))
}
