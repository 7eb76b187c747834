-- A batch that was replaced, wholly or in part, is never offered again: its registry took it back.

alter table batches add column replaced_at timestamptz;
update batches b set replaced_at = former.first_at
from (select batch_id, min(written_at) as first_at from purchase_places
  where replaced_by is not null group by batch_id) former
where former.batch_id = b.id;

-- The log's notices say so of those that were offered again meanwhile.
insert into log_notices (batch_id, kind)
select id, 'withdraw' from batches where replaced_at is not null and offer = 'offered' order by id;
update batches set offer = 'withdrawn', offer_changed_at = now(),
  offer_reason = 'It was replaced, wholly or in part.'
where replaced_at is not null and offer = 'offered';

alter table batches add constraint batches_replaced_stay_off_sale
  check (replaced_at is null or offer <> 'offered');
