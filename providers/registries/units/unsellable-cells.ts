// Finds the cells of a row that mean that its units may not be sold, in any column and in seven languages.
// A column for a status, a use or a reason, or one such as Available, may contain plain words alone.

import { registryStateOf } from '#providers/registries/projects/registry-status.ts'
import {
  foldedWords,
  isBlank,
  isEmptyWord,
  plainCell,
} from '#providers/registries/tables/column-words.ts'
import { rememberLately } from '#values/remember-lately.ts'
import { mayHoldAnyWord, wordsOfColumn } from './batch-columns.ts'
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
const beginsUse = new RegExp(`^(?:${alternatives('onBehalf')})(?: |$)`)
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
/** Alternatives of a pattern: the words for an amount in a column's name. */
export const amountWords = 'qty|quantity|amount|volume|number|units?|credits?|tonnes?|tons?|balance'
/** Matches column names such as `Available`, `Is active`, `For sale?` and `Quantity available`. */
export const isSellableHeader = new RegExp(
  `^(?:(?:is|are|still|currently|total|${amountWords}) )*` +
    '(?:issued|active|available|for sale|sell?able|sale?able|trad(?:e?able|ing)|remaining|verified)' +
    `(?: (?:of|now|for sale|flag|${amountWords}))*$`,
)
/** Matches a cell that affirms the name of its column, or holds an amount or a day. */
const affirms = new RegExp(
  `^(?:y|yes|true|verified|${alternatives('sellable')}|` +
    '(?=[\\d ]*[1-9])\\d[\\d ]*(?: (?:t|tonnes?|tons?|units?|credits?|t ?co ?2 ?e?))?)$',
)
const isBelowZero = /^[-\u2212(]/
/** Columns of a status or a reason. The word `state` alone means a part of a country. */
const statusColumn =
  /(?:^| )(?:status(?:es)?|reasons?|disposition|availability|state of (?:credits?|units?|batch|block)|(?:credits?|units?|batch|block|issuance) states?)(?: |$)/
/** Columns of a retirement, a cancellation or a beneficiary. */
const useColumn =
  /(?:^| )(?:retire[ds]?|retirements?|retirees?|retiring|cancell?(?:ed|ations?|ing)|cancels?|beneficiar(?:y|ies)|on behalf|for the benefit|using entity|end user|used by|surrender(?:ed|s)?|redeemed|redemption|claimed by|claimant|consumed|beneficial owners?|in the name of|withdrawn|withdrawals?|invalidated|revoked)(?: |$)/

/** Columns for a status of something else. Only a word for units that may not be sold counts in them. */
const otherStatusColumn =
  /(?:^| )(?:projects?|verification|validation|verified|corsia|ccp|icvcm|article 6|authori[sz]ation|eligibility|eligible|monitoring|crediting|registration)(?: |$)/
const dayColumn = /(?:^| )(?:dates?|updated|changed|since)(?: |$)/
/** Columns for the state of a project. The file of projects has the same words. */
const projectStatus = /^project status$/
const questionMark = /\?/
const saysUnavailable = /^not available$/i
const noLetters = /^\P{L}*$/u
const digitsOnly = /^[\d\s.,:/_+-]*$/

/**
 * The kind of a column. `read` cells are not checked. `any` cells must contain no unsellable word. Cells of
 * `status` and `use` columns may contain plain words alone, and cells of `sellable` columns also an amount or
 * a word that affirms the name.
 */
type Kind = 'read' | 'any' | 'sellable' | 'status' | 'use'

const kindOf = rememberLately((column): Kind => {
  const words = wordsOfColumn(column)
  if (mayHoldAnyWord(words)) return 'read'
  if (useColumn.test(words) || isUseHeader.test(words)) return 'use'
  if (isSellableHeader.test(words)) return 'sellable'
  return statusColumn.test(words) && !otherStatusColumn.test(words) ? 'status' : 'any'
}, 1_000)

/** Returns the cells that forbid a sale. `cells` are all cells of the row by column, unchanged. */
export function unsellableCells(cells: Readonly<Record<string, unknown>>): UnsellableCell[] {
  return Object.entries(cells).flatMap(([column, cell]): UnsellableCell[] => {
    if (typeof cell !== 'string' || cell === '') return []
    const kind = kindOf(column)
    if (kind === 'read' || (kind === 'any' && noLetters.test(cell))) return []
    if (kind === 'status' && digitsOnly.test(cell) && dayColumn.test(wordsOfColumn(column)))
      return []
    const text = plainCell(cell)
    const words = foldedWords(text)
    if (kind === 'sellable') {
      const isAffirmed = affirms.test(words) && !isBelowZero.test(text)
      return isAffirmed || isBlank(text) ? [] : [{ column, text, by: 'word' }]
    }
    const isEmpty = isEmptyWord(text) && !questionMark.test(text)
    if (isEmpty && (kind !== 'status' || !saysUnavailable.test(text))) return []
    const isPlainText = isPlain.test(words)
    if (kind === 'use') return isPlainText ? [] : [{ column, text, by: kind }]
    const isOfEndedProject =
      projectStatus.test(wordsOfColumn(column)) && registryStateOf(text).kind === 'ended'
    if (isOfEndedProject || holdsUnsellable(text)) return [{ column, text, by: 'word' }]
    return kind === 'any' || isPlainText ? [] : [{ column, text, by: kind }]
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
