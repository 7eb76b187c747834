// Reads facts about a row's units from columns outside of batch-file.ts, in any spelling of their
// names: their kind, their use, and the end of their period.
import { isEmptyWord, plainCell, wordsOf } from '#providers/registries/tables/column-words.ts'
import { isKnownColumn, wordsOfColumn } from './batch-columns.ts'
import { type UnsellableCell, unsellableCells } from './unsellable-cells.ts'

/** A cell of a row with the name of its column. */
export type StatedCell = { readonly column: string; readonly text: string }
/** A cell of a column for a period. It states the first or last day, or neither. */
type PeriodCell = StatedCell & { readonly side: 'start' | 'end' | 'none' }

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
 * Words of columns about the period in which the emissions were reduced. A crediting, commitment or contract
 * period may end in the future, so a column with any other word, such as `Crediting end`, does not count.
 */
const periodWord = /^(?:monitoring|reporting|vintage|\p{L}*period\p{L}*)$/u
const startWord = /^(?:start|starts|from|begins?|beginning)$/
const endWord = /^(?:end|ends|to|until|through|thru)$/
const periodFiller = /^(?:of|the|date|day|assignment)$/
const amountColumn = /\b(?:quantity|amount|volume|number|units?|credits?|tonnes?|tons?|id)\b/
/** Columns of a vintage other than `vintage_year`. */
const vintageColumn = /^(?!.*\bperiod\b).*\bvintages?\b|^(?:reporting|production) year$/
/** Columns with an id, an address or a registry's name, which tell whose project a row is of. */
const originColumn = /^(?!.*\b(?:holding|external project)\b).*\b(?:id|gsid|url|registry name)$/
/** Columns of a day of issuance, delivery or verification other than `issuance_date`. */
const issuanceColumn =
  /^(?!.*\bnext\b).*\b(?:issue|issued|issuance|delivery|delivered|verification date|date verified)\b/
/** Matches between two days of one cell: `2026-01-01 - 2026-12-31`, `2026-01-01/2026-12-31`. */
const betweenDays =
  /\s+(?:-|&|and|to|through|thru|until|till|und|bis|en|tot|et|au|y|hasta|e|al?|ve)\s+|\s*[\u2013\u2014~]\s*|\s*\.{2,3}\s*|(?<=\d{4}-\d\d-\d\d)\s*[-/]\s*(?=\d{4})/u

/**
 * Returns the cells that state the first and last day of a period, each or both in a cell. `periods` are the
 * cells of such columns that state neither, such as `2025` or `2025 - 2026`.
 */
function periodOf(cells: readonly (StatedCell & { readonly words: string })[]) {
  const stated = cells.flatMap(({ column, text, words }): PeriodCell[] => {
    const parts = words.split(' ')
    const isStart = parts.some((part) => startWord.test(part))
    const isEnd = parts.some((part) => endWord.test(part))
    const known = [periodWord, startWord, endWord, periodFiller]
    const isPeriod =
      parts.some((part) => periodWord.test(part)) &&
      parts.every((part) => known.some((each) => each.test(part)))
    if (!isPeriod) return []
    if (isStart !== isEnd) return [{ column, text, side: isEnd ? 'end' : 'start' }]
    const [from = '', through, ...others] = text.split(betweenDays)
    const hasYears = [from, through ?? ''].every((each) => /\d{4}/.test(each))
    if (through === undefined || others.length > 0 || !hasYears) {
      return [{ column, text, side: 'none' }]
    }
    return [
      { column, text: from, side: 'start' },
      { column, text: through, side: 'end' },
    ]
  })
  const cellsOf = (side: PeriodCell['side']): StatedCell[] =>
    stated
      .filter((each) => (isDay(each) ? each.side : 'none') === side)
      .map(({ column, text }) => ({ column, text }))
  return { periodStarts: cellsOf('start'), periodEnds: cellsOf('end'), periods: cellsOf('none') }
}

/** Returns false for a column named Units that contains a number or a unit of measure. */
const isKind = ({ words, text }: StatedCell & { readonly words: string }) =>
  !/^units?$/.test(words) || !unitOfMeasure.test(wordsOf(text))

/** Returns false for a year without a day. */
const isDay = ({ text }: StatedCell) => !/^\d{4}$/.test(text)

/** Returns the facts of a row. `cells` are all cells of the row by column, unchanged. */
export function unitFactsOf(cells: Readonly<Record<string, unknown>>) {
  const textCells = Object.entries(cells).flatMap(([column, cell]) =>
    typeof cell === 'string'
      ? [{ column, text: plainCell(cell), words: wordsOfColumn(column) }]
      : [],
  )
  const filled = textCells.filter(({ text }) => !isEmptyWord(text))
  const dated = filled.filter(({ words }) => !amountColumn.test(words))
  const cellsNamed = (all: typeof textCells, name: RegExp): StatedCell[] =>
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
    /** Cells of other columns with a vintage, and with a day of issuance or delivery. */
    vintages: cellsNamed(dated, vintageColumn),
    issuances: cellsNamed(dated, issuanceColumn),
    /** Cells that name a project or its registry and that batch-file.ts does not read. */
    origins: cellsNamed(filled, originColumn),
    /** First and last day of the period in which the emissions were reduced, and cells with no such day. */
    ...periodOf(filled),
  }
}
