-- A month of a plan may wait for its owner, because the bank asks for the cardholder (features/plans).
alter table plan_runs drop constraint plan_runs_state_known;
alter table plan_runs add constraint plan_runs_state_known
  check (state in ('open', 'paying', 'asking', 'checkout', 'bought', 'reversed', 'left_out'));
drop index plan_runs_due;
create index plan_runs_due on plan_runs (due_at) where state in ('open', 'paying', 'asking', 'checkout');
