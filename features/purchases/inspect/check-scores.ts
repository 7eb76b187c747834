// Compares facts with purchases, scores with facts, leagues with scores, and redeemed rewards with
// their purchases.
import {
  sqlCountedGift,
  sqlInForce,
  sqlState,
  sqlTakenBack,
} from '#features/purchases/states/state-sql.ts'
import { type Comparisons, comparison } from '#ledger/comparison.ts'
import { achievementKinds } from '#values/lists/achievements.ts'
import { type BoardKind, leagueStarts, leagues } from '#values/lists/leagues.ts'
import { ecoPoints } from '#values/lists/score-rules.ts'

/**
 * SQL of the purchases that count for scores: not taken back, not paid by a reward, and of a buyer with
 * a phone number. The demonstration's seller has neither a phone number nor scores.
 */
const countedPurchases = `purchases p join passports buyer on buyer.id = p.buyer_id
    and buyer.phone is not null
  where ${sqlInForce()} and not p.is_reward`
const week = `to_char(date_trunc('week', p.completed_at at time zone 'UTC'), 'YYYY-MM-DD')`
const receiverKey = 'p.recipient_key'

/**
 * Compares each passport's number of facts of a kind with its number of distinct values of `key` among
 * purchases that fulfil `condition`.
 */
function compareFacts(kind: string, key: string, condition = 'true') {
  return comparison(
    `facts-${kind}`,
    `select '${kind} ' || coalesce(f.passport_id, d.passport_id), coalesce(d.count, 0),
       coalesce(f.count, 0)
     from (select passport_id, count(*) as count from passport_facts f
         join passports p on p.id = f.passport_id and p.phone is not null
       where kind = '${kind}' group by 1) f
     full join (select p.buyer_id as passport_id, count(distinct ${key}) as count
       from ${countedPurchases} and ${condition} group by 1) d on d.passport_id = f.passport_id`,
  )
}

/** Compares each passport's league with the league that its score earns. A higher league is no fault. */
function compareLeagues(kind: BoardKind, column: string, score: string) {
  const leaguePosition = `array_position('{${leagues.join(',')}}'::text[], ${column})`
  const starts = leagues.map((league) => leagueStarts[kind][league])
  // Leagues are sorted, so the number of leagues that the score reaches is the earned league's position.
  const earnedPosition = `cardinality(array(select start from unnest('{${starts.join(',')}}'::bigint[])
    as each (start) where start <= ${score}))`
  return comparison(
    `leagues-${kind}`,
    `select '${column} ' || id, greatest(${earnedPosition}, ${leaguePosition})::bigint,
       ${leaguePosition}::bigint from passports`,
  )
}

const kgThresholds = Object.entries(achievementKinds)
  .filter(([, { measure }]) => measure === 'kg')
  .map(([code, { threshold }]) => `('${code}', ${threshold})`)
  .join(', ')

export const scoreComparisons: Comparisons = {
  'weeks are those of purchases': compareFacts('week', week),
  'projects are those of purchases': compareFacts('project', 'p.project_id'),
  'numbers given to are those of gifts': compareFacts('number', receiverKey, sqlCountedGift),
  'gifts that count are one a number a week': compareFacts(
    'gift',
    `(${week}, ${receiverKey})`,
    sqlCountedGift,
  ),
  'eco scores are the sums of their facts': comparison(
    'eco-scores',
    `select 'eco ' || p.id, coalesce(f.score, 0), p.eco_score from passports p
     left join (select passport_id, sum(case kind when 'week' then ${ecoPoints.week}
         when 'gift' then ${ecoPoints.gift} when 'project' then ${ecoPoints.project}
         when 'achievement' then ${ecoPoints.achievement} else 0 end)::bigint as score
       from passport_facts group by 1) f on f.passport_id = p.id`,
  ),
  'kg from rewards are those of reward purchases': comparison(
    'reward-kg',
    `select 'reward kg ' || p.id, coalesce(h.kg, 0), p.reward_kg from passports p
     left join (select holder_id, sum(quantity_kg)::bigint as kg from purchases
       where state = ${sqlState('COMPLETED')} and is_reward group by 1) h on h.holder_id = p.id`,
  ),
  'no league is below its eco score': compareLeagues('eco', 'eco_league', 'eco_score'),
  'no league is below its kg': compareLeagues('offsets', 'offset_league', 'total_kg'),
  'achievements of kg are reached when they are held, and stay': comparison(
    'kg-achievements',
    `select a.code || ' ' || p.id, (p.total_kg - p.reward_kg >= a.threshold
         or f.key is not null and exists (select from purchases q
           where q.holder_id = p.id and (${sqlTakenBack('q')} or q.refunded_kg > 0)))::int::bigint,
       (f.key is not null)::int::bigint
     from passports p cross join (values ${kgThresholds}) as a (code, threshold)
     left join passport_facts f on f.passport_id = p.id and f.kind = 'achievement'
       and f.key = a.code`,
  ),
  'every achievement gave one reward, unless its number had it lately': comparison(
    'rewards-earned',
    `select 'rewards ' || p.id,
       (select count(*) from passport_facts f where f.passport_id = p.id and f.kind = 'achievement'),
       (select count(*) from rewards r where r.passport_id = p.id)
         + (select count(*) from withheld_perks w join passport_facts f
             on f.passport_id = w.passport_id and f.kind = 'achievement' and f.key = w.perk
             and f.created_at < w.until
           where w.passport_id = p.id and not exists (select from rewards r
             where r.passport_id = p.id and r.achievement_code = w.perk)) from passports p`,
  ),
  'redeemed kg are one completed purchase each': comparison(
    'rewards-redeemed',
    `select 'reward ' || coalesce(r.id, p.reward_id),
       coalesce(case when r.redeemed_at is not null then r.kg end, 0)::bigint,
       coalesce(p.kg, 0)::bigint
     from (select * from rewards where kg is not null) r
     full join (select reward_id, sum(quantity_kg) as kg from purchases
       where state = ${sqlState('COMPLETED')} and is_reward group by 1) p on p.reward_id = r.id`,
  ),
}
