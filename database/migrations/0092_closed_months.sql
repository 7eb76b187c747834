-- Months of the books that are closed. No later posting has a value date in one.

-- The day on which money moved, of a posting that came after the close of its month. Its value date is then the first
-- day after the closed months.
alter table money_postings add column late_from date;

-- The last closed day. A posting with a value date locks the row for its transaction, and a close locks it against
-- such postings: they are either in the sums of the close, or see it.
create table ledger_close (
  only_one boolean primary key default true constraint ledger_close_one_row check (only_one),
  closed_through date constraint ledger_close_whole_months
    check (closed_through is null or extract(day from closed_through + 1) = 1)
);
insert into ledger_close default values;

create function refuse_reopening_of_month() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or new.closed_through is null or new.closed_through < old.closed_through then
    raise exception 'a closed month stays closed: % refused', tg_op using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_close_only_moves_on before update on ledger_close
  for each row execute function refuse_reopening_of_month();
create trigger ledger_close_stays before delete or truncate on ledger_close
  for each statement execute function refuse_reopening_of_month();

create table closed_months (
  -- The first day of the month.
  month date constraint closed_months_pkey primary key
    constraint closed_months_first_day check (extract(day from month) = 1),
  closed_at timestamptz not null default now(),
  closed_by text not null,
  -- The number of postings of money with a value date in the month.
  postings bigint not null
);

-- What each kind of account had at the close: its movements in the month, and its balance at the end of the month.
create table closed_sums (
  month date not null constraint closed_sums_month_fkey references closed_months (month),
  currency character(3) not null,
  account text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  balance_minor bigint not null,
  constraint closed_sums_pkey primary key (month, currency, account)
);

create function refuse_change_of_closed_month() returns trigger language plpgsql as $$
begin
  raise exception 'closed months are insert-only: % refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger closed_months_insert_only before update or delete or truncate on closed_months
  for each statement execute function refuse_change_of_closed_month();
create trigger closed_sums_insert_only before update or delete or truncate on closed_sums
  for each statement execute function refuse_change_of_closed_month();

-- A posting without a value date counts on the day of its booking, which is in an open month: a month is closed two
-- days after its end at the earliest. So the function runs only for a given value date, and for a time of booking that
-- is more than a day ago.
create function refuse_posting_in_closed_month() returns trigger language plpgsql as $$
declare
  value_day date := coalesce(
    (to_jsonb(new) ->> 'value_date')::date, (new.created_at at time zone 'UTC')::date);
  last_closed date;
begin
  select closed_through into last_closed from ledger_close for share;
  if value_day <= last_closed then
    raise exception 'the books are closed through %: a posting of % is refused', last_closed, value_day
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger money_postings_in_open_month before insert on money_postings for each row
  when (new.value_date is not null or new.created_at < clock_timestamp() - interval '1 day')
  execute function refuse_posting_in_closed_month();
create trigger kg_postings_in_open_month before insert on kg_postings for each row
  when (new.created_at < clock_timestamp() - interval '1 day')
  execute function refuse_posting_in_closed_month();
