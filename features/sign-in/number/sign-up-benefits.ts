// Withholds sign-up benefits that a phone number had within 12 months: the welcome credit and each reward.
// When a passport leaves its phone number, its benefits are recorded under the phone hash. The next passport
// of the phone number does not get them again before the 12 months end.

import type { Transaction } from '#platform/database/database.ts'
import { sqlPeriod } from '#platform/database/period.ts'
import { statement } from '#platform/database/statement.ts'
import { tidying } from '#platform/database/tidy.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import { welcomeProgramme } from '#values/lists/welcome-programme.ts'

/** Time after which a phone number may have a benefit again (docs/product.md#sign-up-benefits). */
export const benefitsKept = { count: 12, unit: 'months' } as const
const benefitInterval = sqlPeriod(benefitsKept)
const welcomeBenefit = 'welcome'

/** Records the benefits of a passport that leaves its phone number. */
export const recordBenefits = statement(
  'record-number-perks',
  {},
  `insert into number_perks (number_hash, perk, given_at)
   select $1, perk, given_at from (
     select '${welcomeBenefit}' as perk, max(created_at) as given_at from wallet_credits
     where passport_id = $2 and programme_id = '${welcomeProgramme.id}' having count(*) > 0
     union all
     select achievement_code, earned_at from rewards where passport_id = $2) as given
   where given_at > now() - ${benefitInterval}
   on conflict (number_hash, perk) do update
     set given_at = greatest(number_perks.given_at, excluded.given_at)`,
).effect<[numberHash: string, passportId: string]>()

/** A passport that gets a phone number, with the phone hash. */
export type Newcomer = { readonly number: string; readonly passportId: string }
const newcomer = unnestRows<Newcomer>({
  number_hash: ['text', ({ number }) => number],
  passport_id: ['uuid', ({ passportId }) => passportId],
})
const insertWithheld = statement(
  'withhold-number-perks',
  { passport_id: 'uuid', perk: 'text' },
  `insert into withheld_perks (passport_id, perk, until)
   select given.passport_id, n.perk, n.given_at + ${benefitInterval} from ${newcomer.rows}
   join number_perks n on n.number_hash = given.number_hash
   where n.given_at > now() - ${benefitInterval}
   on conflict (passport_id, perk) do update
     set until = greatest(withheld_perks.until, excluded.until)
   returning passport_id, perk`,
)

export const benefitTidying = tidying('number_perks', `given_at < now() - ${benefitInterval}`)

/** Withholds benefits. Returns the passports whose phone number has already had the welcome credit. */
export async function withholdBenefits(
  tx: Transaction,
  newcomers: readonly Newcomer[],
): Promise<ReadonlySet<string>> {
  if (newcomers.length === 0) return new Set()
  const rows = await tx.run(insertWithheld, newcomer.values(newcomers))
  const hadWelcome = rows.filter(({ perk }) => perk === welcomeBenefit)
  return new Set(hadWelcome.map((row) => row.passport_id))
}
