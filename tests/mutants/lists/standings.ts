// Faults of leaderboards, achievements and scores.
import type { FaultyFile } from '../fault.ts'

const boards = 'features/boards/leaderboards.test.ts'
const ranks = 'features/boards/ranks.test.ts'
const achievements = 'features/achievements/achievements.test.ts'
const standing = 'features/achievements/standing.test.ts'

export const standings: readonly FaultyFile[] = [
  {
    file: 'features/boards/read-board.ts',
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
    file: 'features/boards/board-queries.ts',
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
    file: 'features/boards/ranks.ts',
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
    file: 'features/boards/score-counts.ts',
    tests: ['features/boards/score-counts.test.ts', ranks],
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
    file: 'features/achievements/achievements-queries.ts',
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
    file: 'features/achievements/achievements-queries.ts',
    tests: ['features/purchases/refund/refund.test.ts'],
    faults: [
      {
        fault: 'a refund takes the week in which a purchase was reserved',
        find: "date_trunc('week', p.completed_at at time zone 'UTC')",
        replace: "date_trunc('week', p.created_at at time zone 'UTC')",
      },
      {
        fault: 'what a reward paid for carries scores',
        find: ' and not p.is_reward\n       and (p.id = $2',
        replace: '\n       and (p.id = $2',
      },
      {
        fault: 'kilograms that a refund left carry no scores',
        find: '(p.id = $2 or ${sqlStands()})',
        replace: "(p.id = $2 or p.reversal = 'none')",
      },
    ],
  },
  {
    file: 'features/achievements/lower-standings.ts',
    tests: ['features/purchases/refund/refund.test.ts'],
    faults: [
      {
        fault: 'a receiver keeps the rewards of a gift that was taken back',
        find: 'for (const passportId of people) await lapseUnsupported(tx, passportId)',
        replace: 'await lapseUnsupported(tx, buyerId)',
      },
      {
        fault: 'a taken back gift takes the giver’s kilograms',
        find: 'kg: passportId === holderId ? quantityKg : 0',
        replace: 'kg: passportId === buyerId ? quantityKg : 0',
      },
    ],
  },
  {
    file: 'features/boards/ranks.ts',
    tests: ['features/boards/leaderboards.test.ts'],
    faults: [
      {
        fault: 'equal scores stand upside down',
        find: 'one.id < other.id ? 1 : -1',
        replace: 'one.id < other.id ? -1 : 1',
      },
    ],
  },
  {
    file: 'features/boards/fold-moves.ts',
    tests: ['features/boards/ranks.test.ts'],
    faults: [
      {
        fault: 'every process folds at once, whoever has just done it',
        find: 'await writeFold(db, false)',
        replace: 'await writeFold(db, true)',
      },
    ],
  },
  {
    file: 'features/achievements/list-achievements.ts',
    tests: ['features/achievements/achievements.test.ts'],
    faults: [
      {
        fault: 'one project is many',
        find: 'missing === 1 ? 0 : 1',
        replace: 'missing === 1 ? 1 : 0',
      },
      {
        fault: 'a streak shows its oldest weeks',
        find: 'mondays.toSorted().toReversed().slice(0, recentWeeksMax)',
        replace: 'mondays.toSorted().slice(0, recentWeeksMax).toReversed()',
      },
    ],
  },
  {
    file: 'features/achievements/check-scores.ts',
    tests: ['features/achievements/achievements.test.ts'],
    faults: [
      {
        fault: 'the audit overlooks a league at its very first point',
        find: 'each (start) where start <= ${score}',
        replace: 'each (start) where start < ${score}',
      },
      {
        fault: 'the audit compares kilograms of rewards with themselves',
        find: "'reward kg ' || p.id, coalesce(h.kg, 0), p.reward_kg",
        replace: "'reward kg ' || p.id, p.reward_kg, p.reward_kg",
      },
      {
        fault: 'the audit compares facts with themselves',
        find: 'coalesce(d.count, 0),\n       coalesce(f.count, 0)',
        replace: 'coalesce(f.count, 0),\n       coalesce(f.count, 0)',
      },
      {
        fault: 'the audit compares eco scores with themselves',
        find: "'eco ' || p.id, coalesce(f.score, 0), p.eco_score",
        replace: "'eco ' || p.id, p.eco_score, p.eco_score",
      },
    ],
  },
  {
    file: 'features/achievements/achievements-queries.ts',
    tests: ['features/achievements/achievements.test.ts'],
    faults: [
      {
        fault: 'goals are not counted',
        find: "     union select g.passport_id, 'goal', goal::text\n       from given g join projects p on p.id = g.project_id cross join unnest(p.sdgs) as goal\n",
        replace: '',
      },
      {
        fault: 'goals stay with what was given back',
        find: "     union all select d.id, 'goal', goal::text\n       from done d join projects p on p.id = d.project_id cross join unnest(p.sdgs) as goal\n",
        replace: '',
      },
      {
        fault: 'a passport keeps its date when kilograms come',
        find: 'offset_league = given.offset_league, updated_at = now()',
        replace: 'offset_league = given.offset_league',
      },
      {
        fault: 'a passport keeps its date when kilograms go',
        find: 'eco_score = p.eco_score - given.points,\n     updated_at = now()',
        replace: 'eco_score = p.eco_score - given.points',
      },
    ],
  },
  {
    file: 'features/achievements/achievements-own-data.ts',
    tests: ['features/own-data/export.test.ts'],
    faults: [
      {
        fault: 'an export counts gifts for people',
        find: "f.kind = 'number')) as entry",
        replace: "f.kind = 'gift')) as entry",
      },
    ],
  },
  {
    file: 'features/boards/read-board.ts',
    tests: ['features/boards/leaderboards.test.ts'],
    faults: [
      {
        fault: 'one’s own league asked for by its name is its top ten',
        find: 'if (ownLeague === league) return rowsAround(standing, passportId)\n',
        replace: '\n',
      },
      {
        fault: 'who is last but one sees nobody below',
        find: 'people.findIndex(({ id }) => id === viewerId)',
        replace: 'people.findIndex(() => false)',
      },
    ],
  },
]
