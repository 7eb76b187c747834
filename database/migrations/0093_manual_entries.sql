-- Entries that two people make by hand: money that reports and purchases do not know, and corrections. Each is the cause
-- of one posting.
create table manual_entries (
  id uuid constraint manual_entries_pkey primary key default uuidv7(),
  debit text not null,
  credit text not null,
  currency character(3) not null,
  amount_minor bigint not null constraint manual_entries_amount_positive check (amount_minor > 0),
  value_date date not null,
  reason text not null,
  -- The file and the line that it is from.
  file text not null,
  line integer not null,
  created_at timestamptz not null default now(),
  constraint manual_entries_two_accounts check (debit <> credit)
);

create function refuse_change_of_manual_entry() returns trigger language plpgsql as $$
begin
  raise exception 'manual entries are insert-only: % refused', tg_op using errcode = 'restrict_violation';
end $$;
create trigger manual_entries_insert_only before update or delete or truncate on manual_entries
  for each statement execute function refuse_change_of_manual_entry();
