// Numbers receipts and credit notes in the background, and posts their tax. One transaction locks the progress and
// writes all numbers of a round, so that none is given twice and no gap is left.
// The order follows the ids of the postings (ledger/read-new-postings.ts).

import { postWrites } from '#ledger/post.ts'
import type { PostingRange, Round } from '#ledger/read-new-postings.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { send } from '#platform/database/write.ts'
import { discountProgrammes } from '#values/lists/own-programmes.ts'
import { taxCountryOf, unknownCountry } from '#values/text/canonical-phone.ts'
import { taxWithin } from './tax-amounts.ts'
import {
  type CreditedReceipt,
  creditNoteOf,
  type DocumentKind,
  type DraftDocument,
  numberInOrder,
} from './tax-document.ts'
import { taxPostings } from './tax-postings.ts'
import {
  documentWrites,
  findReturnedReceipts,
  findUnnumberedSales,
  type ReturnedReceipt,
  readLastSequence,
  readSeries,
  taxReader,
} from './tax-queries.ts'
import { type Tax, taxRateOf } from './tax-rates.ts'

/** Maximum number of postings that one round reads. A purchase has at least two. */
const postingsMax = 5_000

/** Runs one round over at most `max` postings. Returns the number of new documents. */
export function numberDocuments(db: Database, tax: Tax, max = postingsMax): Promise<Round> {
  const work = async (tx: Transaction, range: PostingRange) => {
    if (range.through === range.after) return { count: 0, writes: [] }
    const series = (await readSeries(tx))?.series ?? 1
    const receipts = await numberReceipts(tx, tax, series, range)
    const notes = await numberCreditNotes(tx, series, range)
    return { count: receipts + notes, writes: [] }
  }
  return taxReader.runRound(db, { max, work })
}

/** Numbers the receipts of a range's sales, and posts their tax. Returns their number. */
async function numberReceipts(
  tx: Transaction,
  tax: Tax,
  series: number,
  { after, through }: PostingRange,
): Promise<number> {
  const sales = await findUnnumberedSales(tx, after, through, discountProgrammes)
  const drafts = sales.map((sale): DraftDocument => {
    const { purchase_id: purchaseId, day, currency, gross_minor: grossMinor } = sale
    const country = sale.tax_country ?? fallbackCountryOf(sale)
    const { rate, reason: zeroReason = null } = taxRateOf(tax, country, day)
    const amounts = { currency, grossMinor, taxMinor: taxWithin(grossMinor, rate) }
    const taxation = { country, rate, zeroReason }
    return { kind: 'receipt', purchaseId, day, ...taxation, ...amounts, returned: null }
  })
  return writeDocuments(tx, series, drafts)
}

type Fallback = { readonly fallback_phone: string | null; readonly fallback_country: string | null }

/** Returns the country of a purchase that was reserved before purchases kept theirs. */
function fallbackCountryOf({ fallback_phone: phone, fallback_country: country }: Fallback): string {
  return phone === null ? (country ?? unknownCountry) : taxCountryOf(phone)
}

/** Numbers the credit notes of a range's refunds and lost disputes. Returns their number. */
async function numberCreditNotes(
  tx: Transaction,
  series: number,
  { after, through }: PostingRange,
): Promise<number> {
  const rows = await findReturnedReceipts(tx, after, through, discountProgrammes)
  const drafts: DraftDocument[] = []
  for (const row of rows) {
    const earlier = drafts.filter(({ purchaseId }) => purchaseId === row.purchase_id)
    const sum = {
      grossMinor: row.returned_minor,
      cardMinor: row.returned_card_minor,
      part: row.part,
      kg: row.kg,
    }
    const draft = creditNoteOf(withCredits(receiptOf(row), earlier), sum, row.day)
    if (draft !== null) drafts.push(draft)
  }
  return writeDocuments(tx, series, drafts)
}

/** Adds the credit notes of the same round to a receipt. */
function withCredits(receipt: CreditedReceipt, notes: readonly DraftDocument[]): CreditedReceipt {
  const sumOf = (amount: (note: DraftDocument) => number) =>
    notes.reduce((sum, note) => sum + amount(note), 0)
  const { creditedCardMinor: cardMinor } = receipt
  return {
    ...receipt,
    creditedCardMinor:
      cardMinor === null ? null : cardMinor + sumOf(({ returned }) => returned?.cardMinor ?? 0),
    creditedGrossMinor: receipt.creditedGrossMinor + sumOf(({ grossMinor }) => grossMinor),
    creditedTaxMinor: receipt.creditedTaxMinor + sumOf(({ taxMinor }) => taxMinor),
  }
}

function receiptOf(row: ReturnedReceipt): CreditedReceipt {
  return {
    purchaseId: row.purchase_id,
    day: row.receipt_day,
    country: row.country,
    rate: row.rate,
    zeroReason: row.zero_reason,
    currency: row.currency,
    grossMinor: row.gross_minor,
    taxMinor: row.tax_minor,
    creditedGrossMinor: row.credited_gross_minor,
    creditedTaxMinor: row.credited_tax_minor,
    creditedCardMinor: row.credited_card_minor,
  }
}

/** Gives the drafts their numbers, and writes them with their postings. The caller holds the lock. */
async function writeDocuments(
  tx: Transaction,
  series: number,
  drafts: readonly DraftDocument[],
): Promise<number> {
  const last = new Map<string, number>()
  for (const { kind, day } of drafts) {
    const year = Number(day.slice(0, 4))
    if (last.has(nameOf(kind, year))) continue
    last.set(nameOf(kind, year), (await readLastSequence(tx, series, kind, year))?.sequence ?? 0)
  }
  const documents = numberInOrder(drafts, series, (kind, year) => last.get(nameOf(kind, year)) ?? 0)
  await send(tx, [...documentWrites(documents), ...postWrites(taxPostings(documents))])
  return documents.length
}

const nameOf = (kind: DocumentKind, year: number) => `${kind} ${year}`
