// Keeps the first answer of a call, so that a repeat has no second effect (docs/product.md#retries). Rows
// are written in the effect's own transaction; a refused call leaves none. An effect is the caller's
// concern: here it is only an id.
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'

/** A key with everything that decides whether two requests are the same one. */
export type ScopedKey = {
  readonly ownerId: string
  readonly route: string
  readonly key: string
  /** Under a key: of a body that names a phone number little else is unknown. */
  readonly bodyHash: Buffer
  /** The same without a key, as versions before kept it: rows of theirs live for 30 days. */
  formerHash(): Buffer
}

export type StoredAnswer = {
  readonly status: number
  readonly body: unknown
  /** It was given before: this call had no effect of its own. */
  readonly isRepeat?: boolean
}

export type KeyClaim =
  /** The key is unused. */
  | { readonly claim: 'new' }
  | { readonly claim: 'answered'; readonly answer: StoredAnswer }
  | { readonly claim: 'other_body' }
  | { readonly claim: 'running' }
  /** Its first run stopped half way: continue its effect, and start no other. */
  | { readonly claim: 'resume'; readonly effectId: string }

/**
 * The column of the effect's id. It keeps its first name: during an upgrade processes of the version
 * before read and write the same rows.
 */
const effectColumn = 'purchase_id'

type KeyEntry = {
  readonly key: ScopedKey
  /** Null where the answer is all that there is. */
  readonly effectId: string | null
  /** Null where it is not known yet. */
  readonly answer: StoredAnswer | null
}
type EffectAnswer = { readonly effectId: string; readonly answer: StoredAnswer }
type KeyAnswer = { readonly key: ScopedKey; readonly answer: StoredAnswer }

const keyEntries = unnestRows<KeyEntry>({
  owner_id: ['uuid', ({ key }) => key.ownerId],
  route: ['text', ({ key }) => key.route],
  key: ['text', ({ key }) => key.key],
  body_hash: ['bytea', ({ key }) => key.bodyHash],
  effect_id: ['uuid', ({ effectId }) => effectId],
  status: ['int2', ({ answer }) => answer?.status ?? null],
  response: ['text', ({ answer }) => (answer === null ? null : JSON.stringify(answer.body))],
})
const freeKeys = unnestRows<ScopedKey>({
  owner_id: ['uuid', ({ ownerId }) => ownerId],
  route: ['text', ({ route }) => route],
  key: ['text', ({ key }) => key],
  body_hash: ['bytea', ({ bodyHash }) => bodyHash],
})
const askedKeys = unnestRows<ScopedKey>({
  owner_id: ['uuid', ({ ownerId }) => ownerId],
  route: ['text', ({ route }) => route],
  key: ['text', ({ key }) => key],
})
const keyAnswers = unnestRows<KeyAnswer>({
  owner_id: ['uuid', ({ key }) => key.ownerId],
  route: ['text', ({ key }) => key.route],
  key: ['text', ({ key }) => key.key],
  body_hash: ['bytea', ({ key }) => key.bodyHash],
  status: ['int2', ({ answer }) => answer.status],
  response: ['text', ({ answer }) => JSON.stringify(answer.body)],
})
const effectAnswers = unnestRows<EffectAnswer>({
  effect_id: ['uuid', ({ effectId }) => effectId],
  status: ['int2', ({ answer }) => answer.status],
  response: ['text', ({ answer }) => JSON.stringify(answer.body)],
})

const insertKeys = statement(
  'insert-idempotency-keys',
  {},
  `insert into idempotency_keys (owner_id, route, key, body_hash, ${effectColumn}, status, response)
   select owner_id, route, key, body_hash, effect_id, status, response::json
   from ${keyEntries.rows} order by 1, 2, 3`,
)
const keepFreeKeys = statement(
  'keep-idempotency-keys',
  {},
  `insert into idempotency_keys (owner_id, route, key, body_hash)
   select * from ${freeKeys.rows} order by 1, 2, 3
   on conflict do nothing`,
)
const readKeys = statement(
  'read-idempotency-keys',
  {
    owner_id: 'uuid',
    route: 'text',
    key: 'text',
    body_hash: 'bytea',
    effect_id: 'uuid?',
    status: 'int2?',
    response: 'json',
    lease_is_over: 'bool',
  },
  `select k.owner_id, k.route, k.key, k.body_hash, k.${effectColumn} as effect_id, k.status,
     k.response, k.lease_ends_at <= now() as lease_is_over
   from idempotency_keys k
   join ${askedKeys.rows}
     on (k.owner_id, k.route, k.key) = (given.owner_id, given.route, given.key)`,
)
type KeyRow = RowOf<typeof readKeys>

const insertAnswers = statement(
  'insert-idempotency-answers',
  {},
  `insert into idempotency_keys (owner_id, route, key, body_hash, status, response)
   select owner_id, route, key, body_hash, status, response::json
   from ${keyAnswers.rows} order by 1, 2, 3
   on conflict (owner_id, route, key) do update
     set status = excluded.status, response = excluded.response
     where idempotency_keys.status is null and idempotency_keys.body_hash = excluded.body_hash`,
)
const answerEffectKeys = statement(
  'answer-idempotency-of-effects',
  {},
  `update idempotency_keys k set status = given.status, response = given.response::json
   from ${effectAnswers.rows}
   where k.${effectColumn} = given.effect_id and k.status is null`,
)
const dropEffectKey = statement(
  'drop-idempotency-of-effect',
  {},
  `delete from idempotency_keys where ${effectColumn} = $1 and status is null`,
)
const endEffectLease = statement(
  'end-idempotency-lease',
  {},
  `update idempotency_keys set lease_ends_at = now()
   where ${effectColumn} = $1 and status is null`,
)

const takeEffectLease = statement(
  'take-idempotency-lease',
  { key: 'text' },
  `update idempotency_keys set lease_ends_at = now() + interval '30 seconds'
   where ${effectColumn} = $1 and status is null and lease_ends_at <= now() returning key`,
)

const eraseOwnKeys = statement(
  'erase-idempotency-keys',
  {},
  'delete from idempotency_keys where owner_id = $1',
)

const nameOf = (ownerId: string, route: string, key: string) => `${ownerId} ${route} ${key}`

/** One name for a key within its owner and route. */
export const keyName = ({ ownerId, route, key }: ScopedKey) => nameOf(ownerId, route, key)

/**
 * Returns the state of each key. `new` is an unused key. If another transaction uses it first,
 * `keyWrites` of this one fail, and the whole transaction is run again.
 */
export async function findKeys(tx: Db, keys: readonly ScopedKey[]): Promise<KeyClaim[]> {
  if (keys.length === 0) return []
  const known = await tx.run(readKeys, askedKeys.values(keys))
  const rows = new Map(known.map((row) => [nameOf(row.owner_id, row.route, row.key), row]))
  return keys.map((key) => {
    const row = rows.get(keyName(key))
    return row === undefined ? { claim: 'new' } : claimOf(key, row)
  })
}

function claimOf(asked: ScopedKey, row: KeyRow): KeyClaim {
  const isSame = row.body_hash.equals(asked.bodyHash) || row.body_hash.equals(asked.formerHash())
  if (!isSame) return { claim: 'other_body' }
  if (row.status !== null) {
    return { claim: 'answered', answer: { status: row.status, body: row.response, isRepeat: true } }
  }
  if (row.effect_id === null || !row.lease_is_over) return { claim: 'running' }
  return { claim: 'resume', effectId: row.effect_id }
}

/**
 * Writes keys that were `new`, with the results of their calls. Where another transaction wrote one
 * of them meanwhile, this one fails as a whole and is run again (platform/database/database.ts): it
 * then finds the key.
 */
export function keyWrites(entries: readonly KeyEntry[]): Write[] {
  return keyEntries.writes(insertKeys, entries)
}

/** Keeps keys for their bodies while the effect of a call that needs no claim is under way. */
export function keptKeyWrites(keys: readonly ScopedKey[]): Write[] {
  return freeKeys.writes(keepFreeKeys, keys)
}

/** Stores answers of calls that need no claim because their effect itself happens once. */
export function answerWrites(answers: readonly KeyAnswer[]): Write[] {
  return keyAnswers.writes(insertAnswers, answers)
}

/** Stores the final answers of the calls that began these effects. */
export function effectAnswerWrites(answers: readonly EffectAnswer[]): Write[] {
  return effectAnswers.writes(answerEffectKeys, answers)
}

/** Gives back the key that an effect began with: its answer is one that is never kept. */
export function droppedKeyWrite(effectId: string): Write {
  return { statement: dropEffectKey, values: [effectId] }
}

/** Makes this call the only one that continues a stopped effect; false where another one is. */
export async function takeLeaseOf(db: Db, effectId: string): Promise<boolean> {
  const rows = await db.run(takeEffectLease, [effectId])
  return rows.length > 0
}

/** Lets the next call with the key go on at once: this one stops without knowing the outcome. */
export async function endLeaseOf(db: Db, effectId: string): Promise<void> {
  await db.run(endEffectLease, [effectId])
}

/** Deletes all keys of an owner, with their answers. */
export async function eraseKeysOf(tx: Db, ownerId: string): Promise<void> {
  await tx.run(eraseOwnKeys, [ownerId])
}
