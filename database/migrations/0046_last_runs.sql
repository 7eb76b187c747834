-- When what must be done again and again was last done, for the figures that an operator watches: one
-- row a task, none where it was never done.

create table last_runs (
  task text primary key constraint last_runs_task_known
    check (task in ('ledger check', 'backup')),
  ended_at timestamptz not null default now(),
  ok boolean not null
);
