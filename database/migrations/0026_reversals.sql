-- A completed purchase may be taken back: refunded by the operator or at the card provider, or lost in
-- a dispute. COMPLETED stays final; what is taken back stands beside it, and moves one way only.

alter table purchases
  add column reversal text not null default 'none' constraint purchases_reversal_known
    check (reversal in ('none', 'disputed', 'refunding', 'refunded')),
  add column keeps_kilograms boolean not null default false,
  add constraint purchases_reversal_of_completed check (reversal = 'none' or state = 'COMPLETED'),
  add constraint purchases_reversal_is_paid check (reversal = 'none' or not is_reward),
  add constraint purchases_kilograms_kept_with_money
    check (not keeps_kilograms or reversal in ('refunding', 'refunded'));
create index purchases_to_give_back on purchases (card_checked_at) where reversal = 'refunding';
create index purchases_of_payment on purchases (card_payment_id) where card_payment_id is not null;

-- The moves are those of the table in features/purchases/reversal-state.ts; a test compares the two,
-- pair by pair.
create function refuse_move_of_reversal() returns trigger language plpgsql as $$
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
      'refunding kept > refunded kept',
      'refunding kept > refunding',
      'refunding kept > refunded',
      'refunded kept > refunded') then
    raise exception 'the reversal of purchase % does not go from % to %', old.tx_id, old.reversal,
      new.reversal using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger purchases_reversal_moves_on before update of reversal, keeps_kilograms on purchases
  for each row when (old.reversal <> new.reversal or old.keeps_kilograms <> new.keeps_kilograms)
  execute function refuse_move_of_reversal();

-- What of a purchase's money went back, and what has still to; amounts in its own currency.
create table purchase_reversals (
  purchase_id uuid primary key references purchases (id),
  refunded_minor bigint not null default 0
    constraint purchase_reversals_refunded_floor check (refunded_minor >= 0),
  lost_minor bigint not null default 0
    constraint purchase_reversals_lost_floor check (lost_minor >= 0),
  due_minor bigint not null default 0
    constraint purchase_reversals_due_floor check (due_minor >= 0),
  wallet_returned_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Disputes as the card provider names them; an outcome stays.
create table card_disputes (
  id text primary key,
  purchase_id uuid not null references purchases (id),
  amount_minor bigint not null constraint card_disputes_amount_positive check (amount_minor > 0),
  outcome text not null constraint card_disputes_outcome_known
    check (outcome in ('open', 'won', 'lost')),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index card_disputes_of_purchase on card_disputes (purchase_id);

alter table rewards add column lapsed_at timestamptz,
  add constraint rewards_lapsed_are_not_redeemed check (lapsed_at is null or redeemed_at is null);

-- Who changed what at the operator's command line. `about` holds ids, never a person's number.
create table audit_trail (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  by_name text not null constraint audit_trail_by_length check (char_length(by_name) between 1 and 120),
  command text not null,
  about text[] not null default '{}',
  reason text constraint audit_trail_reason_length check (char_length(reason) between 1 and 1000)
);
create function refuse_change_of_audit_trail() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is insert-only: % refused', tg_op
    using errcode = 'restrict_violation';
end $$;
create trigger audit_trail_insert_only before update or delete or truncate on audit_trail
  for each statement execute function refuse_change_of_audit_trail();
