// Writes the figures that receipts and credit notes have in common: net amount, tax, gross amount and card.
import { type Row, styles } from '#features/receipts/sheet.ts'
import type { PaperDocument } from '#features/tax/read-documents.ts'
import { documentNumber } from '#features/tax/tax-document.ts'
import { drawsLetters } from '#platform/drawing/faces.ts'
import { amountIn, percentIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'
import { cardBrandName } from '#values/money/card-brands.ts'
import { minorToUnits } from '#values/money/money.ts'
import type { Paid } from './receipt-queries.ts'

export const minorIn = (language: Language, minor: number, currency: string): string =>
  amountIn(language, minorToUnits(minor), currency)

/** Returns the name, or the id where the fonts lack one of its letters: a row of a document is never empty. */
export const writable = (name: string, id: string): string =>
  drawsLetters(styles.amount.face, name) ? name : id

/** Returns the rows that say what was sold. */
export function itemRows(paid: Paid, language: Language): Row[] {
  const { vintage_year, registry_name, project, project_number } = paid
  const credits = { year: String(vintage_year), registry: registry_name }
  return [
    [textIn(language, 'receipts_item'), textIn(language, 'receipts_credits', credits)],
    [textIn(language, 'projects_one'), writable(project, project_number)],
  ]
}

export const numberOf = (document: PaperDocument): string => documentNumber(document)

/** Returns the rows of net amount and tax. */
export function taxRows(document: PaperDocument, language: Language): Row[] {
  const { gross_minor, tax_minor, currency } = document
  const rate = percentIn(language, document.rate)
  return [
    [textIn(language, 'receipts_net'), minorIn(language, gross_minor - tax_minor, currency)],
    [textIn(language, 'receipts_tax', { rate }), minorIn(language, tax_minor, currency)],
  ]
}

/** Returns the name of the card that paid, such as `Visa •••• 4242`. Null after an erasure, or without a card. */
export function cardNameOf(paid: Paid, language: Language): string | null {
  const { card_brand: word, card_last_four: last4 } = paid
  if (word === null || last4 === null) return null
  const brand = cardBrandName(word) ?? textIn(language, 'purchases_card')
  return textIn(language, 'purchases_card_name', { brand, last4 })
}
