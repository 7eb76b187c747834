// Writes the rows that receipts and credit notes have in common: what was sold, net amount, tax, gross amount and ways of
// payment.
import { type Row, styles } from '#features/receipts/sheet.ts'
import type { PaperDocument } from '#features/tax/read-documents.ts'
import { documentNumber } from '#features/tax/tax-document.ts'
import type { ZeroReason } from '#features/tax/tax-rates.ts'
import { hasVat } from '#features/tax/vat-countries.ts'
import { drawsLetters } from '#platform/drawing/faces.ts'
import { amountIn, countryIn, dayIn, percentIn } from '#texts/figures-in.ts'
import { type MessageKey, textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'
import { refundsProgramme } from '#values/lists/refunds-programme.ts'
import { welcomeProgramme } from '#values/lists/welcome-programme.ts'
import { cardBrandName } from '#values/money/card-brands.ts'
import { minorToUnits } from '#values/money/money.ts'
import type { Paid, WalletPart } from './receipt-queries.ts'
import type { RefundPayment } from './returned-card.ts'

export const minorIn = (language: Language, minor: number, currency: string): string =>
  amountIn(language, minorToUnits(minor), currency)

/** Returns an amount that is subtracted, with a minus sign before it. */
export const lessIn = (language: Language, minor: number, currency: string): string =>
  `−${minorIn(language, minor, currency)}`

/** Returns a day with the name of its time zone. */
export const utcDayIn = (language: Language, day: string): string => `${dayIn(language, day)} (UTC)`

/** Returns the name, or the id where the fonts lack one of its letters: a row of a document is never empty. */
export const writable = (name: string, id: string): string =>
  drawsLetters(styles.amount.face, name) ? name : id

/** Returns the name of a wallet's programme. The product's own have names in each language. */
export function walletNameIn(
  language: Language,
  { programme, programme_id }: Pick<WalletPart, 'programme' | 'programme_id'>,
): string {
  if (programme_id === welcomeProgramme.id) return textIn(language, 'wallet_welcome')
  if (programme_id === refundsProgramme.id) return textIn(language, 'wallet_refunds')
  return writable(programme, programme_id)
}

/** Returns a label with what it names, such as `By card: Visa`. */
export const namedIn = (language: Language, label: string, name: string): string =>
  textIn(language, 'receipts_named', { label, name })

/** Returns the rows that say what was sold. */
export function itemRows(paid: Paid, language: Language): Row[] {
  const { vintage_year, registry, registry_name, project, project_number } = paid
  const credits = { year: String(vintage_year), registry: writable(registry_name, registry) }
  return [
    [textIn(language, 'receipts_item'), textIn(language, 'receipts_credits', credits)],
    [textIn(language, 'projects_one'), writable(project, project_number)],
  ]
}

export const numberOf = (document: PaperDocument): string => documentNumber(document)

/** Returns the number and the day of a document that another one refers to. */
export const referenceIn = (language: Language, document: PaperDocument): string =>
  textIn(language, 'receipts_number_of_day', {
    number: numberOf(document),
    date: dayIn(language, document.day),
  })

/**
 * Returns the rows of net amount and tax. Without a rate, a document has the reason alone. A rate of 0 without a reason
 * is that of a seller who charges no tax, whose documents must not name one.
 */
export function taxRows(document: PaperDocument, language: Language): Row[] {
  const { gross_minor, tax_minor, currency, zero_reason: reason } = document
  const reasonText = reason === null ? '' : textIn(language, zeroReasonTexts[reason])
  if (!hasRate(document)) {
    return reason === null ? [] : [[taxLabelOf(document, language), reasonText]]
  }
  return [
    [textIn(language, 'receipts_net'), minorIn(language, gross_minor - tax_minor, currency)],
    [taxLabelOf(document, language), minorIn(language, tax_minor, currency)],
    ...(reason === null ? [] : [[textIn(language, 'receipts_zero'), reasonText] as const]),
  ]
}

/** Returns true for a rate above 0 and for the zero rate, which is a rate of the tax. All other sales have none. */
const hasRate = ({ rate, zero_reason }: PaperDocument): boolean =>
  Number(rate) !== 0 || zero_reason === 'zero_rated'

const zeroReasonTexts = {
  exempt: 'receipts_exempt',
  zero_rated: 'receipts_zero_rated',
  outside_scope: 'receipts_outside_scope',
  small_business: 'receipts_small_business',
} as const satisfies Record<ZeroReason, MessageKey>

/** Returns the name of the tax with its rate, if it has one, and its country: `VAT (20%, United Kingdom)`. */
function taxLabelOf(document: PaperDocument, language: Language): string {
  const tax = textIn(language, hasVat(document.country) ? 'receipts_vat_tax' : 'receipts_other_tax')
  const rates = hasRate(document) ? [percentIn(language, document.rate)] : []
  const facts = [...rates, countryIn(language, document.country) ?? []].flat().join(', ')
  return facts === '' ? tax : `${tax} (${facts})`
}

/** Returns the label of the amount of a document, from which `discounts` were subtracted: gross, or total without tax. */
export function grossLabelOf(
  document: PaperDocument | null,
  discounts: readonly WalletPart[],
  language: Language,
): string {
  if (document === null || !hasRate(document)) return textIn(language, 'purchases_total')
  return textIn(language, discounts.length === 0 ? 'receipts_gross' : 'receipts_gross_discounted')
}

/** Returns the rows of the price before the discounts and of each discount. Returns none if there is no discount. */
export function discountedPriceRows(
  [label, priceMinor]: readonly [label: string, priceMinor: number],
  discounts: readonly WalletPart[],
  currency: string,
  language: Language,
): Row[] {
  if (discounts.length === 0) return []
  return [
    [label, minorIn(language, priceMinor, currency)],
    ...discounts.map(
      (part): Row => [
        namedIn(language, textIn(language, 'receipts_discount'), walletNameIn(language, part)),
        lessIn(language, part.paid_minor, currency),
      ],
    ),
  ]
}

/** Returns the amount of a wallet. A wallet in another currency also shows the amount in its currency. */
export function walletAmountIn(language: Language, part: WalletPart, currency: string): string {
  const amount = minorIn(language, part.paid_minor, currency)
  if (part.wallet_currency === currency) return amount
  return `${minorIn(language, part.wallet_minor, part.wallet_currency)} = ${amount}`
}

/** Returns a label of the card, with its name unless it was erased. */
export function cardLabelIn(language: Language, paid: Paid, label: string): string {
  const name = cardNameOf(paid, language)
  return name === null ? label : namedIn(language, label, name)
}

/** Returns the name of the card that paid, such as `Visa •••• 4242`. Null after an erasure, or without a card. */
function cardNameOf(paid: Paid, language: Language): string | null {
  const { card_brand: word, card_last_four: last4 } = paid
  if (word === null || last4 === null) return null
  const brand = cardBrandName(word) ?? textIn(language, 'purchases_card')
  return textIn(language, 'purchases_card_name', { brand, last4 })
}

/** Returns what became of a refund: its state, and what was paid without the card. */
export function refundLines(
  paid: Paid,
  payments: readonly RefundPayment[],
  language: Language,
): string[] {
  const minor = payments.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  const amount = minorIn(language, minor, paid.currency)
  const otherwise = minor === 0 ? [] : [textIn(language, 'receipts_paid_otherwise', { amount })]
  return [...reversalLines(paid, language), ...otherwise]
}

/** Returns the label of card money that did not arrive: its refund failed, or a bank returned it to us. */
export const missingLabel = ({ reversal }: Paid, language: Language): string =>
  textIn(language, reversal === 'reinstated' ? 'receipts_owed' : 'receipts_not_arrived')

/** Returns the sentence of a refund, whole or in part, that is on its way, made, failed or owed. */
function reversalLines(paid: Paid, language: Language): string[] {
  const { reversal, is_part_failed: isPartFailed, is_part_due: isPartDue } = paid
  const lineOf = (key: MessageKey) => [
    namedIn(language, textIn(language, 'activity_refunded'), textIn(language, key)),
  ]
  switch (reversal) {
    case 'none':
    case 'disputed':
      if (isPartFailed) return lineOf('activity_refund_failed')
      return isPartDue ? lineOf('activity_money_on_its_way') : []
    case 'refunding':
      return lineOf('activity_money_on_its_way')
    case 'reinstated':
      return lineOf('activity_refund_owed')
    case 'refunded':
      return lineOf('activity_money_back')
    case 'refund_failed':
      return lineOf('activity_refund_failed')
  }
}
