// Migrates records of STOP from phone numbers, which earlier versions stored, to phone hashes.
import type { NumberRewrite } from '#features/people/number-rewrite.ts'
import { statement } from '#platform/database/statement.ts'

const plainStopped = statement(
  'plain-stopped-numbers',
  { phone: 'text' },
  `select phone from stopped_numbers where phone like '+%' order by phone limit $1 for update`,
)
/** Replaces phone numbers by hashes. If the hash already has a record, the later STOP or START wins. */
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

export const stoppedRewrite: NumberRewrite = {
  runsAt: 'every_start',
  async rewrite(tx, { hashOf }, limit) {
    const phones = (await tx.run(plainStopped, [limit])).map(({ phone }) => phone)
    if (phones.length > 0) await tx.run(hashStopped, [phones, phones.map(hashOf)])
    return phones.length
  },
}
