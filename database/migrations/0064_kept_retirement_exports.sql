-- Rows that were exported for registries to retire. A record of a retirement lies within one of them.

create table retirement_exports (
  id bigint primary key generated always as identity,
  exported_at timestamptz not null default now(),
  -- Names the public log and its size.
  beneficiary text not null
);
create index retirement_exports_of_beneficiary on retirement_exports (beneficiary);

create table retirement_export_rows (
  export_id bigint not null references retirement_exports,
  batch_id uuid not null references batches,
  -- Places of the batch, inclusive.
  first_place bigint not null,
  last_place bigint not null,
  registry text not null,
  project text not null,
  -- The part of the batch's serial, in the registry's spelling.
  serial text not null,
  tonnes bigint not null generated always as ((last_place - first_place + 1) / 1000) stored,
  primary key (export_id, batch_id, first_place),
  constraint retirement_export_rows_whole_tonnes
    check (first_place % 1000 = 1 and last_place % 1000 = 0 and last_place > first_place)
);
create trigger retirement_exports_insert_only before update or delete or truncate on retirement_exports
  for each statement execute function refuse_change_of_retirement();
create trigger retirement_export_rows_insert_only
  before update or delete or truncate on retirement_export_rows
  for each statement execute function refuse_change_of_retirement();

-- Null for records that were made before exports were kept.
alter table retirements add column export_id bigint references retirement_exports;

-- A tonne is due from the purchase, or the operator's share, that takes its last place.
create index purchases_at_tonne_ends on purchases (batch_id, first_place)
  where (first_place + quantity_kg - 1) / 1000 > (first_place - 1) / 1000;
create index log_notices_of_operator on log_notices (batch_id, last_place) where kind = 'allocate';

-- The day on which the registry issued the batch, where its file names one.
alter table batches add column issued_on date;
