// Reads facts about a row's units from columns outside of batch-file.ts, in any spelling of their
// names: their kind, their use, and the end of their period.
import {
  columnWords,
  isEmptyWord,
  plainCell,
  wordsOf,
} from '#providers/registries/tables/column-words.ts'
import { type UnsellableCell, unsellableCells } from './unsellable-cells.ts'

export type Stated = { readonly column: string; readonly text: string }

export type UnitFacts = {
  /** The kind of unit, one for each such column. An empty text is an empty cell. */
  readonly products: readonly Stated[]
  /** Cells of columns that may say that a unit is planned, such as a label. */
  readonly remarks: readonly Stated[]
  /** Cells that name a retirement, a cancellation or a beneficiary. */
  readonly uses: readonly Stated[]
  /** Cells of columns for a status or a reason that hold more than a plain word such as `issued`. */
  readonly states: readonly Stated[]
  /** Cells of other columns with a word for units that may not be sold. */
  readonly refusals: readonly Stated[]
  /** First and last day of the period in which the emissions were reduced. */
  readonly periodStarts: readonly Stated[]
  readonly periodEnds: readonly Stated[]
}

const product =
  /^(?:(?:gs|registry|carbon|offset|credit) )?(?:products?|instruments?|certificates?|units?)(?: (?:type|kind|class|category|code|name))?$|^(?:type|kind|class|category) of (?:(?:carbon|offset|credit) )?(?:product|unit|instrument|certificate)s?$|^carbon stream$/
const measure =
  /^(?:[\d ]+|(?:m?t|k?g|tons?|tonnes?|metric tons?|metric tonnes?) ?(?:(?:of )?co ?2 ?e?q?)?)$/
const remark =
  /\b(?:type|kind|class|category|label|labels|product|units?|credits?|offsets?|assets?|tokens?|instrument|certificate|stage|phase|issuance|verification|planned|forecast|forward|ex (?:ante|post))\b/
/** Columns about a project, a country or a method, whose cells say nothing about the unit. */
const noRemark = /\b(?:project|methodology|country|region|serial|date|location|developer)\b/
/** Columns of remarks in Dutch, French, Spanish, Italian, German and Turkish, without accents. */
const foreignRemark =
  /\b(?:notes?|remarks?|comments?|delivery|produkt\w*|produits?|productos?|prodott[oi]|urunu?|etiquettes?|etiquetas?|tipo|einheit\w*|eenhe\w*|unidad(?:es)?|unites?|unita|birim\w*|bemerkung\w*|opmerking\w*|commentaires?|comentarios?|notas?|commenti|notlar|aciklama)\b/
const flag = /^(?:is )?(?:ex ante|planned|forecast|forward)$/
const periodStart =
  /^(?:monitoring|vintage|reporting)(?: period)? (?:start|from|begin|begins)(?: date)?$/
const periodEnd =
  /^(?:monitoring|vintage|reporting)(?: period)? (?:end|to|until|ends)(?: date)?$|^end of (?:monitoring|reporting|vintage)(?: period)?$/

/** A column named Units may also be a count: its cell then has a number, or a unit of measure. */
const isKind = ({ words, text }: Stated & { readonly words: string }) =>
  !/^units?$/.test(words) || !measure.test(wordsOf(text))

/** A year alone is not a day. */
const isDay = ({ text }: Stated) => !/^\d{4}$/.test(text)

/** Every cell of a row by its column, as the file has them. */
export function unitFactsOf(cells: Readonly<Record<string, unknown>>): UnitFacts {
  const stated = Object.entries(cells).flatMap(([column, cell]) =>
    typeof cell === 'string' ? [{ column, text: plainCell(cell), words: columnWords(column) }] : [],
  )
  const isForeign = (words: string, names: RegExp) =>
    names.test(words.normalize('NFD').replace(/\p{M}/gu, ''))
  const filled = stated.filter(({ text }) => !isEmptyWord(text))
  const named = (all: typeof stated, name: RegExp): Stated[] =>
    all.filter(({ words }) => name.test(words)).map(({ column, text }) => ({ column, text }))
  const unsellable = unsellableCells(cells)
  const saidBy = (by: UnsellableCell['by']): Stated[] =>
    unsellable.flatMap((cell) => (cell.by === by ? [{ column: cell.column, text: cell.text }] : []))
  return {
    products: named(stated.filter(isKind), product),
    remarks: filled.flatMap(({ column, text, words }) => {
      if (flag.test(words)) return [{ column, text: 'planned units' }]
      const isRemark = remark.test(words) || isForeign(words, foreignRemark)
      return isRemark && !noRemark.test(words) ? [{ column, text }] : []
    }),
    uses: saidBy('use'),
    states: saidBy('status'),
    refusals: saidBy('word'),
    periodStarts: named(filled, periodStart).filter(isDay),
    periodEnds: named(filled, periodEnd).filter(isDay),
  }
}
