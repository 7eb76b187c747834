-- The public log of kilograms: a Merkle tree whose entries say which batch was issued and which places
-- of it went to somebody. Its entries follow two insert-only sources that share one numbering: the
-- ledger's postings of kilograms, and notices, which other features write
-- (docs/decisions/0080-the-log-follows-the-ledger.md).

create table logs (
  -- The first is 1; a restored database opens the next one.
  number smallint primary key,
  origin text not null constraint logs_origin_is_one_log unique,
  public_key bytea not null constraint logs_key_is_one_log unique
    constraint logs_key_length check (octet_length(public_key) = 32),
  opened_at timestamptz not null default now(),
  closed_at timestamptz
);
create unique index logs_open on logs ((true)) where closed_at is null;

-- One row a log, which whoever appends holds.
create table log_heads (
  log_number smallint primary key references logs,
  size bigint not null constraint log_heads_size_floor check (size >= 0),
  checkpoint text not null,
  -- Every posting and notice up to here was looked at, but for those in the two sets: they were still
  -- being written then. Those of the older set began before transaction `horizon`.
  taken_through bigint not null default 0,
  awaited int8multirange not null default '{}',
  awaited_older int8multirange not null default '{}',
  horizon xid8 not null default '0'
) with (fillfactor = 50);

create table log_entries (
  log_number smallint not null references logs,
  entry_index bigint not null constraint log_entries_index_floor check (entry_index >= 0),
  -- The posting or notice that it tells of; none for the one that names the log before.
  fact_id bigint,
  entry text not null constraint log_entries_length check (octet_length(entry) between 1 and 65535),
  -- 16 bytes that the commitment was made with; null where there is none or where it was erased.
  salt bytea constraint log_entries_salt_length check (octet_length(salt) = 16),
  primary key (log_number, entry_index),
  constraint log_entries_once_a_fact unique (log_number, fact_id)
);

-- Hashes of the tree, 256 in a row. Only the last row of a level grows.
create table log_tiles (
  log_number smallint not null references logs,
  level smallint not null,
  tile_index bigint not null,
  hashes bytea not null constraint log_tiles_length
    check (octet_length(hashes) between 32 and 8192 and octet_length(hashes) % 32 = 0),
  primary key (log_number, level, tile_index)
);
alter table log_tiles alter hashes set storage external;

-- How many kilograms of a batch the log has given places.
create table log_batches (
  log_number smallint not null references logs,
  batch_id uuid not null references batches,
  allocated_kg bigint not null constraint log_batches_positive check (allocated_kg > 0),
  primary key (log_number, batch_id)
) with (fillfactor = 50);

-- What the log is told that no posting says.
create table log_notices (
  id bigint primary key default nextval('kg_postings_id_seq'),
  batch_id uuid not null references batches,
  kind text not null constraint log_notices_kind_known check (kind in ('withdraw', 'offer')),
  created_at timestamptz not null default now()
);
-- What was taken off sale before there was a log.
insert into log_notices (batch_id, kind, created_at)
select id, 'withdraw', coalesce(offer_changed_at, now()) from batches where offer <> 'offered'
order by offer_changed_at, id;

create function refuse_change_of_log() returns trigger language plpgsql as $$
begin
  raise exception 'the log only grows: % on % refused', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger log_entries_stay before delete or truncate on log_entries
  for each statement execute function refuse_change_of_log();
create trigger log_tiles_stay before delete or truncate on log_tiles
  for each statement execute function refuse_change_of_log();
create trigger log_notices_insert_only before update or delete or truncate on log_notices
  for each statement execute function refuse_change_of_log();
-- A salt may be erased, and nothing else of an entry changes.
create trigger log_entries_insert_only before update on log_entries
  for each row when (new.salt is not null or (new.log_number, new.entry_index, new.fact_id, new.entry)
    is distinct from (old.log_number, old.entry_index, old.fact_id, old.entry))
  execute function refuse_change_of_log();
create trigger log_tiles_only_grow before update on log_tiles
  for each row when ((new.log_number, new.level, new.tile_index,
      substring(new.hashes for octet_length(old.hashes)))
    is distinct from (old.log_number, old.level, old.tile_index, old.hashes))
  execute function refuse_change_of_log();
create trigger log_heads_only_grow before update on log_heads
  for each row when (new.log_number <> old.log_number or new.size < old.size
    or (new.size = old.size and new.checkpoint <> old.checkpoint))
  execute function refuse_change_of_log();
