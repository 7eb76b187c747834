-- People, their codes, sessions and signing terminals. Phone and names are the only personal
-- columns of the product and may be erased; everything else refers to ids.

create table passports (
  id uuid primary key default gen_random_uuid(),
  phone text constraint passports_phone_is_one_person unique
    constraint passports_phone_is_e164 check (phone ~ '^\+[0-9]{10,15}$'),
  first_name text,
  last_name text,
  nickname text constraint passports_nickname_length check (char_length(nickname) between 2 and 24),
  member_number smallint not null default floor(random() * 10000)
    constraint passports_member_number_range check (member_number between 0 and 9999),
  country char(2) not null,
  currency char(3) not null,
  language text not null default 'en'
    constraint passports_language_known check (language in ('en', 'nl', 'fr', 'es', 'it', 'de', 'tr')),
  hide_from_leaderboards boolean not null default false,
  total_kg bigint not null default 0 constraint passports_total_floor check (total_kg >= 0),
  eco_score integer not null default 0 constraint passports_eco_score_floor check (eco_score >= 0),
  eco_league text not null default 'bronze'
    constraint passports_eco_league_known check (eco_league in ('bronze', 'silver', 'gold')),
  offset_league text not null default 'bronze'
    constraint passports_offset_league_known check (offset_league in ('bronze', 'silver', 'gold')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
) with (fillfactor = 80);

-- One row a phone, whether it has a passport or not. No code is stored: it is derived from the
-- challenge and a key that is not in the database.
create table sign_in_attempts (
  phone text primary key,
  challenge uuid not null default gen_random_uuid(),
  challenge_expires_at timestamptz not null,
  tries smallint not null default 0 constraint sign_in_attempts_tries_range check (tries between 0 and 5),
  failures_in_a_row smallint not null default 0,
  blocked_until timestamptz,
  sent_at timestamptz[] not null default '{}',
  resend_step smallint not null default 0,
  resend_at timestamptz not null default now()
) with (fillfactor = 80);

create table sessions (
  id uuid primary key default uuidv7(),
  token_hash bytea not null constraint sessions_token_is_one_session unique,
  passport_id uuid not null references passports (id),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ends_at timestamptz not null
);
create index sessions_of_passport on sessions (passport_id);
create index sessions_by_end on sessions (ends_at);

-- A browser's signing key belongs to one session; the key itself is derived, never stored.
create table terminals (
  id text primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  retires_at timestamptz
);
create index terminals_of_session on terminals (session_id);

create table request_nonces (
  terminal_id text not null,
  nonce text not null,
  expires_at timestamptz not null,
  primary key (terminal_id, nonce)
);
create index request_nonces_by_expiry on request_nonces (expires_at);

-- The first answer of a call that changes value, kept so that a repeat is not a second effect.
create table idempotency_keys (
  owner_id uuid not null,
  route text not null,
  key text not null constraint idempotency_keys_length check (char_length(key) between 1 and 255),
  body_hash bytea not null,
  purchase_id uuid,
  status smallint,
  response jsonb,
  lease_ends_at timestamptz not null default now() + interval '30 seconds',
  created_at timestamptz not null default now(),
  primary key (owner_id, route, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
create index idempotency_keys_of_purchase on idempotency_keys (purchase_id)
  where purchase_id is not null and status is null;
