-- Two ledgers, money and kilograms. A posting moves an amount from one account to another, so
-- every posting balances by its shape; rows are never changed or removed: a mistake is a new,
-- opposite posting. Only accounts with a floor keep a balance row. docs/ledger.md tells the flows.

create table money_postings (
  id bigint generated always as identity primary key,
  purchase_id uuid,
  currency char(3) not null,
  source text not null,
  destination text not null,
  amount_minor bigint not null constraint money_postings_amount_positive check (amount_minor > 0),
  created_at timestamptz not null default now(),
  constraint money_postings_moves check (source <> destination)
);
create index money_postings_of_purchase on money_postings (purchase_id);

create table kg_postings (
  id bigint generated always as identity primary key,
  purchase_id uuid,
  batch_id uuid not null,
  source text not null,
  destination text not null,
  quantity_kg bigint not null constraint kg_postings_quantity_positive check (quantity_kg > 0),
  created_at timestamptz not null default now(),
  constraint kg_postings_moves check (source <> destination)
);
create index kg_postings_of_purchase on kg_postings (purchase_id);

create function refuse_change_of_posting() returns trigger language plpgsql as $$
begin
  raise exception 'postings are insert-only: % on % refused', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger money_postings_insert_only before update or delete or truncate on money_postings
  for each statement execute function refuse_change_of_posting();
create trigger kg_postings_insert_only before update or delete or truncate on kg_postings
  for each statement execute function refuse_change_of_posting();

-- The stock of a batch: accounts available and held of the kilogram ledger, and how many places
-- of its serial have been given out. Narrow, so that a hot batch is updated in place.
create table batch_stock (
  batch_id uuid primary key references batches (id),
  issued_kg bigint not null,
  available_kg bigint not null constraint batch_stock_available_floor check (available_kg >= 0),
  held_kg bigint not null default 0 constraint batch_stock_held_floor check (held_kg >= 0),
  sold_kg bigint not null default 0 constraint batch_stock_sold_floor check (sold_kg >= 0),
  constraint batch_stock_adds_up check (available_kg + held_kg + sold_kg = issued_kg)
) with (fillfactor = 50);

-- Kilograms sold by batch and ISO week (its Monday, UTC), written under the batch's lock.
create table batch_weeks (
  batch_id uuid not null references batches (id),
  week_start date not null,
  sold_kg bigint not null constraint batch_weeks_positive check (sold_kg > 0),
  primary key (batch_id, week_start)
) with (fillfactor = 50);

create table programmes (
  id text primary key constraint programmes_id_shape check (id ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text not null,
  logo_url text,
  created_at timestamptz not null default now()
);

-- What a programme has left to give; it may fall to its floor (an agreed credit line), not below.
create table programme_balances (
  programme_id text not null references programmes (id),
  currency char(3) not null,
  balance_minor bigint not null default 0,
  floor_minor bigint not null default 0,
  primary key (programme_id, currency),
  constraint programme_balances_floor check (balance_minor >= floor_minor)
) with (fillfactor = 50);

create table wallets (
  passport_id uuid not null references passports (id),
  programme_id text not null references programmes (id),
  currency char(3) not null,
  balance_minor bigint not null default 0
    constraint wallets_balance_floor check (balance_minor >= 0),
  held_minor bigint not null default 0 constraint wallets_held_floor check (held_minor >= 0),
  created_at timestamptz not null default now(),
  primary key (passport_id, programme_id, currency)
) with (fillfactor = 80);

-- What the person reads about money that came in; what went out is read from their purchases.
create table wallet_credits (
  id uuid primary key default uuidv7(),
  passport_id uuid not null references passports (id),
  programme_id text not null references programmes (id),
  currency char(3) not null,
  amount_minor bigint not null constraint wallet_credits_positive check (amount_minor > 0),
  source text not null,
  logo_url text,
  created_at timestamptz not null default now()
);
create index wallet_credits_of_passport on wallet_credits (passport_id, id desc);
