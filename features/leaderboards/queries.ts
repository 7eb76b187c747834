// All SQL of leaderboards. Hidden people are in none of it; whoever asks is added by the caller.
// Every statement walks the index of its board.
import type { Db } from '#server/database.ts'
import { type RowOf, statement } from '#server/statement.ts'

export type BoardKind = 'eco' | 'offsets'

const personColumns = {
  id: 'uuid',
  score: 'int8',
  nickname: 'text?',
  first_name: 'text?',
  last_name: 'text?',
  member_number: 'int2',
} as const

const findViewer = statement(
  'board-viewer',
  {
    ...personColumns,
    is_hidden: 'bool',
    eco_league: 'text',
    eco_score: 'int8',
    offset_league: 'text',
  },
  `select id, total_kg as score, nickname, first_name, last_name, member_number,
     hide_from_leaderboards as is_hidden, eco_league, eco_score::bigint as eco_score, offset_league
   from passports where id = $1`,
)

function statementsOf(kind: BoardKind, league: string, score: string) {
  const select = `select id, ${score}::bigint as score, nickname, first_name, last_name, member_number
   from passports where ${league} = $1 and not hide_from_leaderboards`
  return {
    above: statement(
      `board-${kind}-above`,
      personColumns,
      `${select} and (${score}, id) > ($2, $3::uuid) order by ${score}, id limit $4`,
    ),
    below: statement(
      `board-${kind}-below`,
      personColumns,
      `${select} and (${score}, id) < ($2, $3::uuid) order by ${score} desc, id desc limit $4`,
    ),
    top: statement(
      `board-${kind}-top`,
      personColumns,
      `${select} order by ${score} desc, id desc limit $2`,
    ),
    countAbove: statement(
      `board-${kind}-count-above`,
      { score: 'int8', above: 'int8' },
      `select asked.score, (select count(*) from passports where ${league} = $1
         and not hide_from_leaderboards and ${score} > asked.score) as above
       from unnest($2::bigint[]) as asked (score)`,
    ),
  }
}

const boards = {
  eco: statementsOf('eco', 'eco_league', 'eco_score'),
  offsets: statementsOf('offsets', 'offset_league', 'total_kg'),
} as const

export type BoardViewer = RowOf<typeof findViewer>
export type BoardPerson = RowOf<(typeof boards)['eco']['top']>

export async function findBoardViewer(db: Db, passportId: string): Promise<BoardViewer> {
  const [row] = await db.run(findViewer, [passportId])
  if (row === undefined) throw new Error('a session without a passport')
  return row
}

/** Those nearest above and below a place, nearest first. */
export async function findNeighbours(
  db: Db,
  kind: BoardKind,
  league: string,
  { score, id }: Pick<BoardPerson, 'score' | 'id'>,
  limit: number,
): Promise<{ readonly above: BoardPerson[]; readonly below: BoardPerson[] }> {
  const values = [league, score, id, limit]
  const [above, below] = await Promise.all([
    db.run(boards[kind].above, values),
    db.run(boards[kind].below, values),
  ])
  return { above, below }
}

export function findTop(
  db: Db,
  kind: BoardKind,
  league: string,
  limit: number,
): Promise<BoardPerson[]> {
  return db.run(boards[kind].top, [league, limit])
}

/** How many people of a league have more than each of these scores. */
export async function countAbove(
  db: Db,
  kind: BoardKind,
  league: string,
  scores: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db.run(boards[kind].countAbove, [league, scores])
  return new Map(rows.map((row) => [row.score, row.above]))
}
