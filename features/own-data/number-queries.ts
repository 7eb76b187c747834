// SQL that rewrites numbers of earlier versions under their key, and of the key's fingerprint.
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'

const selectFingerprint = statement(
  'find-number-key-fingerprint',
  { fingerprint: 'text' },
  'select fingerprint from number_key_fingerprints',
)
const insertFingerprint = statement(
  'insert-number-key-fingerprint',
  { fingerprint: 'text' },
  `insert into number_key_fingerprints (fingerprint) values ($1)
   on conflict do nothing returning fingerprint`,
)
const plainAttempts = statement(
  'plain-sign-in-attempts',
  { number_hash: 'text' },
  `select number_hash from sign_in_attempts where number_hash like '+%' limit $1`,
)
type HashedAttempt = { readonly phone: string; readonly hash: string }
const attempt = unnestRows<HashedAttempt>({
  phone: ['text', ({ phone }) => phone],
  hash: ['text', ({ hash }) => hash],
})
const hashAttempts = statement(
  'hash-sign-in-attempts',
  {},
  `update sign_in_attempts a set number_hash = given.hash
   from ${attempt.rows} where a.number_hash = given.phone`,
)
const plainGifts = statement(
  'gifts-without-key',
  { id: 'uuid', buyer_id: 'uuid', recipient_phone: 'text' },
  `select id, buyer_id, recipient_phone from purchases
   where recipient_phone is not null and recipient_key is null limit $1`,
)
type KeyedGift = { readonly id: string; readonly key: string }
const gift = unnestRows<KeyedGift>({
  id: ['uuid', ({ id }) => id],
  key: ['text', ({ key }) => key],
})
/** Facts had the first 32 digits of a plain hash; weeks of gifts stand before it. */
const keyGifts = statement(
  'key-gifts',
  {},
  `with keyed as (
     update purchases p set recipient_key = given.key
     from ${gift.rows} where p.id = given.id
     returning p.buyer_id, given.key,
       left(encode(sha256(convert_to(p.buyer_id || ' ' || p.recipient_phone, 'UTF8')), 'hex'), 32)
         as former
   ), numbers as (select distinct buyer_id, key, former from keyed)
   update passport_facts f set key = left(f.key, length(f.key) - 32) || n.key from numbers n
   where f.passport_id = n.buyer_id and f.kind in ('number', 'gift') and right(f.key, 32) = n.former`,
)

const plainStopped = statement(
  'plain-stopped-numbers',
  { phone: 'text' },
  `select phone from stopped_numbers where phone like '+%' order by phone limit $1 for update`,
)
/** Beside what was heard under the hash already, the later answer of the phone holds. */
const hashStopped = statement(
  'hash-stopped-numbers',
  {},
  `with plain as (
     delete from stopped_numbers s using unnest($1::text[], $2::text[]) as given (phone, hash)
     where s.phone = given.phone returning given.hash, s.stopped_at, s.ended_at
   )
   insert into stopped_numbers (phone, stopped_at, ended_at) select * from plain
   on conflict (phone) do update
     set stopped_at = excluded.stopped_at, ended_at = excluded.ended_at
     where coalesce(stopped_numbers.ended_at, stopped_numbers.stopped_at)
       <= coalesce(excluded.ended_at, excluded.stopped_at)`,
)
const plainParked = statement(
  'plain-parked-passports',
  { phone: 'text' },
  `select phone from parked_passports where phone like '+%' order by passport_id limit $1 for update`,
)
const hashParked = statement(
  'hash-parked-passports',
  {},
  `update parked_passports p set phone = given.hash
   from unnest($1::text[], $2::text[]) as given (phone, hash) where p.phone = given.phone`,
)

export async function findFingerprint(db: Db): Promise<string | null> {
  const [row] = await db.run(selectFingerprint)
  return row?.fingerprint ?? null
}

/** False where another process has written one, which this waited for. */
export async function writeFingerprint(tx: Transaction, fingerprint: string): Promise<boolean> {
  const rows = await tx.run(insertFingerprint, [fingerprint])
  return rows.length === 1
}

/** Answers how many there were. */
export async function rewriteAttempts(
  tx: Transaction,
  hashOf: (phone: string) => string,
  limit: number,
): Promise<number> {
  const rows = await tx.run(plainAttempts, [limit])
  const phones = rows.map(({ number_hash }) => number_hash)
  const hashed = phones.map((phone) => ({ phone, hash: hashOf(phone) }))
  if (hashed.length > 0) await tx.run(hashAttempts, attempt.values(hashed))
  return phones.length
}

/** The same for the receivers of gifts, with the facts of their givers. */
export async function rewriteGifts(
  tx: Transaction,
  keyOf: (giverId: string, phone: string) => string,
  limit: number,
): Promise<number> {
  const rows = await tx.run(plainGifts, [limit])
  const keyed = rows.map((row) => ({ id: row.id, key: keyOf(row.buyer_id, row.recipient_phone) }))
  if (keyed.length > 0) await tx.run(keyGifts, gift.values(keyed))
  return rows.length
}

/** The same for numbers that answered STOP, and for those of parked passports. */
export async function rewriteStopped(
  tx: Transaction,
  hashOf: (phone: string) => string,
  limit: number,
): Promise<number> {
  const phones = (await tx.run(plainStopped, [limit])).map(({ phone }) => phone)
  if (phones.length > 0) await tx.run(hashStopped, [phones, phones.map(hashOf)])
  return phones.length
}

export async function rewriteParked(
  tx: Transaction,
  hashOf: (phone: string) => string,
  limit: number,
): Promise<number> {
  const phones = (await tx.run(plainParked, [limit])).map(({ phone }) => phone)
  if (phones.length > 0) await tx.run(hashParked, [phones, phones.map(hashOf)])
  return phones.length
}
