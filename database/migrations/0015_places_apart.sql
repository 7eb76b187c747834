-- What can be bought and what was sold stand in rows of their own: who reserves and who completes the
-- same batch never wait for each other. What is held is neither: the sum of the open purchases, which
-- the audit compares with its postings.

create table batch_places (
  batch_id uuid primary key references batches (id),
  sold_kg bigint not null default 0 constraint batch_places_sold_floor check (sold_kg >= 0)
) with (fillfactor = 50);
insert into batch_places (batch_id, sold_kg) select batch_id, sold_kg from batch_stock;

alter table batch_stock drop constraint batch_stock_adds_up;
alter table batch_stock drop column held_kg;
alter table batch_stock drop column sold_kg;
alter table batch_stock add constraint batch_stock_available_ceiling
  check (available_kg <= issued_kg);
