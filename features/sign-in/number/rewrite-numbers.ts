// Migrates sign-in attempts and parked passports from phone numbers, which earlier versions stored, to phone
// hashes.
import type { NumberRewrite } from '#features/people/number-rewrite.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'

type HashedNumber = { readonly phone: string; readonly hash: string }
const hashed = unnestRows<HashedNumber>({
  phone: ['text', ({ phone }) => phone],
  hash: ['text', ({ hash }) => hash],
})
const plainAttempts = statement(
  'plain-sign-in-attempts',
  { phone: 'text' },
  `select number_hash as phone from sign_in_attempts where number_hash like '+%' limit $1`,
)
const hashAttempts = statement(
  'hash-sign-in-attempts',
  {},
  `update sign_in_attempts a set number_hash = given.hash
   from ${hashed.rows} where a.number_hash = given.phone`,
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
   from ${hashed.rows} where p.phone = given.phone`,
)

export const attemptsRewrite: NumberRewrite = {
  runsAt: 'first_start',
  async rewrite(tx, { hashOf }, limit) {
    const rows = await tx.run(plainAttempts, [limit])
    const items = rows.map(({ phone }) => ({ phone, hash: hashOf(phone) }))
    if (items.length > 0) await tx.run(hashAttempts, hashed.values(items))
    return items.length
  },
}

export const parkedRewrite: NumberRewrite = {
  runsAt: 'every_start',
  async rewrite(tx, { hashOf }, limit) {
    const rows = await tx.run(plainParked, [limit])
    const items = rows.map(({ phone }) => ({ phone, hash: hashOf(phone) }))
    if (items.length > 0) await tx.run(hashParked, hashed.values(items))
    return items.length
  },
}
