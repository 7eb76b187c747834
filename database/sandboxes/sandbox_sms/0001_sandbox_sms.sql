-- Databases of versions before this file have some of it already.
create table if not exists sandbox_sms.messages (
  id bigint generated always as identity primary key,
  key text not null constraint messages_key_is_one_message unique,
  recipient text not null,
  body text not null,
  template text not null,
  created_at timestamptz not null default now()
);
create index if not exists messages_to on sandbox_sms.messages (recipient, id desc);

-- Phones that answered STOP.
create table if not exists sandbox_sms.stopped (
  phone text primary key,
  stopped_at timestamptz not null default now()
);

-- The steps, in order. A repeated message is marked as one.
create table if not exists sandbox_sms.log (
  id bigint generated always as identity primary key,
  key text not null,
  recipient text not null,
  event text not null constraint log_event_known
    check (event in ('sent', 'repeated', 'refused')),
  at timestamptz not null default now()
);

-- Faults of the next `calls_left` calls of a step. As rows, every process sees the same, also after a kill.
create table if not exists sandbox_sms.faults (
  id bigint generated always as identity primary key,
  step text not null default 'send' constraint faults_step_known
    check (step in ('send')),
  fault text not null constraint faults_fault_known
    check (fault in ('slow', 'error', 'hang', 'unknown', 'late', 'duplicate')),
  calls_left integer not null default 1 constraint faults_calls_floor check (calls_left >= 0),
  wait_ms integer not null default 0
);

-- Answers from phones, in order.
create table if not exists sandbox_sms.answers (
  id bigint generated always as identity primary key,
  phone text not null,
  kind text not null constraint answers_kind_known check (kind in ('stopped', 'started')),
  at timestamptz not null default now()
);
