// Finds the cells of a row that mean that its units may not be sold, in any column and in seven
// languages. A column for a status, a use or a reason may contain plain words alone.
import {
  columnWords,
  isEmptyWord,
  plainCell,
  wordsOf,
} from '#providers/registries/tables/column-words.ts'
import { rememberLately } from '#values/remember-lately.ts'
import { latinLetters } from '#values/text/look-alikes.ts'
import { type StatusWords, statusWords } from './unsellable-words.ts'

export type UnsellableCell = {
  readonly column: string
  readonly text: string
  /** The reason: the cell is in a column for uses, in a column for statuses, or contains a word. */
  readonly by: 'use' | 'status' | 'word'
}

/** Returns the alternatives of one list, in all languages. */
const alternatives = (list: keyof StatusWords) =>
  Object.values(statusWords)
    .flatMap((words) => words[list].trim().split(/,\s+/))
    .join('|')

const filler = `(?:${alternatives('links')}|${alternatives('fillers')})`
const fillers = `(?:${filler} )*`
const unsellable = `(?:${alternatives('unsellable')})`
/** Amounts and days before a status: `50% retired`, `2024-01-01 retired`. Zero units deny it. */
const numbers = '(?!0 (?:0 )?\\D)(?:\\d+ )*'
const begins = new RegExp(`^${numbers}${fillers}${unsellable}(?: |$)`)
/** Phrases of columns for uses, such as `on behalf`. A single word such as `beneficiaries` begins other texts. */
const usePhrases = Object.values(statusWords).flatMap(({ useColumns }) =>
  useColumns
    .trim()
    .split(/,\s+/)
    .filter((words) => words.includes(' ')),
)
const beginsUse = new RegExp(`^(?:${usePhrases.join('|')})(?: |$)`)
/** Matches inside a cell: after its units or a verb, and as its last word. A forest may be a reserve. */
const holds = new RegExp(
  `(?<!(?:^| )(?:0|${alternatives('negations')})(?: ${filler})*)` +
    `(?: (?:${alternatives('links')}) ${fillers}${unsellable}(?: |$)| (?!reserves?$)${unsellable}$)`,
)
const isUnsellableAlone = new RegExp(
  `^${fillers}(?:${unsellable}|${alternatives('unsellableAlone')})$`,
)
/** Matches column names such as `On hold`, `Units on hold` and `Transferred out`. */
const isUseHeader = new RegExp(
  `^${fillers}(?:hold|${unsellable})(?: (?:out|on|at|to|for|from|date|flag))?$`,
)
const isPlain = new RegExp(`^(?:${alternatives('plain')}|${alternatives('sellable')})$`)
/** Matches column names such as `Available`, `Is active`, `For sale?` and `Quantity available`. */
const amounts = 'qty|quantity|amount|volume|number|units?|credits?|tonnes?|tons?|balance'
const isSellableHeader = new RegExp(
  `^(?:(?:is|are|still|currently|${amounts}) )*(?:${alternatives('sellable')}|remaining|verified)` +
    `(?: (?:of|now|for sale|flag|${amounts}))*$`,
)
/** Matches a cell that denies the name of its column. */
const denies = new RegExp(
  `^(?:0(?: 0+)?|n|f|false|${alternatives('negations')}|nein|nee|hayir|yok|unverified)$`,
)
const statusColumn = new RegExp(`(?:^| )(?:${alternatives('statusColumns')})(?: |$)`)
const useColumn = new RegExp(`(?:^| )(?:${alternatives('useColumns')})(?: |$)`)

/** Columns that other code reads: batch-file.ts, and for `status` `maySell` in unit-words.ts. */
const knownColumns: ReadonlySet<string> = new Set(
  (
    'registry|external project id|project name|developer|country|country code|project type|' +
    'methodology|vintage year|serial number|quantity tco2e|quantity kg|status|issuance date|' +
    'sdgs|name|price per kg|currency'
  ).split('|'),
)
const freeTextColumn =
  /(?:^| )(?:descriptions?|description du|descripcion|descrizione|\w*beschreibung|\w*beschrijving|summary|abstract|resume|resumen|riassunto|zusammenfassung|samenvatting|ozet|story|titles?|titel|titre|titulo|titolo|baslik|urls?|links?|website|web site|webseite|site web)(?: |$)/
/** Names of people, companies, places and methods may begin with any word. */
const nameColumn =
  /(?:^| )(?:developers?|proponents?|verifiers?|validators?|auditors?|vvb|compan(?:y|ies)|activit(?:y|ies)|countr(?:y|ies)|regions?|locations?|address|city|methodolog\w*|metodolog\w*|methodik|methode|methods?|metodo|yontem\w*|protocols?|technolog\w*|sectors?|sectoral scopes?|programme?|land|pays|pais|paese|ulke)(?: |$)/
const projectColumn =
  /(?:^| )(?:projects?|projets?|proyectos?|progett[oi]|projekt\w*|project\w+|projenin|proje)(?: |$)/
/** Columns for a status of something else. Only a word for units that may not be sold counts in them. */
const otherStatusColumn =
  /(?:^| )(?:verification|validation|verified|corsia|ccp|icvcm|article 6|authori[sz]ation|eligibility|eligible|monitoring|crediting|registration)(?: |$)/
const dayColumn =
  /(?:^| )(?:date|dates|datum|\w+datum|fecha|data|tarih|tarihi|updated|changed|since)(?: |$)/
const questionMark = /\?/
const saysUnavailable = /^not available$/i
const noLetters = /^\P{L}*$/u
const digitsOnly = /^[\d\s.,:/_+-]*$/

/**
 * The kind of a column. `read` cells are not checked. `any` cells must contain no unsellable word, and cells of
 * `sellable` columns also no denial. Cells of `status` and `use` columns may contain plain words alone.
 */
type Kind = 'read' | 'any' | 'sellable' | 'status' | 'use'

const kindOf = rememberLately((column): Kind => {
  if (knownColumns.has(columnWords(column))) return 'read'
  const words = foldedWords(column)
  if (useColumn.test(words) || isUseHeader.test(words)) return 'use'
  if (isSellableHeader.test(words)) return 'sellable'
  const isStatus = statusColumn.test(words)
  const isOther = projectColumn.test(words) || otherStatusColumn.test(words)
  if (isStatus) return isOther ? 'any' : 'status'
  return freeTextColumn.test(words) || nameColumn.test(words) || projectColumn.test(words)
    ? 'read'
    : 'any'
}, 1_000)

/** Folds a text to small Latin letters without accents. Lookalikes become the Latin letters. */
function foldedWords(text: string): string {
  return wordsOf(latinLetters(wordsOf(text)))
}

/** Returns the cells that forbid a sale. `cells` are all cells of the row by column, unchanged. */
export function unsellableCells(cells: Readonly<Record<string, unknown>>): UnsellableCell[] {
  return Object.entries(cells).flatMap(([column, cell]): UnsellableCell[] => {
    if (typeof cell !== 'string' || cell === '') return []
    const kind = kindOf(column)
    if (kind === 'read' || (kind === 'any' && noLetters.test(cell))) return []
    if (kind === 'status' && digitsOnly.test(cell) && dayColumn.test(foldedWords(column))) return []
    const text = plainCell(cell)
    if (kind === 'sellable' && denies.test(foldedWords(text))) return [{ column, text, by: 'word' }]
    const isEmpty = isEmptyWord(text) && !questionMark.test(text)
    if (isEmpty && (kind !== 'status' || !saysUnavailable.test(text))) return []
    const isPlainText = isPlain.test(foldedWords(text))
    if (kind === 'use') return isPlainText ? [] : [{ column, text, by: kind }]
    if (holdsUnsellable(text)) return [{ column, text, by: 'word' }]
    return kind === 'status' && !isPlainText ? [{ column, text, by: kind }] : []
  })
}

/** Caches the result of each text, since the rows of a file repeat them. */
const holdsUnsellable = rememberLately(
  (text) =>
    partsOf(text).some((part) => {
      const words = foldedWords(part)
      return [begins, beginsUse, holds, isUnsellableAlone].some((each) => each.test(words))
    }),
  10_000,
)

/** Returns a text and each of its parts between separators, such as `retired` of `Acme / retired`. */
function partsOf(text: string): string[] {
  return [text, ...text.split(/[()[\]{},;/|:\u2013\u2014]|\s-\s/)]
}
