-- Every price that a batch had, with its time, its author and where it came from. Of a batch that is there
-- already only the present price is known, and the last change of its row as the time.

create table batch_prices (
  id bigint generated always as identity primary key,
  batch_id uuid not null references batches (id),
  price_micros bigint not null constraint batch_prices_positive check (price_micros > 0),
  currency char(3) not null constraint batch_prices_currency_shape check (currency ~ '^[A-Z]{3}$'),
  -- Not when its transaction began: a price waits for the one before it.
  at timestamptz not null default clock_timestamp(),
  by_name text not null constraint batch_prices_by_length check (char_length(by_name) between 1 and 120),
  source text not null
);
create index batch_prices_of_batch on batch_prices (batch_id, id);

insert into batch_prices (batch_id, price_micros, currency, at, by_name, source)
select id, price_micros, currency, updated_at, 'unknown', 'before prices were kept'
from batches order by created_at, id;

create function refuse_change_of_batch_prices() returns trigger language plpgsql as $$
begin
  raise exception 'the prices of batches are insert-only: % refused', tg_op
    using errcode = 'restrict_violation';
end $$;
create trigger batch_prices_insert_only before update or delete or truncate on batch_prices
  for each statement execute function refuse_change_of_batch_prices();
