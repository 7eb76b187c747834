// Stores the first answer of a call under its idempotency key, so that a repeat has no second effect
// (docs/product.md#retries). The row is written in the transaction of the effect; a refused call writes
// none. An effect is, for example, a purchase; this file uses only its id.
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { type Columns, unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'
import type { Answered } from '#values/call.ts'

/** An idempotency key with the values that decide whether two requests are equal. */
export type ScopedKey = {
  readonly ownerId: string
  readonly route: string
  readonly key: string
  /** HMAC of the body. A plain hash would reveal the phone number, the only unknown part of some bodies. */
  readonly bodyHash: Buffer
  /** Returns the SHA-256 of the body without a key, which rows of older versions hold for 30 days. */
  plainHash(): Buffer
}

type Answer = Answered<number, unknown>

/** The first answer under a key. A refusal has a status of 400 or more. */
export type StoredAnswer = Answer & { readonly isRepeat: true }

export type KeyClaim =
  /** The key is unused. */
  | { readonly claim: 'new' }
  | { readonly claim: 'answered'; readonly answer: StoredAnswer }
  | { readonly claim: 'other_body' }
  | { readonly claim: 'running' }
  /** The first call stopped before its end. The caller must continue that effect and start no other. */
  | { readonly claim: 'resume'; readonly effectId: string }

/**
 * The column of the effect's id. It keeps its old name, since processes of the previous version read
 * and write the same rows during an upgrade.
 */
const effectColumn = 'purchase_id'

/** An entry that a transaction stores for the repeats of a call. */
export type KeyEntry =
  /** A `new` key with the id of its effect, its answer, or both. */
  | (Keyed & {
      readonly kind: 'first'
      readonly effectId: string | null
      readonly answer: Answer | null
    })
  /** The answer of a call that needs no claim, because its effect is idempotent itself. */
  | (Keyed & WithAnswer & { readonly kind: 'answer' })
  /** The key of a call without a claim whose effect is still running. The key stays bound to its body. */
  | (Keyed & { readonly kind: 'under_way' })
  /** The final answer of the call that began an effect. */
  | (WithAnswer & { readonly kind: 'effect_answer'; readonly effectId: string })
type Keyed = { readonly key: ScopedKey }
type WithAnswer = { readonly answer: Answer }
type EntryOf<Kind> = Extract<KeyEntry, { readonly kind: Kind }>

const nameColumns: Columns<Keyed> = {
  owner_id: ['uuid', ({ key }) => key.ownerId],
  route: ['text', ({ key }) => key.route],
  key: ['text', ({ key }) => key.key],
}
const keyColumns: Columns<Keyed> = {
  ...nameColumns,
  body_hash: ['bytea', ({ key }) => key.bodyHash],
}
const answerColumns: Columns<{ readonly answer: Answer | null }> = {
  status: ['int2', ({ answer }) => answer?.answered ?? null],
  response: ['text', ({ answer }) => (answer === null ? null : JSON.stringify(answer.body))],
}
const keyNames = unnestRows<Keyed>(nameColumns)
const firstEntries = unnestRows<EntryOf<'first'>>({
  ...keyColumns,
  effect_id: ['uuid', ({ effectId }) => effectId],
  ...answerColumns,
})
const answerEntries = unnestRows<EntryOf<'answer'>>({ ...keyColumns, ...answerColumns })
const runningEntries = unnestRows<EntryOf<'under_way'>>(keyColumns)
const effectAnswers = unnestRows<EntryOf<'effect_answer'>>({
  effect_id: ['uuid', ({ effectId }) => effectId],
  ...answerColumns,
})

const insertKeys = statement(
  'insert-idempotency-keys',
  {},
  `insert into idempotency_keys (owner_id, route, key, body_hash, ${effectColumn}, status, response)
   select owner_id, route, key, body_hash, effect_id, status, response::json
   from ${firstEntries.rows} order by 1, 2, 3`,
)
const insertRunningKeys = statement(
  'keep-idempotency-keys',
  {},
  `insert into idempotency_keys (owner_id, route, key, body_hash)
   select * from ${runningEntries.rows} order by 1, 2, 3
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
   join ${keyNames.rows}
     on (k.owner_id, k.route, k.key) = (given.owner_id, given.route, given.key)`,
)
type KeyRow = RowOf<typeof readKeys>

const insertAnswers = statement(
  'insert-idempotency-answers',
  {},
  `insert into idempotency_keys (owner_id, route, key, body_hash, status, response)
   select owner_id, route, key, body_hash, status, response::json
   from ${answerEntries.rows} order by 1, 2, 3
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

/**
 * Takes the lease of a stopped effect, so that only this call continues it. Returns false if another
 * call has the lease.
 */
export const claimEffect = statement(
  'take-idempotency-lease',
  { key: 'text' },
  `update idempotency_keys set lease_ends_at = now() + interval '30 seconds'
   where ${effectColumn} = $1 and status is null and lease_ends_at <= now() returning key`,
).found<[effectId: string]>()

/** Deletes all keys of an owner, with their answers. */
export const eraseKeysOf = statement(
  'erase-idempotency-keys',
  {},
  'delete from idempotency_keys where owner_id = $1',
).effect<[ownerId: string]>()

const nameOf = (ownerId: string, route: string, key: string) => `${ownerId} ${route} ${key}`

/** Returns a unique name of a key, from its owner, route and text. */
export const keyName = ({ ownerId, route, key }: ScopedKey) => nameOf(ownerId, route, key)

/**
 * Returns the state of each key; null keys are left out. If another transaction uses a `new` key first,
 * the `first` entry of this transaction fails. The transaction is then retried
 * (platform/database/database.ts) and finds the key.
 */
export async function claimKeys(
  tx: Db,
  keys: readonly (ScopedKey | null)[],
): Promise<ReadonlyMap<ScopedKey | null, KeyClaim>> {
  const presentKeys = keys.filter((key) => key !== null)
  if (presentKeys.length === 0) return new Map()
  const storedRows = await tx.run(readKeys, keyNames.values(presentKeys.map((key) => ({ key }))))
  const rows = new Map(storedRows.map((row) => [nameOf(row.owner_id, row.route, row.key), row]))
  return new Map(presentKeys.map((key) => [key, claimOf(key, rows.get(keyName(key)))]))
}

function claimOf(key: ScopedKey, row: KeyRow | undefined): KeyClaim {
  if (row === undefined) return { claim: 'new' }
  const isSame = row.body_hash.equals(key.bodyHash) || row.body_hash.equals(key.plainHash())
  if (!isSame) return { claim: 'other_body' }
  if (row.status !== null) {
    const answer = { answered: row.status, body: row.response, isRepeat: true } as const
    return { claim: 'answered', answer }
  }
  if (row.effect_id === null || !row.lease_is_over) return { claim: 'running' }
  return { claim: 'resume', effectId: row.effect_id }
}

/** Returns the writes that store the entries, grouped by kind. */
export function storeWrites(entries: readonly KeyEntry[]): Write[] {
  const entriesOf = <Kind extends KeyEntry['kind']>(kind: Kind) =>
    entries.filter((entry): entry is EntryOf<Kind> => entry.kind === kind)
  return [
    ...firstEntries.writes(insertKeys, entriesOf('first')),
    ...answerEntries.writes(insertAnswers, entriesOf('answer')),
    ...runningEntries.writes(insertRunningKeys, entriesOf('under_way')),
    ...effectAnswers.writes(answerEffectKeys, entriesOf('effect_answer')),
  ]
}

/**
 * Returns the write that releases the key of an effect. `next` is the claim that the next call with the
 * key gets: `resume` if the outcome is unknown, `new` if the answer must not be stored.
 */
export function releaseWrite(effectId: string, next: 'resume' | 'new'): Write {
  return { statement: next === 'new' ? dropEffectKey : endEffectLease, values: [effectId] }
}
