-- Customers, each with one kept card: a token that its customer may use again.
create table sandbox_cards.customers (
  id text primary key,
  step_key text not null constraint customers_step_is_one_customer unique,
  deleted_at timestamptz
);
alter table sandbox_cards.tokens
  add column customer_id text references sandbox_cards.customers (id),
  add column fingerprint text,
  add column brand text,
  add column last_four text,
  add column exp_month integer,
  add column exp_year integer;
create unique index tokens_one_per_customer on sandbox_cards.tokens (customer_id);
alter table sandbox_cards.faults drop constraint faults_step_known;
alter table sandbox_cards.faults add constraint faults_step_known
  check (step in ('authorise', 'capture', 'void', 'refund', 'find', 'returned', 'events',
    'customer', 'kept', 'forget'));
