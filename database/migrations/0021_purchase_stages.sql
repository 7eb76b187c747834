-- A purchase and its card move together, one way only. The moves are those of the table in
-- features/purchases/state.ts; a test compares the two, pair by pair. Before this, only the state was
-- guarded: a card that was refunded could have been set back by hand.
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
      'EXPIRED VOIDING > EXPIRED VOIDED',
      'EXPIRED VOIDING > EXPIRED REFUNDING',
      'EXPIRED REFUNDING > EXPIRED REFUNDED') then
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
