// Splits a column's name into plain words, so that `RetirementDate`, `Date Retired` and
// `retired_on` are recognised in any spelling, and removes meaningless blanks from a cell.
import { rememberLately } from '#values/remember-lately.ts'
import { latinLetters } from '#values/text/look-alikes.ts'

/** Returns the words of a text in lower case, separated by single spaces: `date retired` for `DateRetired`. */
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

/** Folds a text to small Latin letters without accents. Lookalikes become the Latin letters. */
export function foldedWords(text: string): string {
  return wordsOf(latinLetters(wordsOf(text)))
}

/**
 * Returns a key that is equal for names that differ only in case, blanks, accents, look-alike letters and
 * punctuation. An exclamation mark counts, because it can deny a word.
 */
export const columnKey = rememberLately(
  (name) => latinLetters(plainCell(name)).replace(/[\s[\p{P}--[!]]]+/gv, ''),
  1_000,
)

/** Returns a text in NFKC, without invisible characters and repeated whitespace. */
export function plainCell(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

const emptyWords: ReadonlySet<string> = new Set(
  'n a|na|none|null|nil|no|false|0|0 0|0000 00 00|not applicable|not available|not retired|not cancelled|not canceled|unretired'.split(
    '|',
  ),
)

const emptyMaxLength = 20

/** Returns true if a cell has no content: whitespace, a dash. A check mark is content. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Pd}\p{Pc}.,/*'"()[\]]*$/u.test(text)
}

/** Returns true if a cell is blank or a word for that: `N/A`, `none`. */
export function isEmptyWord(text: string): boolean {
  return isBlank(text) || (text.length <= emptyMaxLength && emptyWords.has(wordsOf(text)))
}
