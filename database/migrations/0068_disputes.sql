-- Disputes and early fraud warnings of card payments as the provider reports them, and the provider's own
-- ids. Rows stay for good. What a dispute costs is in card_disputes, which posts money.
create table disputes (
  id text primary key,
  purchase_id uuid not null references purchases (id),
  status text not null constraint disputes_status_length check (char_length(status) between 1 and 100),
  outcome text not null constraint disputes_outcome_known
    check (outcome in ('open', 'won', 'lost', 'closed')),
  reason text constraint disputes_reason_length check (char_length(reason) between 1 and 200),
  amount_minor bigint not null constraint disputes_amount_floor check (amount_minor >= 0),
  currency character(3) not null,
  opened_at timestamptz not null,
  due_at timestamptz,
  closed_at timestamptz,
  -- When the provider was asked: an answer of before changes nothing.
  read_at timestamptz not null,
  constraint disputes_closed_at_their_end check ((outcome = 'open') = (closed_at is null))
);
create index disputes_of_purchase on disputes (purchase_id);
create index disputes_open on disputes (due_at) where outcome = 'open';

insert into disputes (id, purchase_id, status, outcome, amount_minor, currency, opened_at,
  closed_at, read_at)
select d.id, d.purchase_id, d.outcome, d.outcome, d.amount_minor, p.currency, d.created_at,
  case when d.outcome <> 'open' then coalesce(d.ended_at, d.created_at) end, d.created_at
from card_disputes d join purchases p on p.id = d.purchase_id;

create table fraud_warnings (
  id text primary key,
  purchase_id uuid not null references purchases (id),
  kind text not null constraint fraud_warnings_kind_length check (char_length(kind) between 1 and 200),
  warned_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index fraud_warnings_of_purchase on fraud_warnings (purchase_id);
create index fraud_warnings_newest on fraud_warnings (warned_at);

-- Payments are in purchases.card_payment_id, disputes and warnings in the tables above.
create table card_references (
  id text primary key,
  kind text not null constraint card_references_kind_known check (kind in ('charge', 'refund')),
  purchase_id uuid not null references purchases (id),
  created_at timestamptz not null default now()
);
create index card_references_of_purchase on card_references (purchase_id);
