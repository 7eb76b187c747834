// Declares the SQL of what batches cost, and of the task that posts the cost of sales.
import { postingReader } from '#ledger/read-new-postings.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import type { Write } from '#platform/database/write.ts'

/** SQL list of the accounts of kilograms whose cost is written off. */
const sqlWrittenOff = `('returned', 'replaced', 'operator')`
const sqlSold = (account: string) => `(${account} like 'holder:%' or ${account} like 'waiting:%')`
/** SQL sums of the kilograms that the postings `k` sold and wrote off. */
const sqlFlows = `coalesce(sum(case when ${sqlSold('k.destination')} then k.quantity_kg else 0 end
       - case when ${sqlSold('k.source')} then k.quantity_kg else 0 end), 0)::bigint as sold_kg,
     coalesce(sum(case when k.destination in ${sqlWrittenOff} then k.quantity_kg else 0 end
       - case when k.source in ${sqlWrittenOff} then k.quantity_kg else 0 end), 0)::bigint
       as written_off_kg`

/** Reads postings of kilograms for the cost of sales. */
export const costReader = postingReader('cost', 'kg_postings')

/** Waits for the lock of the progress. Returns the last id of a posting whose cost is in the books. */
export const awaitCostProgress = statement(
  'await-cost-progress',
  { taken_through: 'int8' },
  'select taken_through from cost_progress for update',
).row<[], Transaction>()

const costColumns = {
  batch_id: 'uuid',
  currency: 'bpchar',
  amount_minor: 'int8',
  recorded_on: 'date',
  issued_kg: 'int8',
  sold_kg: 'int8',
  written_off_kg: 'int8',
  is_lost: 'bool',
  cost_of_sales_minor: 'int8',
  write_offs_minor: 'int8',
  replaced_on: 'date?',
} as const
const costs = `select c.batch_id, c.currency, c.amount_minor, c.recorded_on, s.issued_kg, c.sold_kg,
     c.written_off_kg, c.is_lost, c.cost_of_sales_minor, c.write_offs_minor,
     (b.replaced_at at time zone 'UTC')::date as replaced_on
   from batch_costs c join batch_stock s on s.batch_id = c.batch_id
   join batches b on b.id = c.batch_id`

/** Returns the cost of one batch, or null. The caller has the lock of the progress. */
export const findCost = statement(
  'find-batch-cost',
  costColumns,
  `${costs} where c.batch_id = $1`,
).row<[batchId: string], Transaction>()
export type CostRow = RowOf<typeof findCost>

/**
 * Returns the costs that a page of postings changes, and those of replaced batches whose unsold kilograms are not
 * written off yet.
 */
export const findCostsToMove = statement(
  'find-batch-costs-to-move',
  costColumns,
  `${costs} where c.batch_id = any($1::uuid[]) or b.replaced_at is not null and not c.is_lost
   order by c.batch_id`,
).rows<[batchIds: readonly string[]], Transaction>()

export const hasCosts = statement(
  'has-batch-costs',
  { batch_id: 'uuid' },
  'select batch_id from batch_costs limit 1',
).found<[], Transaction>()

/** Returns what a range of postings moved of the batches with a cost, by batch and day in UTC. */
export const findCostedFlows = statement(
  'find-costed-flows',
  { batch_id: 'uuid', day: 'date', sold_kg: 'int8', written_off_kg: 'int8' },
  `select k.batch_id, (k.created_at at time zone 'UTC')::date as day, ${sqlFlows}
   from kg_postings k join batch_costs c on c.batch_id = k.batch_id
   where k.id > $1 and k.id <= $2 group by 1, 2 order by 1, 2`,
).rows<[after: number, through: number], Transaction>()

/** A first cost reads every posting of kilograms. */
export const raiseCostTimeout = statement(
  'cost-timeout',
  {},
  `set local statement_timeout = '10min'`,
).effect()

/** Returns what the postings up to an id have moved of a batch. */
export const findFlowsOfBatch = statement(
  'find-flows-of-batch',
  { sold_kg: 'int8', written_off_kg: 'int8' },
  `select ${sqlFlows} from kg_postings k where k.batch_id = $1 and k.id <= $2`,
).row<[batchId: string, through: number], Transaction>()

/** Returns the kilograms that a batch was issued with. */
export const findIssuedKg = statement(
  'find-issued-kg-of-batch',
  { issued_kg: 'int8' },
  'select issued_kg from batch_stock where batch_id = $1',
).row<[batchId: string], Transaction>()

const insertCost = statement(
  'insert-batch-cost',
  {},
  `insert into batch_costs (batch_id, currency, amount_minor, recorded_on, sold_kg, written_off_kg,
     cost_of_sales_minor, write_offs_minor) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)
const updateCost = statement(
  'update-batch-cost',
  {},
  `update batch_costs set amount_minor = $2, sold_kg = $3, written_off_kg = $4, is_lost = $5,
     cost_of_sales_minor = $6, write_offs_minor = $7 where batch_id = $1`,
)
/** Returns the write of a batch's first cost. */
export function newCostWrite(cost: Omit<CostRow, 'issued_kg' | 'is_lost' | 'replaced_on'>): Write {
  const { batch_id, currency, amount_minor, recorded_on, sold_kg, written_off_kg } = cost
  return {
    statement: insertCost,
    values: [
      ...[batch_id, currency, amount_minor, recorded_on, sold_kg, written_off_kg],
      ...[cost.cost_of_sales_minor, cost.write_offs_minor],
    ],
  }
}

/** Returns the write of a batch's new state. */
export function costWrite(cost: CostRow): Write {
  const { batch_id, amount_minor, sold_kg, written_off_kg, is_lost } = cost
  return {
    statement: updateCost,
    values: [
      ...[batch_id, amount_minor, sold_kg, written_off_kg, is_lost],
      ...[cost.cost_of_sales_minor, cost.write_offs_minor],
    ],
  }
}
