// Reduces a text to the form that a search compares: without case, accents, signs of typography, and letters
// that one keyboard has and another lacks. Pure, for browser and server; `sqlFolded` does the same in SQL.
import { plainSigns, signsOf } from './plain-signs.ts'

/** Replacements of letters that Unicode does not split into a letter and an accent. */
const replacements = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd' },
  ...{ ħ: 'h', ı: 'i', ŧ: 't', ς: 'σ' },
} as const satisfies Readonly<Record<string, string>>
const spellings: ReadonlyMap<string, string> = new Map(Object.entries(replacements))
/** Accents, and characters that are not shown: hints for hyphens, joiners, the mark of byte order. */
const ignored = '[\\u00ad\\u200b-\\u200d\\u2060\\ufeff\\u0300-\\u036f]'
const ignoredCharacter = new RegExp(ignored, 'gu')
const replacedLetter = new RegExp(`[${[...spellings.keys()].join('')}]`, 'gu')

export function fold(text: string): string {
  return plainSigns(text)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(ignoredCharacter, '')
    .replace(replacedLetter, (letter) => spellings.get(letter) ?? letter)
}

/** Returns a text as searches compare it: folded, and without apostrophes, which users leave out. */
export function searchableText(text: string): string {
  return fold(text).replaceAll("'", '')
}

/** Returns the words of a searched text, also those of `Mai-Ndombe`. A text matches that contains every word. */
export function searchWords(text: string): string[] {
  return searchableText(text)
    .split(/[\s-]+/)
    .filter((word) => word !== '')
}

/** Returns SQL for `searchableText` of an SQL expression. */
export const sqlSearchable = (expression: string): string =>
  `replace(${sqlFolded(expression)}, '''', '')`

/** Returns SQL for `fold` of an SQL expression. features/catalogue/projects.test.ts compares both. */
export function sqlFolded(expression: string): string {
  const signs = Object.entries(signsOf)
  const from = signs.map(([, others]) => others).join('')
  const to = signs.map(([plain, others]) => plain.repeat([...others].length)).join('')
  const plain = `translate(${expression}, ${quoteSql(from)}, ${quoteSql(to)})`
  const lower = `lower(normalize(${plain}, nfkc) collate pg_unicode_fast)`
  const bare = `regexp_replace(normalize(${lower}, nfd), '${ignored}', '', 'g')`
  return [...spellings].reduce(
    (text, [letter, spelling]) => `replace(${text}, ${quoteSql(letter)}, ${quoteSql(spelling)})`,
    bare,
  )
}

const quoteSql = (text: string) => `'${text.replaceAll("'", "''")}'`
