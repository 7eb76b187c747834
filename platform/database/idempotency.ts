// Keeps the first answer of a call, so that a repeat has no second effect (docs/product.md#retries). Rows
// are written in the effect's own transaction; a refused call leaves none. An effect is the caller's
// concern: here it is only an id.
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { type Columns, unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'
import type { Answered } from '#values/call.ts'

/** A key with everything that decides whether two requests are the same one. */
export type ScopedKey = {
  readonly ownerId: string
  readonly route: string
  readonly key: string
  /** An HMAC: a plain hash of a body would reveal its phone number, the only unknown part. */
  readonly bodyHash: Buffer
  /** The hash without a secret, which older versions stored: their rows live for 30 days. */
  plainHash(): Buffer
}

type Answer = Answered<number, unknown>

/** The first answer of a key, as the same call stored it. A refusal has a status from 400. */
export type StoredAnswer = Answer & { readonly isRepeat: true }

export type KeyClaim =
  /** The key is unused. */
  | { readonly claim: 'new' }
  | { readonly claim: 'answered'; readonly answer: StoredAnswer }
  | { readonly claim: 'other_body' }
  | { readonly claim: 'running' }
  /** Its first run stopped half way: continue its effect, and start no other. */
  | { readonly claim: 'resume'; readonly effectId: string }

/**
 * The column of the effect's id. It keeps its old name, since processes of the previous version read
 * and write the same rows during an upgrade.
 */
const effectColumn = 'purchase_id'

/** An entry that a transaction stores for the repeats of a call. */
export type KeyEntry =
  /** A `new` key with the result of its call: the id of its effect, its answer, or both. */
  | (Keyed & {
      readonly kind: 'first'
      readonly effectId: string | null
      readonly answer: Answer | null
    })
  /** The answer of a call that needs no claim because its effect itself happens once. */
  | (Keyed & WithAnswer & { readonly kind: 'answer' })
  /** The key of a call without a claim while its effect is under way. It stays bound to the body. */
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
const names = unnestRows<Keyed>(nameColumns)
const firstEntries = unnestRows<EntryOf<'first'>>({
  ...keyColumns,
  effect_id: ['uuid', ({ effectId }) => effectId],
  ...answerColumns,
})
const answerEntries = unnestRows<EntryOf<'answer'>>({ ...keyColumns, ...answerColumns })
const openEntries = unnestRows<EntryOf<'under_way'>>(keyColumns)
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
const keepFreeKeys = statement(
  'keep-idempotency-keys',
  {},
  `insert into idempotency_keys (owner_id, route, key, body_hash)
   select * from ${openEntries.rows} order by 1, 2, 3
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
   join ${names.rows}
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
 * Returns the state of each key; no key has none. If another transaction uses a `new` key first, the
 * `first` entry of this one fails as a whole, and it is run again (platform/database/database.ts): it
 * then finds the key.
 */
export async function claimKeys(
  tx: Db,
  keys: readonly (ScopedKey | null)[],
): Promise<ReadonlyMap<ScopedKey | null, KeyClaim>> {
  const sent = keys.filter((key) => key !== null)
  if (sent.length === 0) return new Map()
  const known = await tx.run(readKeys, names.values(sent.map((key) => ({ key }))))
  const rows = new Map(known.map((row) => [nameOf(row.owner_id, row.route, row.key), row]))
  return new Map(sent.map((key) => [key, claimOf(key, rows.get(keyName(key)))]))
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

/** Makes this call the only one that continues a stopped effect; false where another one is. */
export async function claimEffect(tx: Db, effectId: string): Promise<boolean> {
  const rows = await tx.run(takeEffectLease, [effectId])
  return rows.length > 0
}

/** Stores calls for their repeats, kind by kind. */
export function storeWrites(entries: readonly KeyEntry[]): Write[] {
  const of = <Kind extends KeyEntry['kind']>(kind: Kind) =>
    entries.filter((entry): entry is EntryOf<Kind> => entry.kind === kind)
  return [
    ...firstEntries.writes(insertKeys, of('first')),
    ...answerEntries.writes(insertAnswers, of('answer')),
    ...openEntries.writes(keepFreeKeys, of('under_way')),
    ...effectAnswers.writes(answerEffectKeys, of('effect_answer')),
  ]
}

/**
 * Releases the key that an effect began with. The next call with it finds `resume` where this one
 * stops without knowing the outcome, and `new` where its answer is one that is never kept.
 */
export function releaseWrite(effectId: string, next: 'resume' | 'new'): Write {
  return { statement: next === 'new' ? dropEffectKey : endEffectLease, values: [effectId] }
}

/** Deletes all keys of an owner, with their answers. */
export async function eraseKeysOf(tx: Db, ownerId: string): Promise<void> {
  await tx.run(eraseOwnKeys, [ownerId])
}
