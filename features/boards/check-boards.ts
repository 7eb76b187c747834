// Declares the audit that compares the stored numbers of passports per score with the passports.
import { type Comparisons, comparison } from '#ledger/comparison.ts'

const storedCounts = `select kind, league, score, sum(people)::bigint as people from (
    select kind, league, score, people from board_counts
    union all select kind, league, score, people from board_moves) as all_of_it
  group by 1, 2, 3`
const presentCounts = `select board.kind, board.league, board.score, count(*) as people
  from passports cross join lateral (values ('eco', eco_league, eco_score::bigint),
    ('offsets', offset_league, total_kg)) as board (kind, league, score)
  where not hide_from_leaderboards group by 1, 2, 3`

export const boardComparisons: Comparisons = {
  'boards count everybody who is on them': comparison(
    'board-counts',
    `select concat_ws(' ', kind, league, score), coalesce(p.people, 0), coalesce(k.people, 0)
     from (${storedCounts}) k full join (${presentCounts}) p using (kind, league, score)`,
  ),
}
