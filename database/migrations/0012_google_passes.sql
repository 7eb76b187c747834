-- Passes in Google Wallet. Google keeps them and is told of each change; the queue's three columns are
-- those of wallet_pass_devices.

create table google_passes (
  -- The part of Google's object id that is ours to choose; it stays when SECRET_KEY changes.
  id text primary key constraint google_passes_id_shape check (id ~ '^[A-Za-z0-9_-]{20,60}$'),
  passport_id uuid not null constraint google_passes_one_per_passport unique
    references wallet_passes (passport_id),
  -- When the newest link to save it was handed out.
  linked_at timestamptz not null default now(),
  push_due_at timestamptz,
  news integer not null default 0,
  attempts smallint not null default 0
) with (fillfactor = 70);
create index google_passes_due on google_passes (push_due_at) where push_due_at is not null;

-- The stand-in for Google Wallet: its objects, what it was sent and what it answered.
create schema sandbox_google_wallet;
create table sandbox_google_wallet.objects (
  id text primary key,
  content jsonb not null
);
create table sandbox_google_wallet.log (
  id bigint generated always as identity primary key,
  object_id text not null,
  content jsonb not null,
  answer text not null,
  at timestamptz not null default now()
);
create table sandbox_google_wallet.faults (
  id bigint generated always as identity primary key,
  step text not null default 'patch' constraint faults_step_known check (step = 'patch'),
  fault text not null constraint faults_fault_known
    check (fault in ('slow', 'error', 'hang', 'unknown', 'late', 'duplicate')),
  calls_left integer not null default 1 constraint faults_calls_floor check (calls_left >= 0),
  wait_ms integer not null default 0
);
