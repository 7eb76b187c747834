-- Kilograms that other ones stand in for, where a registry takes credits back
-- (docs/decisions/0094-only-replaced-purchases-have-pieces.md).

-- Only of purchases that were ever touched by a replacement: all their kilograms, former and present. Of
-- all others the purchase's own batch and first place say it.
create table purchase_places (
  purchase_id uuid not null references purchases,
  batch_id uuid not null references batches,
  first_place bigint not null constraint purchase_places_from_one check (first_place >= 1),
  kg bigint not null constraint purchase_places_some check (kg >= 1),
  -- The batch whose kilograms stand in for these; null: they are the holder's.
  replaced_by uuid references batches constraint purchase_places_by_another
    check (replaced_by <> batch_id),
  written_at timestamptz not null default now(),
  constraint purchase_places_pkey primary key (batch_id, first_place)
);
create index purchase_places_of_purchase on purchase_places (purchase_id);

-- Where the kilograms of completed purchases are now, those that were taken back included.
create view present_places as
select p.id as purchase_id, p.batch_id, p.first_place, p.quantity_kg::bigint as kg
from purchases p
where p.first_place is not null
  and not exists (select from purchase_places w where w.purchase_id = p.id)
union all
select w.purchase_id, w.batch_id, w.first_place, w.kg from purchase_places w
where w.replaced_by is null;

alter table log_notices
  drop constraint log_notices_kind_known,
  add constraint log_notices_kind_known
    check (kind in ('withdraw', 'offer', 'allocate', 'retire', 'correct', 'replace', 'return')),
  drop constraint log_notices_places,
  add constraint log_notices_places check (
    case when kind in ('allocate', 'retire', 'replace', 'return')
      then first_place >= 1 and last_place >= first_place
      else first_place is null and last_place is null end),
  -- Of a replacement, the places are those that stand in now; these are what they stand in for.
  add former_batch_id uuid references batches,
  add former_first_place bigint,
  add constraint log_notices_former check (
    (former_batch_id is not null) = (kind = 'replace')
    and (former_first_place is not null) = (kind = 'replace'));

-- The writer holds the batch's row, so nobody retires, refunds or replaces of it meanwhile.
create or replace function refuse_wrong_retirement() returns trigger language plpgsql as $$
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
  if exists (select from purchase_places w where w.batch_id = new.batch_id
      and w.replaced_by is not null
      and w.first_place <= new.last_place and w.first_place + w.kg > new.first_place) then
    raise exception 'of places % to % some were replaced', new.first_place, new.last_place
      using errcode = 'restrict_violation';
  end if;
  if exists (select from purchases p where p.batch_id = new.batch_id
      and p.reversal in ('disputed', 'refunding')
      and not exists (select from purchase_places w where w.purchase_id = p.id)
      and p.first_place <= new.last_place
      and p.first_place + p.quantity_kg > new.first_place)
    or exists (select from purchase_places w join purchases p on p.id = w.purchase_id
      where w.batch_id = new.batch_id and w.replaced_by is null
      and p.reversal in ('disputed', 'refunding')
      and w.first_place <= new.last_place and w.first_place + w.kg > new.first_place) then
    raise exception 'of places % to % some are disputed or go back', new.first_place,
      new.last_place using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
