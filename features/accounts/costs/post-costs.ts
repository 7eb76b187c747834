// Posts the cost of sold, returned and replaced kilograms in the background, so that a purchase writes nothing more.
import { postWrites } from '#ledger/post.ts'
import type { MoneyPosting } from '#ledger/postings.ts'
import type { PostingRange, Round } from '#ledger/read-new-postings.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Write } from '#platform/database/write.ts'
import { booksOf, costPostings } from './batch-cost.ts'
import {
  type CostRow,
  costReader,
  costWrite,
  findCostedFlows,
  findCostsToMove,
  hasCosts,
} from './cost-queries.ts'

/** Maximum number of postings that one round reads. */
const postingsMax = 5_000

/** Runs one round over at most `max` postings of kilograms. Returns the number of new postings of money. */
export function postCosts(db: Database, max = postingsMax): Promise<Round> {
  // Without a cost, no posting is read: the history may be long.
  return costReader.runRound(db, { max, hasWork: hasCosts, work: moveCosts })
}

/** Returns the writes that bring the costs up to the end of a range. */
async function moveCosts(tx: Transaction, { after, through }: PostingRange) {
  const flows = through > after ? await findCostedFlows(tx, after, through) : []
  const rows = await findCostsToMove(tx, [...new Set(flows.map(({ batch_id }) => batch_id))])
  const money: MoneyPosting[] = []
  const writes: Write[] = []
  for (const row of rows) {
    let cost = row
    const move = (next: Partial<CostRow>, day: string) => {
      const changed = booked({ ...cost, ...next })
      money.push(...postingsBetween(cost, changed, laterOf(day, cost.recorded_on)))
      cost = changed
    }
    for (const flow of flows.filter(({ batch_id }) => batch_id === row.batch_id)) {
      const sold_kg = cost.sold_kg + flow.sold_kg
      move({ sold_kg, written_off_kg: cost.written_off_kg + flow.written_off_kg }, flow.day)
    }
    if (row.replaced_on !== null && !row.is_lost) move({ is_lost: true }, row.replaced_on)
    writes.push(costWrite(cost))
  }
  return { writes: [...postWrites({ kg: [], money }), ...writes], count: money.length }
}

const laterOf = (day: string, other: string) => (day > other ? day : other)

/** Returns the cost with the books of its kilograms. */
export function booked(cost: CostRow): CostRow {
  const { costOfSalesMinor, writeOffsMinor } = booksOf(cost.amount_minor, {
    ...{ issuedKg: cost.issued_kg, soldKg: cost.sold_kg, writtenOffKg: cost.written_off_kg },
    isLost: cost.is_lost,
  })
  return { ...cost, cost_of_sales_minor: costOfSalesMinor, write_offs_minor: writeOffsMinor }
}

/** Returns the postings from one state of a batch to the next. */
export function postingsBetween(before: CostRow, after: CostRow, day: string): MoneyPosting[] {
  const booksIn = (row: CostRow) => ({
    amountMinor: row.amount_minor,
    costOfSalesMinor: row.cost_of_sales_minor,
    writeOffsMinor: row.write_offs_minor,
  })
  const { batch_id: batchId, currency } = after
  return costPostings({ batchId, currency }, booksIn(before), booksIn(after), day)
}
