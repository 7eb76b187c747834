// Writes notices of events that the postings do not show, such as offers and retirements. After the
// commit a background task appends an entry to the public log for each notice.
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'

const insertOffer = statement(
  'insert-log-notice-of-offer',
  {},
  'insert into log_notices (batch_id, kind) values ($1, $2)',
)

/** A range of places of a batch, including both ends. */
export type NotedPlaces = {
  readonly batchId: string
  readonly firstPlace: number
  readonly lastPlace: number
}
/** `present` replaces the same number of places that a registry took back. */
export type NotedReplacement = {
  readonly replaced: Omit<NotedPlaces, 'lastPlace'>
  readonly present: NotedPlaces
}
type PlacesNotice = NotedPlaces & { readonly kind: string; readonly reference: string | null }
const notice = unnestRows<PlacesNotice>({
  batch_id: ['uuid', ({ batchId }) => batchId],
  kind: ['text', ({ kind }) => kind],
  first_place: ['int8', ({ firstPlace }) => firstPlace],
  last_place: ['int8', ({ lastPlace }) => lastPlace],
  reference: ['text', ({ reference }) => reference],
})
/** The notices get ascending ids in the order of the rows. */
const insertPlaces = statement(
  'insert-log-notices-of-places',
  { id: 'int8' },
  `insert into log_notices (${notice.names})
   select ${notice.names} from ${notice.unnest} with ordinality as given (${notice.names}, turn)
   order by turn returning id`,
)

/**
 * Writes a correction of each notice. Returns the ids of the corrections and of the notices they
 * correct.
 */
export const noteCorrections = statement(
  'insert-log-notices-of-corrections',
  { id: 'int8', corrects: 'int8' },
  `insert into log_notices (batch_id, kind, corrects)
   select batch_id, 'correct', id from log_notices where id = any($1::int8[]) order by id
   returning id, corrects`,
).rows<[noticeIds: readonly number[]], Transaction>()

const replacement = unnestRows<NotedReplacement>({
  batch_id: ['uuid', ({ present }) => present.batchId],
  first_place: ['int8', ({ present }) => present.firstPlace],
  last_place: ['int8', ({ present }) => present.lastPlace],
  former_batch_id: ['uuid', ({ replaced }) => replaced.batchId],
  former_first_place: ['int8', ({ replaced }) => replaced.firstPlace],
})
/** The notices get ascending ids in the order of the rows. */
const insertReplacements = statement(
  'insert-log-notices-of-replacements',
  {},
  `insert into log_notices (kind, ${replacement.names})
   select 'replace', ${replacement.names}
   from ${replacement.unnest} with ordinality as given (${replacement.names}, turn) order by turn`,
)

/** Writes the notice of an offer or withdrawal. The caller holds the lock of the batch's row. */
export async function noteOffer(
  tx: Transaction,
  batchId: string,
  offer: 'offered' | 'withdrawn',
): Promise<void> {
  await tx.run(insertOffer, [batchId, offer === 'offered' ? 'offer' : 'withdraw'])
}

/**
 * Writes notices of retirements and returns their ids, in the order of `places`. The caller holds the
 * locks of the batches' rows.
 */
export async function noteRetirements(
  tx: Transaction,
  places: readonly (NotedPlaces & { readonly reference: string })[],
): Promise<number[]> {
  const rows = places.map((each) => ({ ...each, kind: 'retire' }))
  return (await tx.run(insertPlaces, notice.values(rows))).map(({ id }) => id)
}

/**
 * Writes notices of retirements that a registry's list confirms, and returns their ids, in the order of `places`. The
 * caller holds the locks of the batches' rows.
 */
export async function noteConfirmations(
  tx: Transaction,
  places: readonly (NotedPlaces & { readonly reference: string })[],
): Promise<number[]> {
  const rows = places.map((each) => ({ ...each, kind: 'confirm' }))
  return (await tx.run(insertPlaces, notice.values(rows))).map(({ id }) => id)
}

/** Writes notices of places that the operator took. The caller holds the lock of the batch's places. */
export async function noteOperatorsPlaces(
  tx: Transaction,
  places: readonly NotedPlaces[],
): Promise<void> {
  const rows = places.map((each) => ({ ...each, kind: 'allocate', reference: null }))
  await tx.run(insertPlaces, notice.values(rows))
}

/** Writes notices of replacements. The caller has allocated the present places, in the same order. */
export async function noteReplacements(
  tx: Transaction,
  replacements: readonly NotedReplacement[],
): Promise<void> {
  await tx.run(insertReplacements, replacement.values(replacements))
}

/**
 * Writes notices of places that are returned by the reversal of a purchase with replaced kilograms.
 * The postings of the reversal do not show these places.
 */
export async function noteReturns(tx: Transaction, places: readonly NotedPlaces[]): Promise<void> {
  if (places.length === 0) return
  const rows = places.map((each) => ({ ...each, kind: 'return', reference: null }))
  await tx.run(insertPlaces, notice.values(rows))
}
