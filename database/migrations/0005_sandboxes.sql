-- The sandboxes' own state: what a real provider would keep on its side. They reach it over their
-- own connections only, and nothing of ours refers to it.

create schema sandbox_sms;
create table sandbox_sms.messages (
  id bigint generated always as identity primary key,
  key text not null constraint messages_key_is_one_message unique,
  recipient text not null,
  body text not null,
  template text not null,
  created_at timestamptz not null default now()
);
create index messages_to on sandbox_sms.messages (recipient, id desc);

create schema sandbox_cards;
create table sandbox_cards.tokens (
  id text primary key,
  behaviour text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create table sandbox_cards.payments (
  id text primary key,
  step_key text not null constraint payments_step_is_one_payment unique,
  amount_minor bigint not null constraint payments_amount_positive check (amount_minor > 0),
  currency text not null,
  status text not null,
  created_at timestamptz not null default now()
);
create table sandbox_cards.log (
  id bigint generated always as identity primary key,
  step_key text not null,
  payment_id text not null,
  event text not null,
  at timestamptz not null default now()
);
