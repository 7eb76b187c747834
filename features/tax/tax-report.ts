// Reads the tax of a quarter by country, currency and rate, and the purchases whose card is of another country than
// the buyer's number.
import type { Database } from '#platform/database/database.ts'
import { readOneSnapshot } from '#platform/database/read-snapshot.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { documentNumber } from './tax-document.ts'

/** A period of days in UTC: from `from` on, before `until`. */
export type Days = { readonly from: string; readonly until: string }

const quarterForm = /^(20\d\d)-Q([1-4])$/

/** Returns the days of a quarter such as `2026-Q1`. Returns null for another text. */
export function quarterOf(text: string): Days | null {
  const [, year, quarter] = quarterForm.exec(text) ?? []
  if (year === undefined || quarter === undefined) return null
  const first = (Number(quarter) - 1) * 3
  const dayOf = (month: number) =>
    new Date(Date.UTC(Number(year), month, 1)).toISOString().slice(0, 10)
  return { from: dayOf(first), until: dayOf(first + 3) }
}

const sumByCountry = statement(
  'sum-tax-by-country',
  {
    country: 'bpchar',
    currency: 'bpchar',
    rate: 'numeric',
    receipts: 'int8',
    credit_notes: 'int8',
    gross_minor: 'int8',
    tax_minor: 'int8',
  },
  `select country, currency, rate, count(*) filter (where kind = 'receipt') as receipts,
     count(*) filter (where kind = 'credit_note') as credit_notes,
     sum(case kind when 'receipt' then gross_minor else -gross_minor end)::bigint as gross_minor,
     sum(case kind when 'receipt' then tax_minor else -tax_minor end)::bigint as tax_minor
   from tax_documents where day >= $1 and day < $2
   group by country, currency, rate order by country, currency, rate`,
).rows<[from: string, until: string]>()

/** A sum of receipts less credit notes, in minor units of `currency`. */
export type TaxSum = RowOf<typeof sumByCountry> & { readonly net_minor: number }

/** Returns the sums of the documents whose day is in the period. */
export async function readTaxSums(db: Database, { from, until }: Days): Promise<TaxSum[]> {
  const rows = await sumByCountry(db, from, until)
  return rows.map((row) => ({ ...row, net_minor: row.gross_minor - row.tax_minor }))
}

const pageMax = 5_000

const differencePage = statement(
  'find-tax-evidence-differences',
  {
    series: 'int2',
    kind: ['receipt'],
    year: 'int2',
    sequence: 'int4',
    day: 'date',
    tx_id: 'text',
    country: 'bpchar',
    card_country: 'bpchar',
    currency: 'bpchar',
    gross_minor: 'int8',
    tax_minor: 'int8',
  },
  `select d.series, d.kind, d.year, d.sequence, d.day, p.tx_id, d.country, p.card_country, d.currency,
     d.gross_minor, d.tax_minor
   from tax_documents d join purchases p on p.id = d.purchase_id
   where d.kind = 'receipt' and d.day >= $1 and d.day < $2 and p.card_country <> d.country
     and (d.series, d.year, d.sequence) > ($3, $4, $5)
   order by d.series, d.year, d.sequence limit $6`,
)

export type EvidenceDifference = ReturnType<typeof differenceOf>

/**
 * Passes each receipt of the period whose card is of another country to `each`, in the order of numbers. Returns
 * their number.
 */
export function readEvidenceDifferences(
  db: Database,
  { from, until }: Days,
  each: (difference: EvidenceDifference) => void,
  max = pageMax,
): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.run(readOneSnapshot)
    let count = 0
    let after: readonly number[] = [0, 0, 0]
    for (;;) {
      const page = await tx.run(differencePage, [from, until, ...after, max])
      for (const row of page) each(differenceOf(row))
      count += page.length
      const last = page.at(-1)
      if (last === undefined || page.length < max) return count
      after = [last.series, last.year, last.sequence]
    }
  })
}

function differenceOf({ series, kind, year, sequence, ...row }: RowOf<typeof differencePage>) {
  return { ...row, number: documentNumber({ series, kind, year, sequence }) }
}
