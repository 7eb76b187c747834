-- Databases of versions before this file have some of it already.
create table if not exists sandbox_google_wallet.objects (
  id text primary key,
  content jsonb not null
);

create table if not exists sandbox_google_wallet.log (
  id bigint generated always as identity primary key,
  object_id text not null,
  content jsonb not null,
  answer text not null,
  at timestamptz not null default now()
);

-- Faults of the next `calls_left` calls of a step. As rows, every process sees the same, also after a kill.
create table if not exists sandbox_google_wallet.faults (
  id bigint generated always as identity primary key,
  step text not null default 'patch' constraint faults_step_known
    check (step in ('patch')),
  fault text not null constraint faults_fault_known
    check (fault in ('slow', 'error', 'hang', 'unknown', 'late', 'duplicate')),
  calls_left integer not null default 1 constraint faults_calls_floor check (calls_left >= 0),
  wait_ms integer not null default 0
);
