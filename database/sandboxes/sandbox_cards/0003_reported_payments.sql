-- The report about a payment once it is captured: a dispute by its bank, or an early fraud warning by its network.
alter table sandbox_cards.payments
  add column reported text constraint payments_reported_known check (reported in ('dispute', 'warning'));
create table sandbox_cards.fraud_warnings (
  id text primary key,
  payment_id text not null,
  at timestamptz not null default now()
);
create index fraud_warnings_of_payment on sandbox_cards.fraud_warnings (payment_id);
