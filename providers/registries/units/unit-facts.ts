// Reads facts about a row's units from columns outside of batch-file.ts, in any spelling of their
// names: their kind, their use, and the end of their period.
import { isEmptyWord, plainCell, wordsOf } from '#providers/registries/tables/column-words.ts'
import { amountCells } from './amount-cells.ts'
import { isKnownColumn, wordsOfColumn } from './batch-columns.ts'
import { type UnsellableCell, unsellableCells } from './unsellable-cells.ts'

/** A cell of a row with the name of its column. */
export type StatedCell = { readonly column: string; readonly text: string }
/** A cell of a column for a period. It states the first or last day or year, or the period in another way. */
export type PeriodCell = StatedCell & { readonly side: 'start' | 'end' | 'whole' }
type ColumnCell = StatedCell & { readonly words: string }

const productColumn =
  /^(?:(?:gs|registry|carbon|offset|credit) )?(?:products?|instruments?|certificates?|units?)(?: (?:type|kind|class|category|code|name))?$|^(?:type|kind|class|category) of (?:(?:carbon|offset|credit) )?(?:product|unit|instrument|certificate)s?$|^carbon stream$/
const unitOfMeasure =
  /^(?:[\d ]+|(?:m?t|k?g|tons?|tonnes?|metric tons?|metric tonnes?) ?(?:(?:of )?co ?2 ?e?q?)?)$/
const remarkColumn =
  /\b(?:type|kind|class|category|label|labels|product|units?|credits?|offsets?|assets?|tokens?|instrument|certificate|stage|phase|issuance|verification|planned|forecast|forward|ex (?:ante|post))\b/
/** Columns about a project, a country or a method, whose cells say nothing about the unit. */
const otherColumn = /\b(?:project|methodology|country|region|serial|date|location|developer)\b/
const flagColumn = /^(?:is )?(?:ex ante|planned|forecast|forward)$/
/**
 * Words of columns about the period in which the emissions were reduced. A column with any other word, such as
 * `Commitment period`, does not count.
 */
const periodWord = /^(?:monitoring|reporting|vintage|\p{L}*period\p{L}*)$/u
const creditingWord = /^crediting$/
const startWord = /^(?:start|starts|from|begins?|beginning)$/
const endWord = /^(?:end|ends|to|until|through|thru)$/
const periodFiller = /^(?:of|the|date|day|year|assignment|periods?)$/
const amountColumn = /\b(?:quantity|amount|volume|number|units?|credits?|tonnes?|tons?|id)\b/
/** Columns of a vintage other than `vintage_year`, without those of the start or end of a period. */
const vintageColumn = /^(?!.*\bperiod\b).*\bvintages?\b|^(?:reporting|production) year$/
/** Columns with an id, an address or a registry's name, which tell whose project a row is of. */
const originColumn = /^(?!.*\b(?:holding|external project)\b).*\b(?:id|gsid|url|registry name)$/
/** Columns of a day of issuance, delivery, verification or status other than `issuance_date`. */
const issuanceColumn =
  /^(?!.*\bnext\b).*\b(?:issue|issued|issuance|delivery|delivered|verification date|date verified|status date)\b/
const registrationColumn = /\b(?:registration date|registered on|date registered)\b/
export const yearAlone = /^\d{4}$/
/** Matches between two days of one cell: `2026-01-01 - 2026-12-31`, `2026-01-01/2026-12-31`. */
const betweenDays =
  /\s+(?:-|&|and|to|through|thru|until|till|und|bis|en|tot|et|au|y|hasta|e|al?|ve)\s+|\s*[\u2013\u2014~]\s*|\s*\.{2,3}\s*|(?<=\d{4}-\d\d-\d\d)\s*[-/]\s*(?=\d{4})/u

/**
 * Returns the cells of columns for a period, whose names have a word of the period and no word but those about
 * periods. A cell with both ends counts as two, if both have a year.
 */
function periodCells(cells: readonly ColumnCell[], word: RegExp): PeriodCell[] {
  const known = [word, startWord, endWord, periodFiller]
  return cells.flatMap(({ column, text, words }): PeriodCell[] => {
    const parts = words.split(' ')
    const isPeriod =
      parts.some((part) => word.test(part)) &&
      parts.every((part) => known.some((each) => each.test(part)))
    if (!isPeriod) return []
    const side = sideOf(words)
    if (side !== 'whole') return [{ column, text, side }]
    const [from = '', through = '', ...others] = text.split(betweenDays)
    const hasYears = [from, through].every((each) => /\d{4}/.test(each))
    // Two years alone are a period as a whole.
    const isOfDays = hasYears && ![from, through].every((each) => yearAlone.test(each))
    if (others.length > 0 || !isOfDays) return [{ column, text, side }]
    return [
      { column, text: from, side: 'start' },
      { column, text: through, side: 'end' },
    ]
  })
}

/** Returns whether a column is for the start or the end of a period, or for all of it. */
function sideOf(words: string): PeriodCell['side'] {
  const parts = words.split(' ')
  const isStart = parts.some((part) => startWord.test(part))
  const isEnd = parts.some((part) => endWord.test(part))
  if (isStart === isEnd) return 'whole'
  return isEnd ? 'end' : 'start'
}

/** Returns false for a column named Units that contains a number or a unit of measure. */
const isKind = ({ words, text }: ColumnCell) =>
  !/^units?$/.test(words) || !unitOfMeasure.test(wordsOf(text))

/** Returns the facts of a row. `cells` are all cells of the row by column, unchanged. */
export function unitFactsOf(cells: Readonly<Record<string, unknown>>) {
  const textCells = Object.entries(cells).flatMap(([column, cell]): ColumnCell[] =>
    typeof cell === 'string'
      ? [{ column, text: plainCell(cell), words: wordsOfColumn(column) }]
      : [],
  )
  const filled = textCells.filter(({ text }) => !isEmptyWord(text))
  const dated = filled.filter(({ words }) => !amountColumn.test(words))
  const cellsNamed = (all: readonly ColumnCell[], name: RegExp): StatedCell[] =>
    all.filter(({ words }) => name.test(words)).map(({ column, text }) => ({ column, text }))
  const unsellable = unsellableCells(cells)
  const unsellableBy = (by: UnsellableCell['by']): StatedCell[] =>
    unsellable.flatMap((cell) => (cell.by === by ? [{ column: cell.column, text: cell.text }] : []))
  return {
    /** The kind of unit, one for each such column. An empty text is an empty cell. */
    products: cellsNamed(textCells.filter(isKind), productColumn),
    /** Cells of columns that may say that a unit is planned, such as a label. */
    remarks: filled.flatMap(({ column, text, words }) => {
      if (flagColumn.test(words)) return [{ column, text: 'planned units' }]
      const isRemark = remarkColumn.test(words) || !isKnownColumn(column)
      return isRemark && !otherColumn.test(words) ? [{ column, text }] : []
    }),
    /** Cells that name a retirement, a cancellation or a beneficiary. */
    uses: unsellableBy('use'),
    /** Cells of columns for a status or a reason that hold more than a plain word such as `issued`. */
    states: unsellableBy('status'),
    /** Cells of other columns with a word for units that may not be sold. */
    refusals: unsellableBy('word'),
    /** Cells with an amount, which must fit the row's tonnes. */
    amounts: amountCells(cells),
    /** Cells of other columns with a vintage, and with a day of issuance or delivery. */
    vintages: cellsNamed(
      dated.filter(({ words }) => sideOf(words) === 'whole'),
      vintageColumn,
    ),
    issuances: cellsNamed(dated, issuanceColumn),
    registrations: cellsNamed(filled, registrationColumn),
    /** Cells that name a project or its registry and that batch-file.ts does not read. */
    origins: cellsNamed(filled, originColumn),
    /** Cells about the period in which the emissions were reduced, and the one in which they may be credited. */
    periods: periodCells(filled, periodWord),
    creditingPeriods: periodCells(filled, creditingWord),
  }
}
