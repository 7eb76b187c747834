-- A purchase from the hold to its end, its card steps, and the messages that follow from it.

create table purchases (
  id uuid primary key default uuidv7(),
  tx_id text not null constraint purchases_tx_id_is_one_purchase unique,
  buyer_id uuid not null references passports (id),
  batch_id uuid not null references batches (id),
  project_id uuid not null references projects (id),
  quantity_kg integer not null
    constraint purchases_quantity_range check (quantity_kg between 1 and 10000),
  is_gift boolean not null default false,
  is_reward boolean not null default false,
  recipient_id uuid references passports (id),
  recipient_phone text,
  recipient_name text,
  note text constraint purchases_note_length check (char_length(note) <= 255),
  price_micros bigint not null,
  batch_currency char(3) not null,
  currency char(3) not null,
  rate numeric not null,
  total_minor bigint not null constraint purchases_total_floor check (total_minor >= 0),
  wallet_minor bigint not null constraint purchases_wallet_floor check (wallet_minor >= 0),
  card_minor bigint not null constraint purchases_card_floor check (card_minor >= 0),
  state text not null constraint purchases_state_known
    check (state in ('HELD', 'READY', 'COMPLETING', 'COMPLETED', 'FAILED', 'EXPIRED')),
  card_state text not null default 'NONE' constraint purchases_card_state_known
    check (card_state in ('NONE', 'AUTHORISING', 'ACTION', 'AUTHORISED', 'CAPTURING', 'CAPTURED',
      'VOIDING', 'VOIDED', 'REFUNDING', 'REFUNDED')),
  card_payment_id text,
  card_checked_at timestamptz,
  failure_code text,
  first_place bigint,
  holder_id uuid references passports (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  completed_at timestamptz,
  received_at timestamptz,
  constraint purchases_parts_add_up check (wallet_minor + card_minor = total_minor),
  constraint purchases_card_part_has_card check ((card_minor = 0) = (card_state = 'NONE')),
  constraint purchases_places_when_completed
    check ((state = 'COMPLETED') = (first_place is not null and completed_at is not null))
) with (fillfactor = 70);
create index purchases_of_buyer on purchases (buyer_id, id desc);
create index purchases_of_holder on purchases (holder_id, id desc) where holder_id is not null;
create index purchases_waiting_for_phone on purchases (recipient_phone)
  where is_gift and holder_id is null;
create index purchases_open on purchases (buyer_id) where state in ('HELD', 'READY', 'COMPLETING');
create index purchases_to_expire on purchases (expires_at) where state in ('HELD', 'READY');
create index purchases_to_settle on purchases (card_checked_at)
  where card_state in ('AUTHORISING', 'CAPTURING', 'VOIDING', 'REFUNDING') or state = 'COMPLETING';

-- The end of a purchase is final: no statement, ours or an operator's, may leave it.
create function refuse_change_of_ended_purchase() returns trigger language plpgsql as $$
begin
  if old.state in ('COMPLETED', 'FAILED', 'EXPIRED') and new.state <> old.state then
    raise exception 'purchase % ended as %', old.tx_id, old.state
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger purchases_end_is_final before update of state on purchases
  for each row execute function refuse_change_of_ended_purchase();

create table purchase_wallet_parts (
  purchase_id uuid not null references purchases (id),
  passport_id uuid not null,
  programme_id text not null,
  wallet_currency char(3) not null,
  wallet_minor bigint not null constraint purchase_wallet_parts_positive check (wallet_minor > 0),
  paid_minor bigint not null constraint purchase_wallet_parts_paid check (paid_minor >= 0),
  rounding_minor bigint not null default 0
    constraint purchase_wallet_parts_rounding check (rounding_minor in (0, 1)),
  primary key (purchase_id, programme_id, wallet_currency)
);

-- Messages to send. A row names what it is about; the text is made when it is sent, so that no
-- code and no note stands here.
create table outbox (
  id bigint generated always as identity primary key,
  template text not null,
  subject text not null,
  recipient text not null,
  state text not null default 'queued'
    constraint outbox_state_known check (state in ('queued', 'sent', 'dead')),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  drop_after timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  asked_at timestamptz,
  provider_id text,
  last_error text,
  constraint outbox_message_once unique (template, subject, recipient)
);
create index outbox_due on outbox (due_at) where state = 'queued';
