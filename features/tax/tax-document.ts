// Defines receipts and credit notes: their figures and their numbers (docs/product.md#tax). Pure.
import { taxWithin } from './tax-amounts.ts'
import type { ZeroReason } from './tax-rates.ts'

export type DocumentKind = 'receipt' | 'credit_note'

/** A receipt or credit note before it has a number. Amounts are in minor units of `currency`. */
export type DraftDocument = {
  readonly kind: DocumentKind
  readonly purchaseId: string
  /** Day in UTC on which the purchase was completed or the money went back, such as `2026-11-22`. */
  readonly day: string
  readonly country: string
  /** The rate in percent, as decimal text. */
  readonly rate: string
  /** Why the rate is 0, if the rates say it. */
  readonly zeroReason: ZeroReason | null
  readonly currency: string
  readonly grossMinor: number
  readonly taxMinor: number
  /** The return that a credit note is about. Null for a receipt. */
  readonly returned: Returned | null
}
/** Kilograms and money that went back with a credit note. */
export type Returned = {
  /** The refund in part. Null for the rest of a purchase. */
  readonly part: number | null
  /** Null where only money goes back. */
  readonly kg: number | null
  /** The part of the gross amount that goes back to the card. Null where an earlier note does not say it. */
  readonly cardMinor: number | null
}
/** The place of a document in its series, of which there is one for each kind and year. */
export type DocumentPlace = {
  readonly series: number
  readonly kind: DocumentKind
  readonly year: number
  readonly sequence: number
}
export type TaxDocument = DraftDocument & DocumentPlace

const letters = { receipt: 'R', credit_note: 'C' } as const satisfies Record<DocumentKind, string>
const digitsMin = 6

/** Returns the number of a document: `R-2026-000001`, or `R2-2026-000001` in the second series. */
export function documentNumber({ series, kind, year, sequence }: DocumentPlace): string {
  const prefix = `${letters[kind]}${series === 1 ? '' : series}`
  return `${prefix}-${year}-${String(sequence).padStart(digitsMin, '0')}`
}

/** A receipt, and the sums of its credit notes. */
export type CreditedReceipt = Omit<DraftDocument, 'kind' | 'returned'> & {
  readonly creditedGrossMinor: number
  readonly creditedTaxMinor: number
  /** The card money of the credit notes. Null where one of them does not say it. */
  readonly creditedCardMinor: number | null
}
/** All that ever went back of a receipt's amount, in minor units, up to a refund or lost dispute. */
export type ReturnedSum = {
  readonly grossMinor: number
  readonly cardMinor: number
  readonly part: number | null
  readonly kg: number | null
}

/**
 * Returns the credit note of what went back beyond the earlier credit notes of the receipt, or null. The credit notes of
 * a whole receipt add up to its tax.
 */
export function creditNoteOf(
  receipt: CreditedReceipt,
  sum: ReturnedSum,
  day: string,
): DraftDocument | null {
  const { creditedGrossMinor, creditedTaxMinor, creditedCardMinor, ...draft } = receipt
  const grossSum = Math.min(sum.grossMinor, receipt.grossMinor)
  const grossMinor = grossSum - creditedGrossMinor
  if (grossMinor <= 0) return null
  const taxMinor = taxWithin(grossSum, receipt.rate) - creditedTaxMinor
  const later = day < receipt.day ? receipt.day : day
  const cardMinor =
    creditedCardMinor === null ? null : Math.min(sum.cardMinor - creditedCardMinor, grossMinor)
  const returned = { part: sum.part, kg: sum.kg, cardMinor }
  return { ...draft, kind: 'credit_note', day: later, grossMinor, taxMinor, returned }
}

/**
 * Gives numbers to documents, in their order. `last` returns the last sequence of a kind and year, 0 if there is
 * none.
 */
export function numberInOrder(
  drafts: readonly DraftDocument[],
  series: number,
  last: (kind: DocumentKind, year: number) => number,
): TaxDocument[] {
  const sequences = new Map<string, number>()
  return drafts.map((draft) => {
    const year = Number(draft.day.slice(0, 4))
    const name = `${draft.kind} ${year}`
    const sequence = (sequences.get(name) ?? last(draft.kind, year)) + 1
    sequences.set(name, sequence)
    return { ...draft, series, year, sequence }
  })
}
