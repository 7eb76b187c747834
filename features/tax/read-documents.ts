// Reads the receipt and the credit notes of a purchase.
import { type RowOf, statement } from '#platform/database/statement.ts'
import type { DocumentKind } from './tax-document.ts'
import { zeroReasons } from './tax-rates.ts'

export const documentKinds = ['receipt', 'credit_note'] as const satisfies readonly DocumentKind[]

/** Columns of a receipt or credit note, for its paper and the exported data. */
const paperColumns = {
  series: 'int2',
  kind: documentKinds,
  year: 'int2',
  sequence: 'int4',
  day: 'date',
  country: 'bpchar',
  rate: 'numeric',
  zero_reason: [...zeroReasons, null],
  currency: 'bpchar',
  gross_minor: 'int8',
  tax_minor: 'int8',
  kg: 'int4?',
  part: 'int4?',
  card_minor: 'int8?',
} as const
/** Returns the receipt of a purchase, then its credit notes in their order. */
export const findDocuments = statement(
  'find-tax-documents',
  paperColumns,
  `select series, kind, year, sequence, day, country, rate, zero_reason, currency, gross_minor,
     tax_minor, kg, part, card_minor
   from tax_documents where purchase_id = $1 and kind in ('receipt', 'credit_note')
   order by kind desc, series, year, sequence`,
).rows<[purchaseId: string]>()
export type PaperDocument = RowOf<typeof findDocuments>
