-- What the card provider's own reports say of its balance with us: one row a line, each recorded once.
-- `cause_id` is what the postings of a line carry; a line without a payout may learn it later.

create table payout_lines (
  id text primary key,
  cause_id uuid not null default uuidv7() constraint payout_lines_cause_is_one_line unique,
  kind text not null constraint payout_lines_kind_known
    check (kind in ('charge', 'refund', 'dispute', 'fee', 'payout', 'other')),
  category text not null,
  moved_at timestamptz not null,
  currency char(3) not null,
  gross_minor bigint not null,
  fee_minor bigint not null,
  paid_currency char(3) not null,
  paid_minor bigint not null,
  payment_id text,
  payout_id text,
  recorded_at timestamptz not null default now()
);
create index payout_lines_of_payment on payout_lines (payment_id) where payment_id is not null;
create index payout_lines_of_payout on payout_lines (payout_id) where payout_id is not null;

create function refuse_change_of_payout_line() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.payout_id is null and to_jsonb(old) - 'payout_id' = to_jsonb(new) - 'payout_id' then
      return new;
    end if;
  end if;
  raise exception 'lines of payout reports are insert-only: % refused', tg_op
    using errcode = 'restrict_violation';
end $$;
create trigger payout_lines_only_learn_their_payout before update on payout_lines
  for each row execute function refuse_change_of_payout_line();
create trigger payout_lines_stay before delete or truncate on payout_lines
  for each statement execute function refuse_change_of_payout_line();

-- What stands in the trail about one purchase or person is found without reading all of it.
create index audit_trail_about on audit_trail using gin (about);
