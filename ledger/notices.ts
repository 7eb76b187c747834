// Writes notices for the log about events that the postings do not show, such as offers and
// retirements. The entry follows the commit.
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
/** Kilograms that a registry took back, and as many of another batch that replace them. */
export type NotedReplacement = {
  readonly replaced: Omit<NotedPlaces, 'lastPlace'>
  readonly present: NotedPlaces
}
type Noted = NotedPlaces & { readonly kind: string; readonly reference: string | null }
const noted = unnestRows<Noted>({
  batch_id: ['uuid', ({ batchId }) => batchId],
  kind: ['text', ({ kind }) => kind],
  first_place: ['int8', ({ firstPlace }) => firstPlace],
  last_place: ['int8', ({ lastPlace }) => lastPlace],
  reference: ['text', ({ reference }) => reference],
})
/** The notices get their numbers in the order of the rows. */
const insertPlaces = statement(
  'insert-log-notices-of-places',
  { id: 'int8' },
  `insert into log_notices (${noted.names})
   select ${noted.names} from ${noted.unnest} with ordinality as given (${noted.names}, turn)
   order by turn returning id`,
)
const insertCorrections = statement(
  'insert-log-notices-of-corrections',
  { id: 'int8', corrects: 'int8' },
  `insert into log_notices (batch_id, kind, corrects)
   select batch_id, 'correct', id from log_notices where id = any($1::int8[]) order by id
   returning id, corrects`,
)

const replacement = unnestRows<NotedReplacement>({
  batch_id: ['uuid', ({ present }) => present.batchId],
  first_place: ['int8', ({ present }) => present.firstPlace],
  last_place: ['int8', ({ present }) => present.lastPlace],
  former_batch_id: ['uuid', ({ replaced }) => replaced.batchId],
  former_first_place: ['int8', ({ replaced }) => replaced.firstPlace],
})
/** The notices get their numbers in the order of the rows. */
const insertReplacements = statement(
  'insert-log-notices-of-replacements',
  {},
  `insert into log_notices (kind, ${replacement.names})
   select 'replace', ${replacement.names}
   from ${replacement.unnest} with ordinality as given (${replacement.names}, turn) order by turn`,
)

/** The caller changed the batch in the same transaction, so it holds the lock of its row. */
export async function noteOffer(
  tx: Transaction,
  batchId: string,
  offer: 'offered' | 'withdrawn',
): Promise<void> {
  await tx.run(insertOffer, [batchId, offer === 'offered' ? 'offer' : 'withdraw'])
}

/**
 * Returns the notices' numbers, in the order of `places`. The caller holds the locks of the batches.
 */
export async function noteRetirements(
  tx: Transaction,
  places: readonly (NotedPlaces & { readonly reference: string })[],
): Promise<number[]> {
  const rows = places.map((each) => ({ ...each, kind: 'retire' }))
  return (await tx.run(insertPlaces, noted.values(rows))).map(({ id }) => id)
}

/** The caller took the places in the same transaction, so it holds their lock. */
export async function noteOperatorsPlaces(
  tx: Transaction,
  places: readonly NotedPlaces[],
): Promise<void> {
  const rows = places.map((each) => ({ ...each, kind: 'allocate', reference: null }))
  await tx.run(insertPlaces, noted.values(rows))
}

/** The caller has taken the present places, in the order of the rows. */
export async function noteReplacements(
  tx: Transaction,
  replacements: readonly NotedReplacement[],
): Promise<void> {
  await tx.run(insertReplacements, replacement.values(replacements))
}

/**
 * Notes the places that a taken-back purchase returns after a replacement. Its postings do not show
 * these places.
 */
export async function noteReturns(tx: Transaction, places: readonly NotedPlaces[]): Promise<void> {
  if (places.length === 0) return
  const rows = places.map((each) => ({ ...each, kind: 'return', reference: null }))
  await tx.run(insertPlaces, noted.values(rows))
}

/** Reverses notices, each once. Returns the new notices with those that they correct. */
export function noteCorrections(tx: Transaction, noticeIds: readonly number[]) {
  return tx.run(insertCorrections, [noticeIds])
}
