-- Partner programmes fund wallets: what signs for them, and money that they took back. And when the
-- exchange rates were last asked for.

-- Whose idempotency keys a programme's calls are, whichever of its terminals signs them.
alter table programmes add column owner_id uuid not null default gen_random_uuid();

-- A partner's signing key belongs to one programme; the key itself is derived, never stored.
create table partner_terminals (
  id text primary key,
  programme_id text not null references programmes (id),
  holder_name text not null
    constraint partner_terminals_holder_length check (char_length(holder_name) between 1 and 120),
  created_at timestamptz not null default now(),
  retires_at timestamptz
);
create index partner_terminals_of_programme on partner_terminals (programme_id);

-- A credit is taken back whole and once.
create table wallet_reversals (
  id uuid primary key default uuidv7(),
  credit_id uuid not null constraint wallet_reversals_once_a_credit unique
    references wallet_credits (id),
  created_at timestamptz not null default now()
);

-- One row: the process that moves it on is the one that asks the provider.
create table exchange_rate_checks (
  is_only_row boolean primary key default true
    constraint exchange_rate_checks_one_row check (is_only_row),
  next_at timestamptz not null default now()
);
insert into exchange_rate_checks default values;
