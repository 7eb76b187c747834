-- Sold kilograms are retired at their registry in whole tonnes, oldest places first. A record is never
-- changed: a mistake is corrected by an opposite one, with a reason
-- (docs/decisions/0082-retirement-takes-the-oldest-tonnes.md).

alter table log_notices
  drop constraint log_notices_kind_known,
  add constraint log_notices_kind_known
    check (kind in ('withdraw', 'offer', 'allocate', 'retire', 'correct')),
  -- Places of the batch, both taken: those that went to the operator, or were retired.
  add first_place bigint,
  add last_place bigint,
  add reference text,
  -- The notice whose entry is corrected.
  add corrects bigint constraint log_notices_corrected_once unique references log_notices,
  add constraint log_notices_places check (
    case when kind in ('allocate', 'retire') then first_place >= 1 and last_place >= first_place
      else first_place is null and last_place is null end),
  add constraint log_notices_reference check ((reference is not null) = (kind = 'retire')),
  add constraint log_notices_corrects check ((corrects is not null) = (kind = 'correct'));

create table retirements (
  notice_id bigint primary key references log_notices,
  batch_id uuid not null references batches,
  first_place bigint not null,
  last_place bigint not null,
  -- As the registry wrote the part of the block.
  serial text not null,
  reference text not null constraint retirements_reference_length
    check (char_length(reference) between 1 and 200),
  url text constraint retirements_url_is_https check (url ~ '^https://'),
  retired_on date not null,
  recorded_at timestamptz not null default now(),
  constraint retirements_whole_tonnes
    check (first_place % 1000 = 1 and last_place % 1000 = 0 and last_place > first_place)
);
create index retirements_of_batch on retirements (batch_id, first_place);
create index retirements_of_reference on retirements (reference);

create table retirement_corrections (
  notice_id bigint primary key references log_notices,
  retirement_id bigint not null references retirements
    constraint retirement_corrections_once unique,
  reason text not null constraint retirement_corrections_reason_length
    check (char_length(reason) between 1 and 500),
  recorded_at timestamptz not null default now()
);

-- What is retired: records that nobody took back.
create view retired_places as
select r.notice_id, r.batch_id, r.first_place, r.last_place, r.serial, r.reference, r.url, r.retired_on
from retirements r
where not exists (select from retirement_corrections c where c.retirement_id = r.notice_id);

create function refuse_change_of_retirement() returns trigger language plpgsql as $$
begin
  raise exception 'retirements are insert-only: % on % refused', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger retirements_insert_only before update or delete or truncate on retirements
  for each statement execute function refuse_change_of_retirement();
create trigger retirement_corrections_insert_only
  before update or delete or truncate on retirement_corrections
  for each statement execute function refuse_change_of_retirement();

-- The writer holds the batch's row, so nobody retires of it meanwhile.
create function refuse_wrong_retirement() returns trigger language plpgsql as $$
begin
  if exists (select from retired_places r where r.batch_id = new.batch_id
      and r.notice_id <> new.notice_id
      and r.first_place <= new.last_place and r.last_place >= new.first_place) then
    raise exception 'places % to % are retired already', new.first_place, new.last_place
      using errcode = 'restrict_violation';
  end if;
  if not exists (select from batch_places b
      where b.batch_id = new.batch_id and b.sold_kg >= new.last_place) then
    raise exception 'place % was not sold', new.last_place using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger retirements_once_and_sold before insert on retirements
  for each row execute function refuse_wrong_retirement();
