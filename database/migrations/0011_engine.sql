-- What keeps purchases whole when something outside fails: refunds of what can no longer complete,
-- states that move one way only, messages that stop, and sandboxes that can be told to fail.

-- How often completing failed for a reason of our own (features/purchases/finish-capture.ts).
alter table purchases add completion_failures smallint not null default 0;
-- Declined cards of a buyer within the hour; a purchase that is not declined writes nothing to it.
create index purchases_declined on purchases (buyer_id, id) where failure_code = 'card_declined';

-- States move one way only, and what ended keeps its figures: no statement, ours or an operator's,
-- may do otherwise. Phone, name and note stay erasable.
create or replace function refuse_change_of_ended_purchase() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state || ' ' || new.state) not in ('HELD READY', 'HELD FAILED',
      'HELD EXPIRED', 'READY COMPLETING', 'READY COMPLETED', 'READY FAILED', 'READY EXPIRED',
      'COMPLETING COMPLETED', 'COMPLETING FAILED') then
    raise exception 'purchase % does not go from % to %', old.tx_id, old.state, new.state
      using errcode = 'restrict_violation';
  end if;
  if old.state in ('COMPLETED', 'FAILED', 'EXPIRED') and (new.id, new.tx_id, new.buyer_id,
      new.batch_id, new.quantity_kg, new.price_micros, new.total_minor, new.wallet_minor,
      new.card_minor, new.currency, new.first_place, new.completed_at) is distinct from
      (old.id, old.tx_id, old.buyer_id, old.batch_id, old.quantity_kg, old.price_micros,
      old.total_minor, old.wallet_minor, old.card_minor, old.currency, old.first_place,
      old.completed_at) then
    raise exception 'purchase % ended as %', old.tx_id, old.state
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
drop trigger purchases_end_is_final on purchases;
create trigger purchases_end_is_final before update on purchases
  for each row execute function refuse_change_of_ended_purchase();

create function refuse_removal_of_purchase() returns trigger language plpgsql as $$
begin
  raise exception 'purchases are never removed: % refused', tg_op
    using errcode = 'restrict_violation';
end $$;
create trigger purchases_stay before delete or truncate on purchases
  for each statement execute function refuse_removal_of_purchase();

-- A message that a limit or its receiver stopped is withheld; counted_at says that it has used its
-- place in the limits of its receiver.
alter table outbox drop constraint outbox_state_known;
alter table outbox add constraint outbox_state_known
  check (state in ('queued', 'sent', 'dead', 'withheld'));
alter table outbox add counted_at timestamptz;
create index outbox_dead on outbox (id) where state = 'dead';

-- Numbers that the SMS provider reports as stopped (STOP): nothing but codes is sent to them.
create table stopped_numbers (
  phone text primary key,
  stopped_at timestamptz not null default now()
);

-- Faults that a test tells a sandbox to have: the next `calls_left` calls of a step. Rows, so that
-- every process, and one that was killed, sees the same.
create table sandbox_cards.faults (
  id bigint generated always as identity primary key,
  step text not null constraint faults_step_known
    check (step in ('authorise', 'capture', 'void', 'refund', 'find')),
  fault text not null constraint faults_fault_known
    check (fault in ('slow', 'error', 'hang', 'unknown', 'late', 'duplicate')),
  calls_left integer not null default 1 constraint faults_calls_floor check (calls_left >= 0),
  wait_ms integer not null default 0
);
create table sandbox_sms.faults (
  id bigint generated always as identity primary key,
  step text not null default 'send' constraint faults_step_known check (step = 'send'),
  fault text not null constraint faults_fault_known
    check (fault in ('slow', 'error', 'hang', 'unknown', 'late', 'duplicate')),
  calls_left integer not null default 1 constraint faults_calls_floor check (calls_left >= 0),
  wait_ms integer not null default 0
);
-- Phones that answered STOP, as the provider keeps them.
create table sandbox_sms.stopped (
  phone text primary key,
  stopped_at timestamptz not null default now()
);
-- What the provider did, in order; a repeat of a message that it knows is told as one.
create table sandbox_sms.log (
  id bigint generated always as identity primary key,
  key text not null,
  recipient text not null,
  event text not null constraint log_event_known check (event in ('sent', 'repeated', 'refused')),
  at timestamptz not null default now()
);
