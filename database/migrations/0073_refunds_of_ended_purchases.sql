-- The charge of a purchase that ended without completing goes back by a reversal, as that of a completed
-- one does: its refund may fail, be tried again or be paid in another way, and a bank may dispute it.
alter table purchases drop constraint purchases_reversal_of_completed;

-- The moves are those of the table in features/purchases/state.ts; a test compares the two.
create or replace function refuse_change_of_ended_purchase() returns trigger language plpgsql as $$
begin
  if (new.state <> old.state or new.card_state <> old.card_state)
    and (old.state || ' ' || old.card_state || ' > ' || new.state || ' ' || new.card_state) not in (
      'HELD AUTHORISING > READY AUTHORISED',
      'HELD AUTHORISING > READY ACTION',
      'HELD AUTHORISING > FAILED VOIDING',
      'HELD AUTHORISING > EXPIRED VOIDING',
      'READY NONE > COMPLETED NONE',
      'READY NONE > EXPIRED NONE',
      'READY ACTION > READY AUTHORISED',
      'READY ACTION > FAILED VOIDED',
      'READY ACTION > EXPIRED VOIDING',
      'READY AUTHORISED > COMPLETING CAPTURING',
      'READY AUTHORISED > EXPIRED VOIDING',
      'COMPLETING CAPTURING > COMPLETED CAPTURED',
      'COMPLETING CAPTURING > FAILED VOIDED',
      'COMPLETING CAPTURING > FAILED REFUNDING',
      'FAILED VOIDING > FAILED VOIDED',
      'FAILED VOIDING > FAILED REFUNDING',
      'FAILED REFUNDING > FAILED REFUNDED',
      'FAILED REFUNDED > FAILED REFUNDING',
      'EXPIRED VOIDING > EXPIRED VOIDED',
      'EXPIRED VOIDING > EXPIRED REFUNDING',
      'EXPIRED REFUNDING > EXPIRED REFUNDED',
      'EXPIRED REFUNDED > EXPIRED REFUNDING') then
    raise exception 'purchase % does not go from % % to % %', old.tx_id, old.state, old.card_state,
      new.state, new.card_state using errcode = 'restrict_violation';
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

-- What is on its way back is asked for again under its key; what went back is watched like any refund.
-- A refund that has failed since is found by the first reading.
insert into purchase_reversals (purchase_id, refunded_minor, due_minor, stage_since, check_at, watch_until)
select id, case card_state when 'REFUNDED' then card_minor else 0 end,
  case card_state when 'REFUNDED' then 0 else card_minor end,
  coalesce(card_checked_at, created_at),
  case when card_payment_id is not null then now() end,
  coalesce(card_checked_at, created_at) + interval '60 days'
from purchases where state in ('FAILED', 'EXPIRED') and card_state in ('REFUNDING', 'REFUNDED')
on conflict (purchase_id) do nothing;
update purchases set reversal = case card_state when 'REFUNDED' then 'refunded' else 'refunding' end
where state in ('FAILED', 'EXPIRED') and card_state in ('REFUNDING', 'REFUNDED');

-- A card is REFUNDING while its buyer is owed money.
alter table purchases add constraint purchases_reversal_of_charged check (case
  when state = 'COMPLETED' then true
  when card_state = 'REFUNDING' then reversal in ('refunding', 'refund_failed', 'reinstated')
  when card_state = 'REFUNDED' then reversal = 'refunded'
  else reversal = 'none' end and (state = 'COMPLETED' or not keeps_kilograms));

-- Refunds are found by their reversals (purchases_to_give_back).
drop index purchases_to_settle;
create index purchases_to_settle on purchases (card_checked_at)
  where card_state in ('AUTHORISING', 'CAPTURING', 'VOIDING') or state = 'COMPLETING';
