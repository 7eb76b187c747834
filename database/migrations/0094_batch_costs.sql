-- What batches cost. From then on their unsold kilograms are stock, and sold ones are cost of sales.

-- The state of a batch in the books: the kilograms of the postings up to `cost_progress`, and what was posted for them.
create table batch_costs (
  batch_id uuid primary key references batches (id),
  currency character(3) not null constraint batch_costs_currency_shape check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null constraint batch_costs_amount_positive check (amount_minor > 0),
  -- The day in UTC on which the cost was recorded. What was sold before counts on it.
  recorded_on date not null,
  -- Kilograms of holders and of gifts that wait.
  sold_kg bigint not null default 0 constraint batch_costs_sold_floor check (sold_kg >= 0),
  -- Kilograms that were returned or replaced, or that filled a tonne.
  written_off_kg bigint not null default 0 constraint batch_costs_written_off_floor check (written_off_kg >= 0),
  -- True once the unsold kilograms of a replaced batch are written off.
  is_lost boolean not null default false,
  cost_of_sales_minor bigint not null default 0,
  write_offs_minor bigint not null default 0,
  constraint batch_costs_within_amount check (cost_of_sales_minor >= 0 and write_offs_minor >= 0
    and cost_of_sales_minor + write_offs_minor <= amount_minor)
);

create function refuse_change_of_batch_cost() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.batch_id, new.currency, new.recorded_on)
    is not distinct from (old.batch_id, old.currency, old.recorded_on) then return new; end if;
  raise exception 'the cost of a batch keeps its batch, currency and day: % refused', tg_op
    using errcode = 'restrict_violation';
end $$;
create trigger batch_costs_only_move_on before update on batch_costs
  for each row execute function refuse_change_of_batch_cost();
create trigger batch_costs_stay before delete or truncate on batch_costs
  for each statement execute function refuse_change_of_batch_cost();

-- How far the task that posts costs has read the postings of kilograms, as `tax_progress` has those of money.
create table cost_progress (
  only_one boolean primary key default true constraint cost_progress_one_row check (only_one),
  taken_through bigint not null default 0,
  mark_id bigint,
  mark_xid xid8,
  constraint cost_progress_mark_is_whole check ((mark_id is null) = (mark_xid is null))
);
insert into cost_progress default values;
