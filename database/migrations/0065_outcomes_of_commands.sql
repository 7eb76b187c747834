-- The audit trail keeps what became of a command: a refused one is not a done one. Rows that were written
-- before have no outcome. A command that writes its row first, `started`, adds how it ended; without that
-- it runs still or was killed.

alter table audit_trail
  add column outcome text constraint audit_trail_outcome_known
    check (outcome in ('started', 'done', 'refused', 'failed')),
  -- The refusal's code or sentence.
  add column detail text constraint audit_trail_detail_length
    check (char_length(detail) between 1 and 500),
  add column amount_minor bigint,
  add column currency char(3),
  add constraint audit_trail_amount_has_currency
    check ((amount_minor is null) = (currency is null));

create table audit_ends (
  audit_id bigint primary key references audit_trail,
  at timestamptz not null default now(),
  outcome text not null constraint audit_ends_outcome_known
    check (outcome in ('done', 'refused', 'failed')),
  detail text constraint audit_ends_detail_length check (char_length(detail) between 1 and 500)
);
create trigger audit_ends_insert_only before update or delete or truncate on audit_ends
  for each statement execute function refuse_change_of_audit_trail();
