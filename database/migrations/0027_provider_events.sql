-- What providers tell of their own accord: each event once, and a poll for what did not arrive.

create table provider_events (
  provider text not null,
  id text not null,
  heard_at timestamptz not null default now(),
  primary key (provider, id)
);
create index provider_events_by_age on provider_events (heard_at);

-- Up to when a provider was asked what happened, and when it is asked next.
create table provider_polls (
  provider text primary key,
  polled_to timestamptz not null,
  next_at timestamptz not null
);

-- What became of an SMS at the phone, by the provider's id; a status may be there before its message.
create table sms_outcomes (
  provider_id text primary key,
  outcome text not null constraint sms_outcomes_known check (outcome in ('delivered', 'failed')),
  error_code text,
  heard_at timestamptz not null default now()
);
create index sms_outcomes_by_age on sms_outcomes (heard_at);

-- START undoes STOP, whichever is heard first: a number that started again keeps when.
alter table stopped_numbers add column ended_at timestamptz;
