-- Public lists of retirements by registries, and the records that they confirm
-- (docs/decisions/0172-registry-lists-confirm-records.md).

-- One file with rows of one registry.
create table retirement_lists (
  id bigint generated always as identity constraint retirement_lists_pkey primary key,
  registry text not null,
  -- The only project of the list, as the registry names it; null if it has all projects.
  project text,
  -- The day on which the registry showed the list.
  taken_on date not null,
  read_at timestamptz not null default now(),
  row_count bigint not null constraint retirement_lists_have_rows check (row_count >= 1)
);
create index retirement_lists_of_registry on retirement_lists (registry, taken_on, id);

-- Rows with units of our batches, limited to the places of the batch. Both places are inclusive.
create table retirement_list_rows (
  list_id bigint not null constraint retirement_list_rows_list_id_fkey references retirement_lists,
  line bigint not null,
  batch_id uuid not null constraint retirement_list_rows_batch_id_fkey references batches,
  first_place bigint not null,
  last_place bigint not null,
  -- As the registry wrote them. A list may lack the beneficiary and the reference.
  serial text not null,
  retired_on date not null,
  beneficiary text not null,
  reference text not null,
  -- The registry cancelled the units for another purpose.
  is_cancelled boolean not null,
  constraint retirement_list_rows_pkey primary key (list_id, line, batch_id),
  constraint retirement_list_rows_whole_tonnes
    check (first_place % 1000 = 1 and last_place % 1000 = 0 and last_place > first_place)
);
create index retirement_list_rows_of_batch on retirement_list_rows (batch_id, list_id);

-- A record whose units the list shows as retired for us.
create table retirement_confirmations (
  notice_id bigint constraint retirement_confirmations_pkey primary key
    constraint retirement_confirmations_notice_id_fkey references log_notices,
  retirement_id bigint not null constraint retirement_confirmations_once unique
    constraint retirement_confirmations_retirement_id_fkey references retirements,
  list_id bigint not null constraint retirement_confirmations_list_id_fkey references retirement_lists
);

create trigger retirement_lists_insert_only before update or delete or truncate on retirement_lists
  for each statement execute function refuse_change_of_retirement();
create trigger retirement_list_rows_insert_only
  before update or delete or truncate on retirement_list_rows
  for each statement execute function refuse_change_of_retirement();
create trigger retirement_confirmations_insert_only
  before update or delete or truncate on retirement_confirmations
  for each statement execute function refuse_change_of_retirement();

-- Returns true if a registry's text of a beneficiary is empty, or has all words of the text that we asked for
-- in their order. Ignores capitals, blanks and signs.
create function is_our_beneficiary(printed text, asked text) returns boolean
  language sql immutable parallel safe as $$
  with words as (
    select regexp_replace(lower(normalize(coalesce(text, ''), nfkc) collate pg_unicode_fast),
      '[^[:alnum:]]+', ' ', 'g') as text, turn
    from unnest(array[printed, asked]) with ordinality as given (text, turn))
  select trim(p.text) = '' or (trim(a.text) <> ''
    and strpos(' ' || trim(p.text) || ' ', ' ' || trim(a.text) || ' ') > 0)
  from words p, words a where p.turn = 1 and a.turn = 2
$$;

-- What each row of a list says about each record that shares units with it.
create view retirement_list_matches as
select w.list_id, w.line, w.batch_id, r.notice_id as retirement_id,
  int8range(greatest(w.first_place, r.first_place), least(w.last_place, r.last_place), '[]') as places,
  case when w.is_cancelled then 'cancelled'
    when not is_our_beneficiary(w.beneficiary, e.beneficiary) then 'other_beneficiary'
    -- The registry's clock may be in another time zone.
    when abs(w.retired_on - r.retired_on) > 1 then 'other_day'
    else 'listed' end as finding
from retirement_list_rows w
join retired_places v on v.batch_id = w.batch_id
  and v.first_place <= w.last_place and v.last_place >= w.first_place
join retirements r on r.notice_id = v.notice_id
left join retirement_exports e on e.id = r.export_id;

-- Records that no correction took back, with the day of the list that confirmed them.
create view confirmed_places as
select v.notice_id as retirement_id, v.batch_id, v.first_place, v.last_place, l.taken_on as confirmed_on
from retired_places v
join retirement_confirmations c on c.retirement_id = v.notice_id
join retirement_lists l on l.id = c.list_id;

-- Returns true if the rows of a list cover all units of a record, and no row says anything else about one.
create function does_list_confirm(list bigint, record bigint) returns boolean
  language sql stable as $$
  select coalesce(bool_and(m.finding = 'listed')
    and range_agg(m.places) @> (select int8range(r.first_place, r.last_place, '[]')
      from retirements r where r.notice_id = record), false)
  from retirement_list_matches m where m.list_id = list and m.retirement_id = record
$$;

-- The writer holds the batch's row, so the record is not corrected meanwhile.
create function refuse_wrong_confirmation() returns trigger language plpgsql as $$
begin
  if not does_list_confirm(new.list_id, new.retirement_id) then
    raise exception 'list % does not confirm retirement %', new.list_id, new.retirement_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger retirement_confirmations_are_listed before insert on retirement_confirmations
  for each row execute function refuse_wrong_confirmation();

-- The public log has an entry of each confirmation.
alter table log_notices
  drop constraint log_notices_kind_known,
  drop constraint log_notices_places,
  drop constraint log_notices_reference,
  add constraint log_notices_kind_known check (kind in
    ('withdraw', 'offer', 'allocate', 'retire', 'correct', 'replace', 'return', 'confirm')),
  add constraint log_notices_places check (
    case when kind in ('allocate', 'retire', 'replace', 'return', 'confirm')
      then first_place >= 1 and last_place >= first_place
      else first_place is null and last_place is null end),
  add constraint log_notices_reference
    check ((reference is not null) = (kind in ('retire', 'confirm')));
