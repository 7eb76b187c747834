-- Refunds in part: the newest kilograms of a completed purchase go back, and their money.

-- The kilograms that went back in parts. The purchase keeps the others, its first places.
alter table purchases
  add column refunded_kg integer not null default 0,
  add constraint purchases_refunded_kg_leaves_some check (refunded_kg >= 0 and
    (refunded_kg = 0 or state = 'COMPLETED' and refunded_kg < quantity_kg));

alter table purchase_reversals
  -- The card money of all parts. While the purchase is not refunded as a whole, `due_minor` is what is owed of it.
  add column part_minor bigint not null default 0
    constraint purchase_reversals_part_floor check (part_minor >= 0),
  -- The refund of a part failed, and its money is owed to the buyer.
  add column is_part_failed boolean not null default false
    constraint purchase_reversals_failed_part_is_owed check (not is_part_failed or due_minor > 0),
  -- The attempt that a whole refund began with, whose message names the wallet's money.
  add column first_attempt integer not null default 1;

create table refund_parts (
  purchase_id uuid not null,
  part integer not null constraint refund_parts_part_positive check (part > 0),
  kg integer not null constraint refund_parts_kg_positive check (kg > 0),
  card_minor bigint not null constraint refund_parts_card_floor check (card_minor >= 0),
  -- The purchase's last posting of money before the part, 0 if there is none, and its last posting after it.
  previous_posting_id bigint not null,
  posting_id bigint not null
    constraint refund_parts_posting_follows check (posting_id >= previous_posting_id),
  created_at timestamptz not null default now(),
  constraint refund_parts_pkey primary key (purchase_id, part),
  constraint refund_parts_purchase_id_fkey foreign key (purchase_id) references purchases (id)
);
create index refund_parts_by_posting on refund_parts (posting_id);

-- What of each wallet's payment went back with a part.
create table refund_part_wallets (
  purchase_id uuid not null,
  part integer not null,
  programme_id text not null,
  wallet_currency character(3) not null,
  wallet_minor bigint not null constraint refund_part_wallets_wallet_floor check (wallet_minor >= 0),
  paid_minor bigint not null constraint refund_part_wallets_paid_floor check (paid_minor >= 0),
  rounding_minor bigint not null constraint refund_part_wallets_rounding check (rounding_minor in (0, 1)),
  constraint refund_part_wallets_pkey primary key (purchase_id, part, programme_id, wallet_currency),
  constraint refund_part_wallets_part_fkey foreign key (purchase_id, part)
    references refund_parts (purchase_id, part)
);

create function refuse_change_of_refund_part() returns trigger language plpgsql as $$
begin
  raise exception 'refunds in part are insert-only: % on % refused', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger refund_parts_insert_only before update or delete or truncate on refund_parts
  for each statement execute function refuse_change_of_refund_part();
create trigger refund_part_wallets_insert_only before update or delete or truncate on refund_part_wallets
  for each statement execute function refuse_change_of_refund_part();

create function refuse_return_of_refunded_kg() returns trigger language plpgsql as $$
begin
  raise exception 'of purchase % more kilograms went back before', old.tx_id
    using errcode = 'restrict_violation';
end $$;
create trigger purchases_refunded_kg_grows before update of refunded_kg on purchases
  for each row when (new.refunded_kg < old.refunded_kg)
  execute function refuse_return_of_refunded_kg();

create index purchases_refunded_in_part on purchases (id) where refunded_kg > 0;
-- Few rows, of parts whose card money is owed.
create index purchase_reversals_part_due on purchase_reversals (purchase_id)
  where part_minor > 0 and due_minor > 0;

create or replace view present_places as
  select p.id as purchase_id, p.batch_id, p.first_place, (p.quantity_kg - p.refunded_kg)::bigint as kg
  from purchases p
  where p.first_place is not null
    and not exists (select from purchase_places w where w.purchase_id = p.id)
  union all
  select w.purchase_id, w.batch_id, w.first_place, w.kg from purchase_places w
  where w.replaced_by is null;
