// How many kilograms a person has paid for: what a reward may be worth is measured by it. Gifts count
// when they are received, money that the product itself gave does not count at all, nor does what was
// paid for a purchase that was refunded.
import { sqlReversal, sqlState } from '#features/purchases/state-sql.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { welcomeProgramme } from '#values/welcome-programme.ts'

const paidKilograms = statement(
  'paid-kilograms',
  { kg: 'int8' },
  `select coalesce(floor(sum(p.quantity_kg::numeric
       * (p.total_minor - coalesce(given.minor, 0)) / p.total_minor)), 0)::bigint as kg
   from purchases p left join lateral (select sum(w.paid_minor) as minor
     from purchase_wallet_parts w where w.purchase_id = p.id and w.programme_id = $2) as given on true
   where p.buyer_id = $1 and p.state = ${sqlState('COMPLETED')} and not p.is_reward and p.total_minor > 0
     and p.reversal in (${sqlReversal('none')}, ${sqlReversal('disputed')})
     and (not p.is_gift or p.received_at is not null)`,
)

/** Whole kilograms of completed purchases, each by the share of it that was not welcome credit. */
export async function readPaidKg(db: Db, passportId: string): Promise<number> {
  const [row] = await db.run(paidKilograms, [passportId, welcomeProgramme.id])
  return row?.kg ?? 0
}
