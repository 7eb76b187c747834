-- How many people of a league have each score, so that a rank is not counted from the people. What a
-- transaction changes is a row of its own, so that nobody waits for a hot count; a background task
-- folds such rows into the counts. Counts and moves together are exact at every moment
-- (docs/decisions/0034-ranks-are-kept-as-counts.md).

create table board_counts (
  kind text not null constraint board_counts_kind_known check (kind in ('eco', 'offsets')),
  league text not null,
  score bigint not null,
  -- May be below zero for a minute: moves are folded by their transactions' numbers.
  people bigint not null,
  primary key (kind, league, score)
) with (fillfactor = 70);

create table board_moves (
  -- Numbers are given before commits: what is new to a reader is told by its snapshot.
  txid xid8 not null default pg_current_xact_id(),
  kind text not null,
  league text not null,
  score bigint not null,
  people integer not null
);
create index board_moves_of_kind on board_moves (kind, txid);

-- One row: all moves of transactions below `below` are in the counts; the next round goes up to
-- `next_below`, which everybody has had a round's time to read.
create table board_folds (
  only_one boolean primary key default true constraint board_folds_has_one_row check (only_one),
  below xid8 not null,
  next_below xid8 not null,
  due_at timestamptz not null default now()
);
insert into board_folds (below, next_below)
select pg_snapshot_xmin(pg_current_snapshot()), pg_snapshot_xmin(pg_current_snapshot());

-- Follows every change of who is seen with which score, whoever makes it. One row for all people of
-- a statement who come to, or leave, the same score.
create function note_board_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into board_moves (kind, league, score, people)
    select board.kind, board.league, board.score, count(*)
    from present cross join lateral (values ('eco', eco_league, eco_score::bigint),
      ('offsets', offset_league, total_kg)) as board (kind, league, score)
    where not hide_from_leaderboards group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into board_moves (kind, league, score, people)
    select board.kind, board.league, board.score, -count(*)
    from former cross join lateral (values ('eco', eco_league, eco_score::bigint),
      ('offsets', offset_league, total_kg)) as board (kind, league, score)
    where not hide_from_leaderboards group by 1, 2, 3;
  else
    insert into board_moves (kind, league, score, people)
    select board.kind, board.league, board.score, sum(moved.people)
    from (select eco_league, eco_score, offset_league, total_kg, hide_from_leaderboards, -1 as people
        from former
      union all
      select eco_league, eco_score, offset_league, total_kg, hide_from_leaderboards, 1
        from present) as moved
    cross join lateral (values ('eco', eco_league, eco_score::bigint),
      ('offsets', offset_league, total_kg)) as board (kind, league, score)
    where not hide_from_leaderboards group by 1, 2, 3 having sum(moved.people) <> 0;
  end if;
  return null;
end $$;
create trigger passports_join_boards after insert on passports
  referencing new table as present
  for each statement execute function note_board_moves();
create trigger passports_move_on_boards after update on passports
  referencing old table as former new table as present
  for each statement execute function note_board_moves();
create trigger passports_leave_boards after delete on passports
  referencing old table as former
  for each statement execute function note_board_moves();

-- After the triggers, which hold changes of passports back until this is committed.
insert into board_counts (kind, league, score, people)
select board.kind, board.league, board.score, count(*)
from passports cross join lateral (values ('eco', eco_league, eco_score::bigint),
  ('offsets', offset_league, total_kg)) as board (kind, league, score)
where not hide_from_leaderboards group by 1, 2, 3;
