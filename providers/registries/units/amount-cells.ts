// Finds the amounts that a row states next to its tonnes (quantity_tco2e).
import { plainCell } from '#providers/registries/tables/column-words.ts'
import { wordsOfColumn } from './batch-columns.ts'
import { amountWords, isSellableHeader } from './unsellable-cells.ts'

/** Columns for the amount of the row itself. */
const ownAmount = /^(?:quantity|tonnes|quantity of (?:offset )?credits)$/
/** Columns for an amount that contains the row's, of a vintage or a project. */
const wholeAmount = /^(?:total vintage quantity|credits issued total|total offset credits issued)$/
/** Columns such as `Quantity issued`. A column such as `Issued` may hold a year. */
const amountHeader = new RegExp(`(?:^| )(?:${amountWords})(?: |$)`)
/** Columns for what is left. A 1 in them may mean yes. */
const stockHeader =
  /(?:^| )(?:available|for sale|sell?able|sale?able|trad(?:e?able|ing)|remaining)(?: |$)/
/** Matches a number, also with separators of thousands, decimals and a unit. */
const amountPattern = /^(?<number>\d+(?:[ ,.'’\u00a0\u202f]\d+)*)\s?(?:t ?co ?2 ?e?|\p{L}+)?$/iu
const thousands = /[ ,.'’\u00a0\u202f](?=\d{3}(?!\d))/g
const holdsDigit = /\d/

export type AmountCell = {
  readonly column: string
  readonly text: string
  /** True for the amount of the row itself, false for an amount that contains the row's. */
  readonly isOwn: boolean
  /** The numbers that the cell may mean, in tonnes. Empty for an own amount that cannot be read. */
  readonly readings: readonly number[]
}

/** Returns the cells with an amount. `cells` are all cells of the row by column, unchanged. */
export function amountCells(cells: Readonly<Record<string, unknown>>): AmountCell[] {
  return Object.entries(cells).flatMap(([column, cell]): AmountCell[] => {
    if (typeof cell !== 'string') return []
    const text = plainCell(cell)
    const words = wordsOfColumn(column)
    const isOwn = ownAmount.test(words)
    if (!isOwn && !isOfMore(words, text)) return []
    const readings = readingsOf(text)
    const isAmount = isOwn ? holdsDigit.test(text) : readings.length > 0
    return isAmount ? [{ column, text, isOwn, readings }] : []
  })
}

function isOfMore(words: string, text: string): boolean {
  if (wholeAmount.test(words)) return true
  const isStock = stockHeader.test(words) && text !== '1'
  return isSellableHeader.test(words) && (isStock || amountHeader.test(words))
}

/** Returns the numbers that a cell may mean, such as 1250 and 1.25 for `1.250`. */
function readingsOf(text: string): number[] {
  const number = amountPattern.exec(text)?.groups?.number
  if (number === undefined) return []
  return [number.replace(thousands, ''), number]
    .map((each) => Number(each.replace(',', '.')))
    .filter(Number.isFinite)
}
