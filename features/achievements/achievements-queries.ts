// Declares the SQL of achievements and scores. A fact, such as a week with a purchase, is a unique row of
// `passport_facts`. Before a write, the caller must lock the passports.

import { sqlCountedGift, sqlInForce, sqlState } from '#features/purchases/states/state-sql.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'
import type { AchievementCode } from '#values/lists/achievements.ts'

export const readStandings = statement(
  'find-standings',
  {
    passport_id: 'uuid',
    total_kg: 'int8',
    reward_kg: 'int8',
    eco_score: 'int4',
    eco_league: 'text',
    offset_league: 'text',
    reached: 'text[]',
  },
  `select p.id as passport_id, p.total_kg, p.reward_kg, p.eco_score, p.eco_league, p.offset_league,
     array(select f.key from passport_facts f
       where f.passport_id = p.id and f.kind = 'achievement') as reached
   from passports p where p.id = any($1::uuid[])`,
).rows<[passportIds: readonly string[]]>()

/** A passport's purchase of a project. `recipientKey` is the phone hash of a gift's receiver. */
export type Activity = {
  readonly passportId: string
  readonly projectId: string
  readonly recipientKey: string | null
}
const activity = unnestRows<Activity>({
  passport_id: ['uuid', ({ passportId }) => passportId],
  project_id: ['uuid', ({ projectId }) => projectId],
  number: ['text', ({ recipientKey }) => recipientKey],
})
/**
 * Writes the facts of purchases. Returns a row per kind for each passport with a new fact: `count` is the
 * number of all its facts, `fresh` that of the new ones. Only weeks have `keys`.
 */
const insertActivity = statement(
  'insert-activity-facts',
  { passport_id: 'uuid', kind: 'text', count: 'int8', fresh: 'int8', keys: 'text[]' },
  `with given as (
     select ${activity.names} from ${activity.rows}
   ), week as (
     select to_char(date_trunc('week', now() at time zone 'UTC'), 'YYYY-MM-DD') as monday
   ), done (passport_id, kind, key) as (
     select passport_id, 'week', monday from given, week
     union select passport_id, 'project', project_id::text from given
     union select g.passport_id, 'goal', goal::text
       from given g join projects p on p.id = g.project_id cross join unnest(p.sdgs) as goal
     union select passport_id, 'number', number from given where number is not null
     union select passport_id, 'gift', monday || ' ' || number from given, week
       where number is not null
   ), fresh as (
     insert into passport_facts (passport_id, kind, key) select * from done order by 1, 2, 3
     on conflict do nothing returning passport_id, kind, key
   ), known as (
     select passport_id, kind, key, 1 as fresh from fresh
     union all
     select passport_id, kind, key, 0 from passport_facts
     where passport_id in (select passport_id from fresh) and kind <> 'achievement'
   )
   select passport_id, kind, count(*) as count, sum(fresh)::bigint as fresh,
     case kind when 'week' then array_agg(key) else '{}' end as keys
   from known group by passport_id, kind`,
)

export const readFactCounts = statement(
  'count-activity-facts',
  { kind: 'text', count: 'int8', keys: 'text[]' },
  `select kind, count(*) as count,
     case kind when 'week' then array_agg(key) else '{}' end as keys
   from passport_facts where passport_id = $1 and kind <> 'achievement' group by kind`,
).rows<[passportId: string]>()

const findReached = statement(
  'find-reached-achievements',
  { code: 'text', reached_at: 'timestamptz' },
  `select key as code, created_at as reached_at from passport_facts
   where passport_id = $1 and kind = 'achievement'`,
)
type ReachedAchievement = { readonly passportId: string; readonly code: AchievementCode }
const reachedRow = unnestRows<ReachedAchievement>({
  passport_id: ['uuid', ({ passportId }) => passportId],
  code: ['text', ({ code }) => code],
})
const insertReached = statement(
  'insert-reached-achievements',
  {},
  `insert into passport_facts (passport_id, kind, key)
   select passport_id, 'achievement', code
   from ${reachedRow.rows}`,
)

/**
 * Deletes the facts of purchase `$2` that no other purchase of the buyer `$1` has. A project's goals may have
 * been edited since the purchase, so a buyer's last purchase takes all goals.
 */
const deleteFacts = statement(
  'delete-facts-of-purchase',
  { kind: 'text' },
  `with done as (
     select p.id, p.project_id,
       to_char(date_trunc('week', p.completed_at at time zone 'UTC'), 'YYYY-MM-DD') as monday,
       case when ${sqlCountedGift} then p.recipient_key end as number
     from purchases p
     where p.buyer_id = $1 and p.state = ${sqlState('COMPLETED')} and not p.is_reward
       and (p.id = $2 or ${sqlInForce()})
   ), facts (id, kind, key) as (
     select id, 'week', monday from done
     union all select id, 'project', project_id::text from done
     union all select d.id, 'goal', goal::text
       from done d join projects p on p.id = d.project_id cross join unnest(p.sdgs) as goal
     union all select id, 'number', number from done where number is not null
     union all select id, 'gift', monday || ' ' || number from done where number is not null
   )
   delete from passport_facts f
   where f.passport_id = $1
     and ((f.kind, f.key) in (select kind, key from facts where id = $2)
       or f.kind = 'goal' and not exists (select from done where id <> $2))
     and not exists (select from facts other
       where other.id <> $2 and other.kind = f.kind and other.key = f.key)
   returning f.kind`,
)

export type StandingRow = RowOf<typeof readStandings>
export type CountRow = RowOf<typeof readFactCounts>

export function writeActivities(tx: Db, activities: readonly Activity[]) {
  return activities.length === 0 ? [] : tx.run(insertActivity, activity.values(activities))
}

export async function readReached(db: Db, passportId: string): Promise<Map<string, Date>> {
  const rows = await db.run(findReached, [passportId])
  return new Map(rows.map((row) => [row.code, row.reached_at]))
}

/** Deletes the facts of a purchase that no other purchase of the buyer has. Returns their kinds. */
export async function removeFacts(
  tx: Db,
  buyerId: string,
  purchaseId: string,
): Promise<readonly string[]> {
  const rows = await tx.run(deleteFacts, [buyerId, purchaseId])
  return rows.map(({ kind }) => kind)
}

export function reachedWrites(reached: readonly ReachedAchievement[]): Write[] {
  return reachedRow.writes(insertReached, reached)
}
