// Posts the cost of sold, returned and replaced kilograms in the background, so that a purchase writes nothing more. A
// round reads postings of kilograms up to a mark, once every transaction from before it has ended, as the numbering of
// receipts does (features/tax/number-documents.ts).
import { postWrites } from '#ledger/post.ts'
import type { MoneyPosting } from '#ledger/postings.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { ending, type Write } from '#platform/database/write.ts'
import { booksOf, costPostings } from './batch-cost.ts'
import {
  type CostRow,
  costProgressWrite,
  costWrite,
  findCostedFlows,
  findCostsToMove,
  hasCosts,
  lockCostProgress,
  readCostPageEnd,
  readLastKgPostingId,
} from './cost-queries.ts'

/** Maximum number of postings that one round reads. */
const postingsMax = 5_000

/** `count` is the number of new postings. `isBehind` is true if more can be posted now. */
export type CostRound = { readonly count: number; readonly isBehind: boolean }

const nothing: CostRound = { count: 0, isBehind: false }

/** Runs one round over at most `max` postings. Does nothing if another process holds the lock. */
export function postCosts(db: Database, max = postingsMax): Promise<CostRound> {
  return db.transaction(async (tx) => {
    const progress = await lockCostProgress(tx)
    if (progress === null) return nothing
    const { taken_through: after, mark_id: markId, is_settled: isSettled } = progress
    if (markId === null) {
      const mark = await findMark(tx, after)
      const { writes, count } = await moveCosts(tx, after, after)
      if (mark === null && writes.length === 0) return nothing
      return ending({ count, isBehind: false }, [...writes, costProgressWrite(after, mark, false)])
    }
    if (!isSettled) return nothing
    // Without a cost, no posting is read: the history may be long.
    const isCosted = await hasCosts(tx)
    const page = isCosted ? await readCostPageEnd(tx, after, markId, max) : null
    const through = page?.is_full ? (page.through ?? markId) : markId
    const { writes, count } = await moveCosts(tx, after, isCosted ? through : after)
    if (through < markId) {
      const progressed = costProgressWrite(through, markId, true)
      return ending({ count, isBehind: true }, [...writes, progressed])
    }
    const mark = await findMark(tx, through)
    const progressed = costProgressWrite(through, mark, false)
    return ending({ count, isBehind: false }, [...writes, progressed])
  })
}

/** Returns the last id that a transaction has drawn. Returns null if all ids are taken already. */
async function findMark(tx: Transaction, takenThrough: number): Promise<number | null> {
  const lastId = (await readLastKgPostingId(tx))?.id ?? 0
  return lastId > takenThrough ? lastId : null
}

type Moved = { readonly writes: readonly Write[]; readonly count: number }

/** Returns the writes that bring the costs up to the posting `through`. */
async function moveCosts(tx: Transaction, after: number, through: number): Promise<Moved> {
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
