// Lists purchases for the console, newest first: all, those of a search, or those of a person.

import { boundsOf } from '#features/console/moment-ids.ts'
import type { PurchaseRow } from '#features/console/purchases/console-purchases-calls.ts'
import type { SortOf } from '#features/console/sorted-pages.ts'
import { type SearchServices, searchSubjects } from '#features/operations/search-subjects.ts'
import type { ListedFilter } from '#features/purchases/inspect/list-purchases.ts'
import {
  type ConsolePage,
  consolePageOf,
  isBadKey,
  type PageQuery,
  uuidKeyOf,
} from '#features/staff/console-page.ts'
import type { Db } from '#platform/database/database.ts'
import type { Problem } from '#values/problem.ts'
import { findListedIds, type ListedSubjects } from './listed-ids.ts'
import { findListedPurchases, purchaseRowOnWire } from './purchase-rows.ts'

type PurchasesQuery = PageQuery & {
  readonly q?: string | undefined
  readonly state?: ListedFilter | undefined
  /** Days in UTC, both included. */
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly person?: string | undefined
  readonly sort?: SortOf<'created_at'> | undefined
}

/** Maximum number of purchases on a person's page. */
const personMax = 50

/** Returns a page. Problem: `bad_request` for an invalid key. */
export async function listConsolePurchases(
  services: SearchServices,
  query: PurchasesQuery,
): Promise<ConsolePage<PurchaseRow> | Problem<'bad_request'>> {
  const after = uuidKeyOf(query)
  if (isBadKey(after)) return after
  const { db } = services
  const { limit, state = null } = query
  const subjects = await subjectsOf(services, query)
  const order = query.sort === 'created_at' ? 'oldest' : 'newest'
  const bounds = boundsOf({ ...query, after, order })
  const ids = await findListedIds(db, { state, subjects, bounds, limit: limit + 1, order })
  const { rows, next } = consolePageOf(ids, limit, (id) => id)
  const newestFirst = await readRows(db, rows)
  return { rows: order === 'newest' ? newestFirst : newestFirst.toReversed(), next }
}

/** Returns the newest 50 purchases that a person bought or holds. */
export async function listPurchasesOfPerson(db: Db, personId: string): Promise<PurchaseRow[]> {
  const ids = await findListedIds(db, {
    state: null,
    subjects: { purchaseIds: [], personIds: [personId] },
    bounds: boundsOf({ after: null }),
    limit: personMax,
  })
  return readRows(db, ids)
}

/** Returns the rows of ids, newest first. */
export async function readRows(db: Db, ids: readonly string[]): Promise<PurchaseRow[]> {
  if (ids.length === 0) return []
  return (await findListedPurchases(db, ids)).map(purchaseRowOnWire)
}

/** Returns the subjects that narrow the list, or null. With a person, a search counts for their purchases only. */
async function subjectsOf(
  services: SearchServices,
  { q, person }: PurchasesQuery,
): Promise<ListedSubjects | null> {
  const text = q?.trim() ?? ''
  if (text === '') return person === undefined ? null : { purchaseIds: [], personIds: [person] }
  const { purchases, people } = await searchSubjects(services, text, { byName: true })
  // A purchase's id finds that purchase only, and not all purchases of its buyer.
  if (purchases.length > 0) {
    const ofPerson = purchases.filter(
      ({ buyer_id, receiver_id }) =>
        person === undefined || person === buyer_id || person === receiver_id,
    )
    return { purchaseIds: ofPerson.map(({ id }) => id), personIds: [] }
  }
  const personIds = people.map(({ id }) => id)
  return {
    purchaseIds: [],
    personIds: person === undefined ? personIds : personIds.filter((id) => id === person),
  }
}
