-- Cards that the card provider keeps for a user (features/purchases/saved-cards). The number never arrives
-- here. A row begins with the purchase that saves the card, and has its id.
create table saved_cards (
  id uuid primary key references purchases (id),
  passport_id uuid references passports (id),
  state text not null constraint saved_cards_state_known check (state in ('saving', 'kept', 'removing')),
  customer_id text,
  method_id text,
  fingerprint text,
  brand text,
  last_four text,
  exp_month smallint,
  exp_year smallint,
  created_at timestamptz not null default now(),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  constraint saved_cards_kept_is_whole check (state <> 'kept'
    or num_nulls(passport_id, customer_id, method_id, fingerprint, brand, last_four, exp_month, exp_year) = 0),
  constraint saved_cards_removed_is_empty check (state <> 'removing'
    or num_nonnulls(passport_id, method_id, fingerprint, brand, last_four, exp_month, exp_year) = 0)
);
create unique index saved_cards_once on saved_cards (passport_id, fingerprint) where state = 'kept';
create index saved_cards_of_passport on saved_cards (passport_id);
create index saved_cards_due on saved_cards (due_at) where state <> 'kept';
comment on column saved_cards.customer_id is 'the provider''s customer, which keeps this card only';
comment on column saved_cards.due_at is 'when the provider is asked next, while the card is not kept';

-- The sessions that may use a card: the one that saved it, and those that confirmed with a fresh code. The id of
-- an ended session stays, and no other session gets it.
create table saved_card_sessions (
  card_id uuid not null references saved_cards (id) on delete cascade,
  session_id uuid not null,
  primary key (card_id, session_id)
);

-- The purchases that a saved card pays.
create table saved_card_payments (
  purchase_id uuid primary key references purchases (id),
  card_id uuid not null references saved_cards (id) on delete cascade,
  off_session boolean not null
);
create index saved_card_payments_of_card on saved_card_payments (card_id);
