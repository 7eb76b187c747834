// Faults of leaderboards, achievements, scores and rewards.
import type { FaultyFile } from '../fault.ts'

const boards = 'features/leaderboards/leaderboards.test.ts'
const ranks = 'features/leaderboards/ranks.test.ts'
const rewards = 'features/rewards/rewards.test.ts'
const loopholes = 'features/rewards/reward-loopholes.test.ts'
const achievements = 'features/achievements/achievements.test.ts'
const standing = 'features/achievements/standing.test.ts'

export const standings: readonly FaultyFile[] = [
  {
    file: 'features/leaderboards/read-board.ts',
    tests: [boards],
    faults: [
      {
        fault: 'ties in a lower league’s top ten have different ranks',
        find: 'const rank = people.findIndex(({ score }) => score === person.score) + 1',
        replace: 'const rank = people.indexOf(person) + 1',
      },
      {
        fault: 'eleven rows',
        find: 'const boardRows = 10',
        replace: 'const boardRows = 11',
      },
      {
        fault: 'a higher league is open',
        find: "if (isHigherLeague(league, ownLeague)) return problem('league_locked')",
        replace: '',
      },
      {
        fault: 'the viewer is not in the middle',
        find: 'const rowsAbove = boardRows / 2',
        replace: 'const rowsAbove = boardRows / 2 - 1',
      },
      {
        fault: 'a board near its end is short',
        find: 'if (standing.people.length === boardRows) return standing',
        replace: 'if (standing.people.length > 0) return standing',
      },
    ],
  },
  {
    file: 'features/leaderboards/queries.ts',
    tests: [boards, ranks],
    faults: [
      {
        fault: 'hidden people are in the top ten',
        find: 'where p.${league} = $1 and not p.hide_from_leaderboards',
        replace: 'where p.${league} = $1',
      },
      {
        fault: 'hidden people are around the viewer',
        find: 'where p.${league} = me.${league} and not p.hide_from_leaderboards',
        replace: 'where p.${league} = me.${league}',
      },
      {
        fault: 'the top ten are the last ten',
        find: 'order by p.${score} desc, p.id desc limit $2',
        replace: 'order by p.${score}, p.id limit $2',
      },
      {
        fault: 'moves of open transactions are folded',
        find: 'where m.txid < turn.below or',
        replace: 'where m.txid < pg_snapshot_xmax(pg_current_snapshot()) or',
      },
      {
        fault: 'folded moves are forgotten',
        find: 'when matched then update set people = c.people + s.people',
        replace: 'when matched then update set people = s.people',
      },
    ],
  },
  {
    file: 'features/leaderboards/ranks.ts',
    tests: [boards, ranks],
    faults: [
      {
        fault: 'a hidden person counts for nobody, not even on their own board',
        find: ' + Number(me.is_hidden === true && (me.score ?? 0) > score)',
        replace: '',
      },
      {
        fault: 'a process that is behind folds goes on counting',
        find: 'if (now.is_behind) counted = undefined',
        replace: 'if (now.is_behind && rows.length === 0) counted = undefined',
      },
    ],
  },
  {
    file: 'features/leaderboards/score-counts.ts',
    tests: ['features/leaderboards/score-counts.test.ts', ranks],
    faults: [
      {
        fault: 'equal scores count as higher',
        find: 'if (each > score) higher += people',
        replace: 'if (each >= score) higher += people',
      },
      {
        fault: 'a longer tree forgets who is in it',
        find: '    longer[longer.length - 1] = this.#people\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/achievements/standing.ts',
    tests: [standing, achievements],
    faults: [
      {
        fault: 'an achievement is reached one too late',
        find: '(counted[counts] ?? 0) >= threshold',
        replace: '(counted[counts] ?? 0) > threshold',
      },
      {
        fault: 'an achievement is reached twice',
        find: '!standing.reached.includes(code) && ',
        replace: '',
      },
      {
        fault: 'kilograms from rewards reach achievements',
        find: 'kg: countedKg(standing) + kg - rewardKg',
        replace: 'kg: countedKg(standing) + kg',
      },
      {
        fault: 'an achievement gives no points',
        find: 'pointsOf(facts) + reached.length * ecoPoints.achievement',
        replace: 'pointsOf(facts)',
      },
      {
        fault: 'the eco league follows the points of before',
        find: 'standing.ecoScore + points)',
        replace: 'standing.ecoScore)',
      },
    ],
  },
  {
    file: 'features/achievements/week-streak.ts',
    tests: [standing, achievements],
    faults: [
      {
        fault: 'a broken streak goes on',
        find: 'start - before === weekMs ? run + 1 : 1',
        replace: 'start - before >= weekMs ? run + 1 : 1',
      },
      {
        fault: 'only the last streak counts',
        find: 'longest = Math.max(longest, run)',
        replace: 'longest = run',
      },
    ],
  },
  {
    file: 'features/achievements/queries.ts',
    tests: [achievements, 'features/achievements/scores-model.test.ts'],
    faults: [
      {
        fault: 'a project counts each time',
        find: "union select passport_id, 'project', project_id::text from given",
        replace: "union select passport_id, 'project', gen_random_uuid()::text from given",
      },
      {
        fault: 'gifts to one number in a week count each time',
        find: "monday || ' ' || number from given",
        replace: "gen_random_uuid() || ' ' || number from given",
      },
      {
        fault: 'kilograms of rewards are not told apart',
        find: 'reward_kg = p.reward_kg + given.reward_kg',
        replace: 'reward_kg = p.reward_kg',
      },
    ],
  },
  {
    file: 'features/rewards/queries.ts',
    tests: [rewards, loopholes],
    faults: [
      {
        fault: 'a lapsed claim is lost',
        find: '(claim_ends_at is null or claim_ends_at <= now())`',
        replace: 'claim_ends_at is null`',
      },
      {
        fault: 'an open claim is claimed again',
        find: '(claim_ends_at is null or claim_ends_at <= now())`',
        replace: 'true`',
      },
      {
        fault: 'a redeemed reward is claimed again',
        find: 'const isFree = `redeemed_at is null and ',
        replace: 'const isFree = `',
      },
      {
        fault: 'another person’s reward is claimed',
        find: 'where id = $1 and passport_id = $2 and achievement_code = $3',
        replace: 'where id = $1 and $2::uuid is not null and achievement_code = $3',
      },
      {
        fault: 'a lapsed claim pays',
        find: 'and r.lapsed_at is null and r.claim_ends_at > now()`',
        replace: 'and r.lapsed_at is null`',
      },
      {
        fault: 'a claim waits for a lapsed purchase to be swept',
        find: 'p.id = r.purchase_id and p.expires_at > now()',
        replace: 'p.id = r.purchase_id',
      },
      {
        fault: 'a claim of another purchase pays',
        find: 'p.id = r.purchase_id and p.expires_at > now()',
        replace: 'p.id = r.purchase_id and p.expires_at < now()',
      },
      {
        fault: 'a reward is redeemed twice',
        find: 'and redeemed_at is null and lapsed_at is null\n   returning id',
        replace: 'and lapsed_at is null\n   returning id',
        equivalent: 'the trigger rewards_redemption_is_final refuses a second redemption',
      },
      {
        fault: 'a claim that is given back keeps its number',
        find: 'set claim_ends_at = null, recipient_phone = null, note = null',
        replace: 'set claim_ends_at = null',
        equivalent: 'the next claim writes number and note anew, and nothing reads them before',
      },
    ],
  },
  {
    file: 'features/rewards/claim-reward.ts',
    tests: [rewards, loopholes],
    faults: [
      {
        fault: 'a badge is given away',
        find: 'reward.badge !== null && recipient.recipientPhone !== null',
        replace: 'reward.badge === undefined && recipient.recipientPhone !== null',
      },
      {
        fault: 'a reward is given to oneself as a gift',
        find: "  if (recipientPhone === ownPhone) return problem('own_number')\n",
        replace: '',
      },
      {
        fault: 'a claim’s note one longer than allowed',
        find: 'lengthOf(note) > noteMaxLength',
        replace: 'lengthOf(note) > noteMaxLength + 1',
      },
    ],
  },
  {
    file: 'features/rewards/unclaim-reward.ts',
    tests: [rewards, loopholes],
    faults: [
      {
        fault: 'a redeemed reward is given back',
        find: "  if (reward.is_redeemed) return problem('already_redeemed')\n",
        replace: '',
      },
      {
        fault: 'a purchase under way goes on without its claim',
        find: 'if (found.purchase_id !== null) await releaseReservation',
        replace: 'if (found.purchase_id === null) await releaseReservation',
      },
    ],
  },
  {
    file: 'features/rewards/queries.ts',
    tests: ['features/rewards/ring.test.ts'],
    faults: [
      {
        fault: 'two claims at once take more than was paid for',
        find: 'and kg is not null order by id for update`',
        replace: 'and kg is not null order by id`',
      },
    ],
  },
  {
    file: 'features/rewards/queries.ts',
    tests: ['features/purchases/refund/refund.test.ts'],
    faults: [
      {
        fault: 'a lapsed reward keeps the number that it was for',
        find: ' or lapsed_at is not null)',
        replace: ')',
      },
    ],
  },
]
