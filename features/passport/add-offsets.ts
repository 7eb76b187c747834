// Adds kilograms to passports and lets their offset league rise with them. A league never falls.
import type { Db } from '#server/database.ts'
import { statement } from '#server/statement.ts'

/** Contract 7: kg from which the offset leagues begin. */
export const offsetLeagueFromKg = { silver: 100, gold: 1_000 } as const

const addToPassports = statement(
  'add-offsets',
  {},
  `update passports p set total_kg = p.total_kg + given.kg, updated_at = now(),
     offset_league = case
       when p.offset_league = 'gold' or p.total_kg + given.kg >= ${offsetLeagueFromKg.gold}
         then 'gold'
       when p.offset_league = 'silver' or p.total_kg + given.kg >= ${offsetLeagueFromKg.silver}
         then 'silver'
       else 'bronze' end
   from (select id, sum(kg)::bigint as kg from unnest($1::uuid[], $2::bigint[]) as each (id, kg)
     group by id) given
   where p.id = given.id`,
)

export async function addOffsets(
  tx: Db,
  additions: readonly { readonly passportId: string; readonly quantityKg: number }[],
): Promise<void> {
  if (additions.length === 0) return
  await tx.run(addToPassports, [
    additions.map(({ passportId }) => passportId),
    additions.map(({ quantityKg }) => quantityKg),
  ])
}
