-- A refund may fail at the provider, at once or weeks later, and a bank may give back what a dispute took.
-- Then the buyer is owed the money again, and the operator pays it in another way or tries again.
alter table purchases
  drop constraint purchases_reversal_known,
  add constraint purchases_reversal_known check (reversal in
    ('none', 'disputed', 'refunding', 'refunded', 'refund_failed', 'reinstated')),
  drop constraint purchases_kilograms_kept_with_money,
  add constraint purchases_kilograms_kept_with_money
    check (not keeps_kilograms or reversal in ('refunding', 'refunded', 'refund_failed'));
create index purchases_owed_again on purchases (id) where reversal in ('refund_failed', 'reinstated');

-- The moves are those of the table in features/purchases/reversal-state.ts; a test compares the two.
create or replace function refuse_move_of_reversal() returns trigger language plpgsql as $$
begin
  if (old.reversal || case when old.keeps_kilograms then ' kept' else '' end || ' > ' ||
      new.reversal || case when new.keeps_kilograms then ' kept' else '' end) not in (
      'none > disputed',
      'none > refunding',
      'none > refunded',
      'none > refunding kept',
      'none > refunded kept',
      'disputed > none',
      'disputed > refunding',
      'disputed > refunded',
      'refunding > refunded',
      'refunding > refund_failed',
      'refunding > reinstated',
      'refunded > refund_failed',
      'refunded > reinstated',
      'refund_failed > refunding',
      'refund_failed > refunded',
      'reinstated > refunding',
      'reinstated > refunded',
      'reinstated > refund_failed',
      'refunding kept > refunded kept',
      'refunding kept > refund_failed kept',
      'refunding kept > refunding',
      'refunding kept > refunded',
      'refunding kept > refund_failed',
      'refunded kept > refund_failed kept',
      'refunded kept > refunded',
      'refunded kept > refund_failed',
      'refund_failed kept > refunding kept',
      'refund_failed kept > refunded kept',
      'refund_failed kept > refunded',
      'refund_failed kept > refund_failed') then
    raise exception 'the reversal of purchase % does not go from % to %', old.tx_id, old.reversal,
      new.reversal using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

drop trigger purchases_lost_gift_names_nobody on purchases;
create trigger purchases_lost_gift_names_nobody before update on purchases for each row
  when (new.is_gift and new.holder_id is null
    and (new.state in ('FAILED', 'EXPIRED')
      or (new.reversal not in ('none', 'disputed') and not new.keeps_kilograms))
    and (new.recipient_phone is not null or new.recipient_name is not null or new.note is not null))
  execute function forget_receiver_of_lost_gift();

-- Orders what was read of payments: a reading that began before another changes nothing after it.
create sequence card_readings;

alter table purchase_reversals
  -- The refund that is under way, or the next one: in its key at the provider and in its messages.
  add column attempt integer not null default 1
    constraint purchase_reversals_attempt_floor check (attempt >= 1),
  -- What the operator paid in another way after a refund failed.
  add column paid_minor bigint not null default 0
    constraint purchase_reversals_paid_floor check (paid_minor >= 0),
  -- What a bank gave back of a lost dispute and is owed to the buyer, or was.
  add column reinstated_minor bigint not null default 0
    constraint purchase_reversals_reinstated_floor check (reinstated_minor >= 0),
  -- What the provider gave back although it was paid in another way.
  add column overpaid_minor bigint not null default 0
    constraint purchase_reversals_overpaid_floor check (overpaid_minor >= 0),
  add column overpaid_at timestamptz,
  -- Since when its reversal is what it is.
  add column stage_since timestamptz not null default now(),
  -- Of the oldest refund that the provider has not ended.
  add column pending_since timestamptz,
  add column read_number bigint not null default 0,
  -- The payment is read again from then on, while its refund may still fail.
  add column check_at timestamptz,
  add column watch_until timestamptz;
update purchase_reversals set stage_since = updated_at, check_at = now(),
  watch_until = updated_at + interval '60 days';
create index purchase_reversals_to_check on purchase_reversals (check_at) where check_at is not null;
create index purchase_reversals_pending on purchase_reversals (pending_since)
  where pending_since is not null;
create index purchase_reversals_overpaid on purchase_reversals (overpaid_at)
  where overpaid_at is not null;

-- How the operator paid what a refund at the provider did not.
create table refund_payments (
  id uuid primary key default uuidv7(),
  purchase_id uuid not null references purchases (id),
  way text not null constraint refund_payments_way_known check (way in ('wallet', 'elsewhere')),
  amount_minor bigint not null constraint refund_payments_positive check (amount_minor > 0),
  reference text constraint refund_payments_reference_length
    check (char_length(reference) between 1 and 200),
  created_at timestamptz not null default now(),
  constraint refund_payments_reference_elsewhere check ((way = 'elsewhere') = (reference is not null))
);
create index refund_payments_of_purchase on refund_payments (purchase_id);
