-- Databases of versions before this file have some of it already.
create table if not exists sandbox_cards.tokens (
  id text primary key,
  behaviour text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

create table if not exists sandbox_cards.payments (
  id text primary key,
  step_key text not null constraint payments_step_is_one_payment unique,
  amount_minor bigint not null constraint payments_amount_positive check (amount_minor > 0),
  currency text not null,
  status text not null,
  created_at timestamptz not null default now()
);
alter table sandbox_cards.payments
  add column if not exists refunded_minor bigint not null default 0,
  -- The outcome of refunds that are asked for: at once, or for good.
  add column if not exists refunds_are text not null default 'succeeded'
    constraint payments_refunds_known check (refunds_are in ('succeeded', 'pending', 'failed'));

create table if not exists sandbox_cards.log (
  id bigint generated always as identity primary key,
  step_key text not null,
  payment_id text not null,
  event text not null,
  at timestamptz not null default now()
);

-- Faults of the next `calls_left` calls of a step. As rows, every process sees the same, also after a kill.
create table if not exists sandbox_cards.faults (
  id bigint generated always as identity primary key,
  step text not null default 'authorise' constraint faults_step_known
    check (step in ('authorise', 'capture', 'void', 'refund', 'find', 'returned', 'events')),
  fault text not null constraint faults_fault_known
    check (fault in ('slow', 'error', 'hang', 'unknown', 'late', 'duplicate')),
  calls_left integer not null default 1 constraint faults_calls_floor check (calls_left >= 0),
  wait_ms integer not null default 0
);

create table if not exists sandbox_cards.disputes (
  id text primary key,
  payment_id text not null,
  amount_minor bigint not null,
  outcome text not null constraint disputes_outcome_known
    check (outcome in ('open', 'won', 'lost'))
);

-- Events of payments, which customers may poll.
create table if not exists sandbox_cards.events (
  id bigint generated always as identity primary key,
  payment_id text not null,
  at timestamptz not null default now()
);

create table if not exists sandbox_cards.refunds (
  id text primary key,
  payment_id text not null,
  step_key text constraint refunds_step_is_one_refund unique,
  amount_minor bigint not null constraint refunds_amount_positive check (amount_minor > 0),
  status text not null constraint refunds_status_known
    check (status in ('pending', 'succeeded', 'failed')),
  created_at timestamptz not null default now()
);
