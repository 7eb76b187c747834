-- More tasks whose last run is known, and the time of the last one that ended well.
alter table last_runs
  add column succeeded_at timestamptz,
  drop constraint last_runs_task_known,
  add constraint last_runs_task_known
    check (task in ('ledger check', 'backup', 'restore drill', 'off-site copy'));
update last_runs set succeeded_at = ended_at where ok;
