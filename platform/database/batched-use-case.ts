// Runs a use case for concurrent callers, with one item each, in one transaction. Array statements load
// the data of all items and write all results; `decide` handles one item at a time.
import type { Database, Transaction } from '#platform/database/database.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { queueByKey } from '#platform/database/queue-by-key.ts'
import type { Ending } from '#platform/database/write.ts'

/** Maximum number of items in a transaction, and of callers that wait or run. */
const itemsMax = 32
const callersMax = 1_000

export type UseCase<Services, Item, Facts, Decision, Answer> = {
  /**
   * Returns the keys of an item. Two items with a common key never share a transaction. Null is
   * ignored.
   */
  keysOf(item: Item): readonly (string | null)[]
  /** Locks and reads the facts that decide about the items. Returns them in the order of the items. */
  loadBatch(
    tx: Transaction,
    services: Services,
    items: readonly Item[],
  ): Promise<readonly NonNullable<Facts>[]>
  /** Decides about one item, as if it were alone. It sends no statement. */
  decide(services: Services, item: Item, facts: NonNullable<Facts>): Decision
  /** Writes the effects of the decisions. Returns the answers in the order of the decisions. */
  writeBatch(
    tx: Transaction,
    services: Services,
    decisions: readonly Decision[],
  ): Promise<Ending<readonly Answer[]>>
}

/** Returns the use case as a function of one item. A call without concurrent calls starts immediately. */
export function batchedUseCase<
  Services extends { readonly db: Database },
  Item,
  Facts,
  Decision,
  Answer,
>({
  keysOf,
  loadBatch,
  decide,
  writeBatch,
}: UseCase<Services, Item, Facts, Decision, Answer>): (
  services: Services,
  item: Item,
) => Promise<Answer> {
  const runInBatch = groupCallsOn<Services, Item, Answer>(
    (services, items) =>
      services.db.transaction(async (tx) => {
        const facts = await loadBatch(tx, services, items)
        const decisions = items.map((item, index) => {
          const itemFacts = facts[index]
          if (itemFacts === undefined)
            throw new Error('a batch loaded nothing for one of its items')
          return decide(services, item, itemFacts)
        })
        return writeBatch(tx, services, decisions)
      }),
    { groupMax: itemsMax, waitingMax: callersMax },
  )
  const runInTurn = queueByKey(callersMax)
  return (services, item) => runInTurn(services, keysOf(item), () => runInBatch(services, item))
}
