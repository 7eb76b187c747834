-- Kilograms whose payment is disputed, or goes back, are not retired meanwhile; nor is any other part of
-- their tonne (docs/decisions/0076-retirement-and-refunds-wait-for-each-other.md).

create index purchases_reversed_meanwhile on purchases (batch_id)
  where reversal in ('disputed', 'refunding');

-- The writer holds the batch's row, so nobody retires of it or refunds of it meanwhile.
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
  if exists (select from purchases p where p.batch_id = new.batch_id
      and p.reversal in ('disputed', 'refunding')
      and p.first_place <= new.last_place
      and p.first_place + p.quantity_kg > new.first_place) then
    raise exception 'of places % to % some are disputed or go back', new.first_place,
      new.last_place using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
