// The first answer of a call, kept so that a repeat is not a second effect (contract 2). Rows are
// written in the effect's own transaction; a refused call leaves none behind.
import type { Db } from '#server/database.ts'
import { type RowOf, statement } from '#server/statement.ts'

/** A key with everything that decides whether two requests are the same one. */
export type ScopedKey = {
  readonly ownerId: string
  readonly route: string
  readonly key: string
  readonly bodyHash: Buffer
}

export type StoredAnswer = { readonly status: number; readonly body: unknown }

export type KeyClaim =
  /** Nobody used it: the caller's transaction now owns it. */
  | { readonly claim: 'new' }
  | { readonly claim: 'answered'; readonly answer: StoredAnswer }
  | { readonly claim: 'other_body' }
  | { readonly claim: 'running' }
  /** Its first run stopped half way: go on with that purchase, start no other. */
  | { readonly claim: 'resume'; readonly purchaseId: string }

const insertKeys = statement(
  'insert-idempotency-keys',
  { owner_id: 'uuid', route: 'text', key: 'text' },
  `insert into idempotency_keys (owner_id, route, key, body_hash)
   select * from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[])
     as given (owner_id, route, key, body_hash) order by 1, 2, 3
   on conflict do nothing returning owner_id, route, key`,
)
const readKeys = statement(
  'read-idempotency-keys',
  {
    owner_id: 'uuid',
    route: 'text',
    key: 'text',
    body_hash: 'bytea',
    purchase_id: 'uuid?',
    status: 'int2?',
    response: 'json',
    lease_is_over: 'bool',
  },
  `select k.owner_id, k.route, k.key, k.body_hash, k.purchase_id, k.status, k.response,
     k.lease_ends_at <= now() as lease_is_over
   from idempotency_keys k
   join unnest($1::uuid[], $2::text[], $3::text[]) as given (owner_id, route, key)
     on (k.owner_id, k.route, k.key) = (given.owner_id, given.route, given.key)`,
)
type KeyRow = RowOf<typeof readKeys>

const nameKeyPurchases = statement(
  'name-idempotency-purchases',
  {},
  `update idempotency_keys k set purchase_id = given.purchase_id, status = given.status,
     response = given.response::json
   from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::smallint[], $6::text[])
     as given (owner_id, route, key, purchase_id, status, response)
   where (k.owner_id, k.route, k.key) = (given.owner_id, given.route, given.key)`,
)
const insertAnswers = statement(
  'insert-idempotency-answers',
  {},
  `insert into idempotency_keys (owner_id, route, key, body_hash, status, response)
   select owner_id, route, key, body_hash, status, response::json
   from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::smallint[], $6::text[])
     as given (owner_id, route, key, body_hash, status, response) order by 1, 2, 3
   on conflict (owner_id, route, key) do update
     set status = excluded.status, response = excluded.response
     where idempotency_keys.status is null and idempotency_keys.body_hash = excluded.body_hash`,
)
const deleteKeys = statement(
  'delete-idempotency-keys',
  {},
  `delete from idempotency_keys k using unnest($1::uuid[], $2::text[], $3::text[])
     as given (owner_id, route, key)
   where (k.owner_id, k.route, k.key) = (given.owner_id, given.route, given.key)`,
)
const answerPurchaseKeys = statement(
  'answer-idempotency-of-purchases',
  {},
  `update idempotency_keys k set status = given.status, response = given.response::json
   from unnest($1::uuid[], $2::smallint[], $3::text[]) as given (purchase_id, status, response)
   where k.purchase_id = given.purchase_id and k.status is null`,
)
const dropPurchaseKey = statement(
  'drop-idempotency-of-purchase',
  {},
  'delete from idempotency_keys where purchase_id = $1 and status is null',
)
const endPurchaseLease = statement(
  'end-idempotency-lease',
  {},
  'update idempotency_keys set lease_ends_at = now() where purchase_id = $1 and status is null',
)

const takePurchaseLease = statement(
  'take-idempotency-lease',
  { key: 'text' },
  `update idempotency_keys set lease_ends_at = now() + interval '30 seconds'
   where purchase_id = $1 and status is null and lease_ends_at <= now() returning key`,
)

const columnsOf = (keys: readonly ScopedKey[]) => [
  keys.map((each) => each.ownerId),
  keys.map((each) => each.route),
  keys.map((each) => each.key),
]
const nameOf = (ownerId: string, route: string, key: string) => `${ownerId} ${route} ${key}`

/** Takes the keys that nobody used and tells of the others. Answers in the order of `keys`. */
export async function claimKeys(tx: Db, keys: readonly ScopedKey[]): Promise<KeyClaim[]> {
  if (keys.length === 0) return []
  const [inserted, known] = await Promise.all([
    tx.run(insertKeys, [...columnsOf(keys), keys.map((each) => each.bodyHash)]),
    tx.run(readKeys, columnsOf(keys)),
  ])
  const unclaimed = new Set(inserted.map((row) => nameOf(row.owner_id, row.route, row.key)))
  const rows = new Map(known.map((row) => [nameOf(row.owner_id, row.route, row.key), row]))
  return keys.map((key) => {
    const name = nameOf(key.ownerId, key.route, key.key)
    // Of twins in one group the first runs, the others find it running.
    return unclaimed.delete(name) ? { claim: 'new' } : claimOf(key, rows.get(name))
  })
}

/** What is known of keys, without taking any: `new` means that nothing is. */
export async function findKeys(tx: Db, keys: readonly ScopedKey[]): Promise<KeyClaim[]> {
  if (keys.length === 0) return []
  const known = await tx.run(readKeys, columnsOf(keys))
  const rows = new Map(known.map((row) => [nameOf(row.owner_id, row.route, row.key), row]))
  return keys.map((key) => {
    const row = rows.get(nameOf(key.ownerId, key.route, key.key))
    return row === undefined ? { claim: 'new' } : claimOf(key, row)
  })
}

function claimOf({ bodyHash }: ScopedKey, row: KeyRow | undefined): KeyClaim {
  // Given back between two statements of ours: its call has just been refused.
  if (row === undefined) return { claim: 'running' }
  if (!row.body_hash.equals(bodyHash)) return { claim: 'other_body' }
  if (row.status !== null) {
    return { claim: 'answered', answer: { status: row.status, body: row.response } }
  }
  if (row.purchase_id === null || !row.lease_is_over) return { claim: 'running' }
  return { claim: 'resume', purchaseId: row.purchase_id }
}

/** Ties claimed keys to their purchases, with the answer where it is known already. */
export async function tieKeys(
  tx: Db,
  ties: readonly {
    readonly key: ScopedKey
    /** Null where the answer is all that there is. */
    readonly purchaseId: string | null
    readonly answer: StoredAnswer | null
  }[],
): Promise<void> {
  if (ties.length === 0) return
  await tx.run(nameKeyPurchases, [
    ...columnsOf(ties.map((tie) => tie.key)),
    ties.map((tie) => tie.purchaseId),
    ties.map((tie) => tie.answer?.status ?? null),
    ties.map((tie) => (tie.answer === null ? null : JSON.stringify(tie.answer.body))),
  ])
}

/** Keeps keys for their bodies while the effect of a call that needs no claim is under way. */
export async function keepKeys(tx: Db, keys: readonly ScopedKey[]): Promise<void> {
  if (keys.length === 0) return
  await tx.run(insertKeys, [...columnsOf(keys), keys.map((each) => each.bodyHash)])
}

/** Stores answers of calls that need no claim because their effect itself happens once. */
export async function storeAnswers(
  tx: Db,
  answers: readonly { readonly key: ScopedKey; readonly answer: StoredAnswer }[],
): Promise<void> {
  if (answers.length === 0) return
  const keys = answers.map(({ key }) => key)
  await tx.run(insertAnswers, [
    ...columnsOf(keys),
    keys.map((each) => each.bodyHash),
    answers.map(({ answer }) => answer.status),
    answers.map(({ answer }) => JSON.stringify(answer.body)),
  ])
}

/** Gives claimed keys back: the call was refused and may be made again. */
export async function dropKeys(tx: Db, keys: readonly ScopedKey[]): Promise<void> {
  if (keys.length > 0) await tx.run(deleteKeys, columnsOf(keys))
}

/** Stores the final answers of the calls that purchases began with. */
export async function answerKeysOf(
  db: Db,
  answers: readonly { readonly purchaseId: string; readonly answer: StoredAnswer }[],
): Promise<void> {
  if (answers.length === 0) return
  await db.run(answerPurchaseKeys, [
    answers.map(({ purchaseId }) => purchaseId),
    answers.map(({ answer }) => answer.status),
    answers.map(({ answer }) => JSON.stringify(answer.body)),
  ])
}

/** Gives the key back that a purchase began with: its answer is one that is never kept. */
export async function dropKeyOf(db: Db, purchaseId: string): Promise<void> {
  await db.run(dropPurchaseKey, [purchaseId])
}

/** Makes this call the one that goes on with a stopped purchase; false where another one is. */
export async function takeLeaseOf(db: Db, purchaseId: string): Promise<boolean> {
  const rows = await db.run(takePurchaseLease, [purchaseId])
  return rows.length > 0
}

/** Lets the next call with the key go on at once: this one stops without knowing the outcome. */
export async function endLeaseOf(db: Db, purchaseId: string): Promise<void> {
  await db.run(endPurchaseLease, [purchaseId])
}
