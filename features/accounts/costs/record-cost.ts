// Records what a batch cost. Its sold kilograms become cost of sales on that day, and the unsold ones stock. A later
// amount corrects the first.
import { findOffer } from '#features/catalogue/offers/find-offer.ts'
import { postWrites } from '#ledger/post.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { ending } from '#platform/database/write.ts'
import { type Problem, problem } from '#values/problem.ts'
import {
  awaitCostProgress,
  type CostRow,
  costWrite,
  findCost,
  findFlowsOfBatch,
  findIssuedKg,
  newCostWrite,
  raiseCostTimeout,
} from './cost-queries.ts'
import { booked, postingsBetween } from './post-costs.ts'

export type RecordedCost = {
  readonly serialNumber: string
  readonly currency: string
  /** Null for a first cost. */
  readonly previousMinor: number | null
  readonly amountMinor: number
  readonly costOfSalesMinor: number
  readonly writeOffsMinor: number
}

export type CostOrder = {
  readonly serial: string
  readonly amountMinor: number
  readonly currency: string
  /** The day in UTC on which it counts. */
  readonly today: string
  readonly record: (tx: Transaction, done: RecordedCost) => Promise<void>
}

type CostProblem = 'batch_not_found' | 'several_batches' | 'other_currency' | 'same_cost'

/** Records the cost of the batch with that serial, or returns the problem. */
export async function recordCost(
  db: Database,
  order: CostOrder,
): Promise<RecordedCost | Problem<CostProblem>> {
  const batch = await findOffer(db, order.serial)
  if ('problem' in batch) return batch
  const { id: batchId, serial_number: serialNumber } = batch
  const { amountMinor, currency, today, record } = order
  return db.transaction<RecordedCost | Problem<CostProblem>>(async (tx) => {
    await raiseCostTimeout(tx)
    const takenThrough = (await awaitCostProgress(tx))?.taken_through ?? 0
    const known = await findCost(tx, batchId)
    if (known !== null && known.currency !== currency) {
      const text = `The cost of ${serialNumber} is in ${known.currency}, and stays in it.`
      return problem('other_currency', { text })
    }
    if (known?.amount_minor === amountMinor) {
      return problem('same_cost', { text: `${serialNumber} has this cost already.` })
    }
    const before = known ?? (await uncostedRow(tx, { batchId, currency, day: today, takenThrough }))
    const after = booked({ ...before, amount_minor: amountMinor })
    const done = {
      ...{ serialNumber, currency, previousMinor: known?.amount_minor ?? null, amountMinor },
      costOfSalesMinor: after.cost_of_sales_minor,
      writeOffsMinor: after.write_offs_minor,
    }
    await record(tx, done)
    return ending(done, [
      known === null ? newCostWrite(after) : costWrite(after),
      ...postWrites({ kg: [], money: postingsBetween(before, after, today) }),
    ])
  })
}

type Uncosted = {
  readonly batchId: string
  readonly currency: string
  readonly day: string
  readonly takenThrough: number
}

/** Returns the state of a batch without a cost, at the posting up to which the task has read. */
async function uncostedRow(
  tx: Transaction,
  { batchId, currency, day, takenThrough }: Uncosted,
): Promise<CostRow> {
  const issued = await findIssuedKg(tx, batchId)
  const flows = await findFlowsOfBatch(tx, batchId, takenThrough)
  if (issued === null || flows === null) throw new Error(`batch ${batchId} has no stock`)
  return {
    ...{ batch_id: batchId, currency, amount_minor: 0, recorded_on: day, replaced_on: null },
    ...{ issued_kg: issued.issued_kg, is_lost: false, ...flows },
    ...{ cost_of_sales_minor: 0, write_offs_minor: 0 },
  }
}
