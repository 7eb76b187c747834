// Declares the SQL of leaderboards. A hidden passport appears only on its owner's board. Statements on
// passports use an index of the board. A move is a change of the number of passports with a score.
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { BoardKind } from '#values/lists/leagues.ts'

const personColumns = {
  id: 'uuid',
  score: 'int8',
  nickname: 'text?',
  first_name: 'text?',
  last_name: 'text?',
  member_number: 'int2',
} as const

/**
 * Columns of three kinds of rows: neighbours, moves and the cursor. One statement returns them all, so that
 * they share a snapshot.
 */
const aroundColumns = {
  /** Index, from 1, of the row's `StandingQuery`; null for a move and for the cursor. */
  ordinal: 'int8?',
  id: 'uuid?',
  score: 'int8?',
  nickname: 'text?',
  first_name: 'text?',
  last_name: 'text?',
  member_number: 'int2?',
  league: 'text?',
  is_hidden: 'bool?',
  /** Change in the number of passports with this score since the cursor. */
  people: 'int4?',
  /** Snapshot of this read. The next read returns moves that this snapshot does not contain. */
  cursor: 'text?',
  /** True if later moves may already be folded into the counts, which must then be read again. */
  is_behind: 'bool?',
} as const

/** A passport, and the numbers of neighbours to read above and below it. */
export type StandingQuery = {
  readonly passportId: string
  readonly above: number
  readonly below: number
}
const standingQuery = unnestRows<StandingQuery>({
  id: ['uuid', ({ passportId }) => passportId],
  above: ['int4', ({ above }) => above],
  below: ['int4', ({ below }) => below],
})

/** Kind of the database server that a board is read from. */
export type BoardServer = 'primary' | 'replica'

/**
 * SQL that selects the moves of a read, by kind of server. A replica's snapshot does not show which
 * transactions run on the primary. A replica therefore counts only moves of transactions before the oldest
 * running one, and its cursor ends there. The transactions of folded moves have always ended.
 */
const moveConditions = {
  primary: {
    cursor: 'pg_current_snapshot()::text',
    isCounted: 'true',
    isNew: 'not pg_visible_in_snapshot(m.txid, $4::pg_snapshot)',
  },
  replica: {
    cursor: `(select format('%1$s:%1$s:', greatest(pg_snapshot_xmin(pg_current_snapshot()), below))
       from board_folds)`,
    isCounted: 'txid < pg_snapshot_xmin(pg_current_snapshot())',
    isNew: 'm.txid < pg_snapshot_xmin(pg_current_snapshot())',
  },
} as const satisfies Record<BoardServer, object>

function statementsOf(server: BoardServer, kind: BoardKind, league: string, score: string) {
  const { cursor, isCounted, isNew } = moveConditions[server]
  const name = (suffix: string) => `board-${kind}-${suffix}-on-${server}`
  const names = 'p.nickname, p.first_name, p.last_name, p.member_number'
  const neighbours = `from passports p where p.${league} = me.${league} and not p.hide_from_leaderboards`
  const nullNames = 'null, null, null, null'
  return {
    around: statement(
      name('around'),
      aroundColumns,
      `select given.ordinal, around.id, around.score::bigint as score, around.nickname,
         around.first_name, around.last_name, around.member_number, me.${league} as league,
         me.hide_from_leaderboards as is_hidden, null::int4 as people, null::text as cursor,
         null::bool as is_behind
       from ${standingQuery.unnest} with ordinality as given (${standingQuery.names}, ordinal)
       join passports me on me.id = given.id
       cross join lateral (
         (select p.id, p.${score} as score, ${names} ${neighbours}
            and (p.${score}, p.id) > (me.${score}, me.id)
          order by p.${score}, p.id limit given.above)
         union all
         (select p.id, p.${score}, ${names} ${neighbours}
            and (p.${score}, p.id) < (me.${score}, me.id)
          order by p.${score} desc, p.id desc limit given.below)
         union all
         select me.id, me.${score}, ${names.replaceAll('p.', 'me.')}
       ) as around
       union all
       select null, null, m.score, ${nullNames}, m.league, null, m.people, null, null
       from board_moves m where m.kind = '${kind}' and m.txid >= pg_snapshot_xmin($4::pg_snapshot)
         and ${isNew}
       union all
       select null, null, null, ${nullNames}, null, null, null, ${cursor},
         board_folds.below > pg_snapshot_xmin($4::pg_snapshot)
       from board_folds`,
    ),
    top: statement(
      name('top'),
      personColumns,
      `select p.id, p.${score}::bigint as score, ${names} from passports p
       where p.${league} = $1 and not p.hide_from_leaderboards
       order by p.${score} desc, p.id desc limit $2`,
    ),
    counts: statement(
      name('counts'),
      { cursor: 'text', league: 'text?', scores: 'text?', people: 'text?' },
      `select ${cursor} as cursor, league, string_agg(score::text, ',') as scores,
         string_agg(people::text, ',') as people
       from (select) as once left join (
         select league, score, sum(people) as people from (
           select league, score, people from board_counts where kind = '${kind}'
           union all select league, score, people from board_moves
             where kind = '${kind}' and ${isCounted}) as all_of_it
         group by league, score) as counted on people <> 0
       group by league`,
    ),
  }
}

const boardsOn = (server: BoardServer) => ({
  eco: statementsOf(server, 'eco', 'eco_league', 'eco_score'),
  offsets: statementsOf(server, 'offsets', 'offset_league', 'total_kg'),
})
const boards = { primary: boardsOn('primary'), replica: boardsOn('replica') }

/**
 * Folds moves: adds them to the counts and deletes them, at most once a minute over all processes. If
 * `isForced` is true, it runs in any case, and includes moves of recent transactions. It also folds moves
 * with transaction numbers of another server, which a restored database has.
 */
export const writeFold = statement(
  'fold-board-moves',
  {},
  `with turn as (
     update board_folds set due_at = now() + interval '1 minute',
       next_below = pg_snapshot_xmin(pg_current_snapshot()),
       below = case when $1 then pg_snapshot_xmin(pg_current_snapshot()) else next_below end
     where $1 or due_at <= now() returning below
   ), folded as (
     delete from board_moves m using turn
     where m.txid < turn.below or m.txid >= pg_snapshot_xmax(pg_current_snapshot())
     returning m.kind, m.league, m.score, m.people
   ), sums as (
     select kind, league, score, sum(people)::bigint as people from folded group by 1, 2, 3
   )
   merge into board_counts c using sums s
     on c.kind = s.kind and c.league = s.league and c.score = s.score
   when matched and c.people + s.people = 0 then delete
   when matched then update set people = c.people + s.people
   when not matched and s.people <> 0 then
     insert (kind, league, score, people) values (s.kind, s.league, s.score, s.people)`,
).effect<[isForced: boolean]>()

export type AroundRow = RowOf<(typeof boards)['primary']['eco']['around']>
export type BoardPerson = RowOf<(typeof boards)['primary']['eco']['top']>

/** A database to read boards from, with the kind of its server. */
export type BoardSource = { readonly db: Db; readonly server: BoardServer }

/**
 * Returns the passports with their neighbours, all moves since `cursor`, and one row with the next cursor.
 */
export function readAround(
  { db, server }: BoardSource,
  kind: BoardKind,
  people: readonly StandingQuery[],
  cursor: string,
): Promise<AroundRow[]> {
  return db.run(boards[server][kind].around, [...standingQuery.values(people), cursor])
}

export function findTop(
  { db, server }: BoardSource,
  kind: BoardKind,
  league: string,
  limit: number,
): Promise<BoardPerson[]> {
  return db.run(boards[server][kind].top, [league, limit])
}

/**
 * Returns a row per league with its scores and the number of passports with each score. Both are
 * comma-separated texts in the same order, because a league may have 100,000 scores. Every row has the cursor
 * of the read.
 */
export function readCounts({ db, server }: BoardSource, kind: BoardKind) {
  return db.run(boards[server][kind].counts)
}
