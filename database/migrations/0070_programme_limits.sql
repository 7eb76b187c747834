-- Programmes give what was paid in for them or what a line allows, within limits over 24 hours.

alter table programmes
  -- Of its limits.
  add column currency char(3) not null default 'GBP',
  -- Null means no limit: only the product's own programmes (values/own-programmes.ts) have none.
  add column person_limit_minor bigint default 5000
    constraint programmes_person_limit_positive check (person_limit_minor >= 0),
  add column day_limit_minor bigint default 100000
    constraint programmes_day_limit_positive check (day_limit_minor >= 0),
  -- The sum of what counted after window_from, so that a credit reads only what left the window.
  add column window_from timestamptz not null default 'epoch',
  add column window_minor bigint not null default 0,
  add column closed_at timestamptz;
update programmes set person_limit_minor = null, day_limit_minor = null where id = 'welcome';

-- What a credit counts against the limits, in the programme's currency; null where none applied.
alter table wallet_credits add column counted_minor bigint
  constraint wallet_credits_counted_positive check (counted_minor > 0);
create index wallet_credits_counted on wallet_credits (programme_id, created_at)
  where counted_minor is not null;
create index wallet_credits_counted_of_person
  on wallet_credits (programme_id, passport_id, created_at) where counted_minor is not null;

-- What the programme could give after it was last funded or its line was set.
alter table programme_balances add column full_minor bigint not null default 0;
update programme_balances set full_minor = -floor_minor where programme_id = 'welcome';

-- Money that a partner paid in, and below zero what was returned to it.
create table programme_payments (
  id uuid primary key default uuidv7(),
  programme_id text not null references programmes (id),
  currency char(3) not null,
  amount_minor bigint not null constraint programme_payments_move check (amount_minor <> 0),
  created_at timestamptz not null default now()
);
create index programme_payments_of_programme on programme_payments (programme_id, id desc);

create function refuse_change_of_programme_payment() returns trigger language plpgsql as $$
begin
  raise exception 'payments of programmes are insert-only: % refused', tg_op
    using errcode = 'restrict_violation';
end $$;
create trigger programme_payments_insert_only
  before update or delete or truncate on programme_payments
  for each statement execute function refuse_change_of_programme_payment();

-- The line of every programme but the welcome's becomes what it has used. INFO reaches the operator.
do $$
declare
  changed record;
begin
  for changed in
    with lines as (
      update programme_balances set floor_minor = least(balance_minor, 0)
      where programme_id <> 'welcome' returning programme_id, currency, floor_minor)
    select programme_id, string_agg(
      to_char(-floor_minor / 100.0, 'FM999999999990.00') || ' ' || currency, ', '
      order by currency) as used
    from lines group by programme_id order by programme_id
  loop
    raise info 'The line of the programme % is what it has used now: %.',
      changed.programme_id, changed.used;
  end loop;
  for changed in
    update partner_terminals set retires_at = now()
    where programme_id in ('goodwill', 'refunds', 'rewards', 'welcome')
      and (retires_at is null or retires_at > now())
    returning id, programme_id
  loop
    raise info 'The terminal % of % is revoked: the product keeps that name for itself.',
      changed.id, changed.programme_id;
  end loop;
end $$;
