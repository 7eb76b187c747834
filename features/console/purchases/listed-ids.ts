// Declares the SQL that finds the purchases of a page of the console's list. Each filter has a statement of
// its own, because one condition for all filters would read the whole table.
import type { MomentBounds } from '#features/console/moment-ids.ts'
import {
  type ListedFilter,
  listedConditions,
  listedFilters,
  sqlListedCase,
} from '#features/purchases/inspect/list-purchases.ts'
import { owedStates } from '#features/purchases/states/reversal-state.ts'
import { expirableStates, openStates } from '#features/purchases/states/state.ts'
import {
  sqlIsPastExpiry,
  sqlReversal,
  sqlState,
  sqlStates,
} from '#features/purchases/states/state-sql.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

/** SQL condition: the purchase `p` is on the page (moment-ids.ts). */
const isOnPage = 'p.id < $1::uuid and p.id > $2::uuid and p.created_at >= $3 and p.created_at < $4'
const orders = {
  newest: 'order by p.id desc limit $5',
  oldest: 'order by p.id limit $5',
} as const
export type ListOrder = keyof typeof orders
const reversals = 'left join purchase_reversals r on r.purchase_id = p.id'

/** SQL of the purchases `p` of the ids in `few`. The limit keeps PostgreSQL from reading all purchases instead. */
const sqlFewPurchases =
  'few cross join lateral (select * from purchases where id = few.id limit 1) p'

const openIds = `select id from purchases where state in ${sqlStates(openStates)}`
const expirableIds = `select id from purchases where state in ${sqlStates(expirableStates)}`
const owedIds = `select id from purchases where reversal in (${owedStates.map(sqlReversal).join(', ')})
     union select purchase_id from purchase_reversals where is_part_failed`
// Every purchase with a refund has a row here.
const reversedIds = 'select purchase_id as id from purchase_reversals'
const disputedIds = `select id from purchases where reversal in (${sqlReversal('disputed')}, ${sqlReversal('refunding')})
     union select purchase_id from disputes where outcome = 'open'`
const warnedIds = 'select distinct purchase_id as id from fraud_warnings'

/** Returns SQL of each filter's purchases in an order. */
function textsOf(order: string): Readonly<Record<ListedFilter | 'ALL', string>> {
  /** Returns SQL of the first purchases with a condition that an index in the order of ids has. */
  const inOrder = (condition: string) =>
    `select p.id from purchases p where ${condition} and ${isOnPage} ${order}`
  /** Returns SQL of the first of few purchases. `ids` is SQL of their ids. */
  const amongFew = (ids: string, condition: string) =>
    `with few as materialized (${ids})
   select p.id from ${sqlFewPurchases} ${reversals}
   where ${isOnPage} and (${condition}) ${order}`
  return {
    ALL: inOrder('true'),
    PENDING: amongFew(openIds, listedConditions.PENDING),
    COMPLETED: inOrder(listedConditions.COMPLETED),
    FAILED: inOrder(listedConditions.FAILED),
    EXPIRED: `select id from (
     (select p.id from purchases p where p.state = ${sqlState('EXPIRED')} and ${isOnPage} ${order})
     union all
     (${amongFew(expirableIds, sqlIsPastExpiry)})) p ${order}`,
    REFUNDED: amongFew(reversedIds, listedConditions.REFUNDED),
    DISPUTED: amongFew(disputedIds, listedConditions.DISPUTED),
    REFUND_FAILED: amongFew(owedIds, listedConditions.REFUND_FAILED),
    REINSTATED: amongFew(owedIds, listedConditions.REINSTATED),
    GOODWILL: amongFew(reversedIds, listedConditions.GOODWILL),
    FRAUD_WARNING: amongFew(warnedIds, listedConditions.FRAUD_WARNING),
  }
}

/** Returns SQL of the purchases with the ids `$6`, and of those that the people `$7` bought or hold. */
function ofSubjectsText(order: string): string {
  const ofPerson = (column: 'buyer_id' | 'holder_id') =>
    `(select p.id from purchases p ${reversals}
      where p.${column} = person.id and ${isOnPage} and ${sqlListedCase('$8')} ${order})`
  return `with few as materialized (
     select unnest($6::uuid[]) as id
     union select own.id from unnest($7::uuid[]) as person (id)
       cross join lateral (${ofPerson('buyer_id')} union all ${ofPerson('holder_id')}) own)
   select p.id from ${sqlFewPurchases} ${reversals}
   where ${isOnPage} and ${sqlListedCase('$8')} ${order}`
}

const id = { id: 'uuid' } as const

function statementsIn(listOrder: ListOrder) {
  const order = orders[listOrder]
  const texts = textsOf(order)
  return {
    ofFilter: new Map(
      [...listedFilters, 'ALL' as const].map((filter) => [
        filter,
        statement(`console-purchases-${filter}-${listOrder}`, id, texts[filter]),
      ]),
    ),
    ofSubjects: statement(`console-purchases-of-subjects-${listOrder}`, id, ofSubjectsText(order)),
  }
}
const statements = { newest: statementsIn('newest'), oldest: statementsIn('oldest') } as const

/** The purchases and people that a search has found. */
export type ListedSubjects = {
  readonly purchaseIds: readonly string[]
  readonly personIds: readonly string[]
}

/** Returns the ids of at most `limit` purchases, in an order of time. `subjects` and `state` narrow the list. */
export async function findListedIds(
  db: Db,
  {
    state,
    subjects,
    bounds: { beforeId, afterId, since, before },
    limit,
    order = 'newest',
  }: {
    readonly state: ListedFilter | null
    readonly subjects: ListedSubjects | null
    readonly bounds: MomentBounds
    readonly limit: number
    readonly order?: ListOrder
  },
): Promise<string[]> {
  const page = [beforeId, afterId, since, before, limit]
  const { ofFilter, ofSubjects } = statements[order]
  if (subjects !== null) {
    const { purchaseIds, personIds } = subjects
    const rows = await db.run(ofSubjects, [...page, purchaseIds, personIds, state])
    return rows.map(({ id }) => id)
  }
  const found = ofFilter.get(state ?? 'ALL')
  if (found === undefined) throw new Error(`no list of purchases in state ${state}`)
  return (await db.run(found, page)).map(({ id }) => id)
}
