-- A certificate shows the entry of each replacement of its kilograms: it is found by what was replaced.
-- No places are replaced twice.
create unique index log_notices_of_former on log_notices (former_batch_id, former_first_place)
  where former_batch_id is not null;
