-- People may have everything about them erased. Their ids stay, and lead to nobody.
alter table passports add column erased_at timestamptz;

-- `filed_at`: since when the id stands in ERASURES_FILE too, which a restored backup is held against.
create table erasures (
  passport_id uuid primary key references passports (id),
  erased_at timestamptz not null default now(),
  filed_at timestamptz
);
create index erasures_to_file on erasures (erased_at) where filed_at is null;

-- What the SMS provider is still to forget; the only place that knows an erased number, until it has.
create table sms_to_forget (
  id bigint generated always as identity primary key,
  phone text not null,
  provider_ids text[] not null,
  attempts smallint not null default 0,
  due_at timestamptz not null default now()
);
create index sms_to_forget_by_time on sms_to_forget (due_at);

-- What wallets still held goes back to its programme.
create table wallet_lapses (
  id uuid primary key default uuidv7(),
  passport_id uuid not null references passports (id),
  programme_id text not null references programmes (id),
  currency char(3) not null,
  amount_minor bigint not null constraint wallet_lapses_positive check (amount_minor > 0),
  lapsed_at timestamptz not null default now()
);

-- What a number got that comes once in 12 months: kept when its passport leaves the number.
create table number_perks (
  number_hash text not null,
  perk text not null,
  given_at timestamptz not null,
  primary key (number_hash, perk)
);
create index number_perks_by_time on number_perks (given_at);

-- What a passport therefore does not get yet, because its number had it under another passport.
create table withheld_perks (
  passport_id uuid not null references passports (id),
  perk text not null,
  until timestamptz not null,
  primary key (passport_id, perk)
);

-- A number that somebody else has now: its passport was not used for long, and waits for the operator.
alter table passports add column signed_in_at timestamptz not null default now();
create table parked_passports (
  passport_id uuid primary key references passports (id),
  phone text not null,
  parked_at timestamptz not null default now()
);
