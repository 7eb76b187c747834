// Runs a use case of one item for concurrent callers in one transaction. Array statements load what the
// items need and write what follows; the decision between them takes one item.
import type { Database, Transaction } from '#platform/database/database.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { queueByKey } from '#platform/database/queue-by-key.ts'
import type { Ending } from '#platform/database/write.ts'

/** Items that share a transaction at most, and callers that wait or run at most. */
const itemsMax = 32
const callersMax = 1_000

export type UseCase<Services, Item, Facts, Decision, Answer> = {
  /** No two items of a transaction share one of these. Null is no key. */
  keysOf(item: Item): readonly (string | null)[]
  /** Locks and reads what decides about the items. Returns it in their order. */
  loadBatch(
    tx: Transaction,
    services: Services,
    items: readonly Item[],
  ): Promise<readonly NonNullable<Facts>[]>
  /** Decides about one item, as if it were alone. It sends no statement. */
  decide(services: Services, item: Item, facts: NonNullable<Facts>): Decision
  /** Returns the answers in the order of the decisions. */
  writeBatch(
    tx: Transaction,
    services: Services,
    decisions: readonly Decision[],
  ): Promise<Ending<readonly Answer[]>>
}

/** Returns the use case as a function of one item. A lone caller waits for no other. */
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
  const inBatch = groupCallsOn<Services, Item, Answer>(
    (services, items) =>
      services.db.transaction(async (tx) => {
        const facts = await loadBatch(tx, services, items)
        const decisions = items.map((item, index) => {
          const own = facts[index]
          if (own === undefined) throw new Error('a batch loaded nothing for one of its items')
          return decide(services, item, own)
        })
        return writeBatch(tx, services, decisions)
      }),
    { groupMax: itemsMax, waitingMax: callersMax },
  )
  const inTurn = queueByKey(callersMax)
  return (services, item) => inTurn(services, keysOf(item), () => inBatch(services, item))
}
