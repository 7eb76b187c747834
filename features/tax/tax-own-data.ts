// Exports the receipts and credit notes of a user's purchases. An erasure keeps them: tax law requires it, and they
// contain no name.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { statement } from '#platform/database/statement.ts'
import { minorText } from '#values/money/money.ts'
import { documentKinds } from './read-documents.ts'
import { documentNumber } from './tax-document.ts'

const ownDocuments = statement(
  'own-data-tax-documents',
  {
    series: 'int2',
    kind: documentKinds,
    year: 'int2',
    sequence: 'int4',
    day: 'date',
    tx_id: 'text',
    country: 'bpchar',
    rate: 'numeric',
    currency: 'bpchar',
    gross_minor: 'int8',
    tax_minor: 'int8',
  },
  `select d.series, d.kind, d.year, d.sequence, d.day, p.tx_id, d.country, d.rate, d.currency,
     d.gross_minor, d.tax_minor
   from purchases p join tax_documents d on d.purchase_id = p.id and d.kind in ('receipt', 'credit_note')
   where p.buyer_id = $1 order by d.created_at, d.series, d.kind desc, d.year, d.sequence`,
)

export const taxOwnData: OwnDataPart = {
  title: 'receipts and credit notes',
  processing: {
    data: 'numbers, days, amounts, tax and country of receipts and credit notes',
    purpose: 'keep books and account for tax',
    basis: 'legal obligation',
    retention: [['receipts and credit notes', 'for good, without a name']],
    recipients: ['tax authority'],
  },
  async read(db, { passportId }) {
    const rows = await db.run(ownDocuments, [passportId])
    return rows.map(({ currency, gross_minor, tax_minor, rate, ...row }) => ({
      number: documentNumber(row),
      transaction: row.tx_id,
      date: row.day,
      country: row.country,
      'net amount': `${minorText(gross_minor - tax_minor)} ${currency}`,
      tax: `${minorText(tax_minor)} ${currency}, ${rate} percent`,
      'gross amount': `${minorText(gross_minor)} ${currency}`,
    }))
  },
}
