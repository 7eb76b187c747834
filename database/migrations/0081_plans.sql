-- Monthly plans: a purchase in each month without a retyped id (features/plans).
create table plans (
  id text constraint plans_pkey primary key,
  passport_id uuid not null references passports (id),
  state text not null constraint plans_state_known
    check (state in ('unconfirmed', 'active', 'paused', 'ended')),
  pause_reason text,
  amount_minor bigint not null constraint plans_amount_floor check (amount_minor > 0),
  currency character(3) not null,
  project_id uuid references projects (id),
  pay text not null,
  day smallint not null constraint plans_day_in_every_month check (day between 1 and 28),
  next_run_at timestamptz,
  notice_pending boolean not null default true,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint plans_pause_has_reason check ((state = 'paused') = (pause_reason is not null)),
  constraint plans_confirmed_has_next_run check (state in ('unconfirmed', 'ended') or next_run_at is not null)
);
create index plans_of_passport on plans (passport_id);
create index plans_due on plans (next_run_at) where state = 'active';
create index plans_to_announce on plans (next_run_at) where state = 'active' and notice_pending;
create index plans_unconfirmed on plans (expires_at) where state = 'unconfirmed';
comment on column plans.project_id is 'null means the featured project of the profile''s country';
comment on column plans.next_run_at is 'the run of the first month that has no row in plan_runs';
comment on column plans.expires_at is 'the time until which the plan can be confirmed';

create table plan_runs (
  plan_id text not null references plans (id) on delete cascade,
  period date not null constraint plan_runs_period_is_a_month check (extract(day from period) = 1),
  state text not null constraint plan_runs_state_known
    check (state in ('open', 'paying', 'bought', 'reversed', 'left_out')),
  reason text,
  pay text not null,
  attempt smallint not null default 0,
  declines smallint not null default 0,
  purchase_id uuid,
  run_at timestamptz not null,
  started_at timestamptz,
  due_at timestamptz not null,
  leased_until timestamptz,
  constraint plan_runs_pkey primary key (plan_id, period),
  constraint plan_runs_none_has_reason check (state not in ('left_out', 'reversed') or reason is not null)
);
create index plan_runs_due on plan_runs (due_at) where state in ('open', 'paying');
create index plan_runs_of_purchase on plan_runs (purchase_id) where purchase_id is not null;
comment on table plan_runs is 'one row for each month of a plan: its purchase, or the reason for none';
comment on column plan_runs.pay is 'who pays: the plan''s wallet or card when the run began';
comment on column plan_runs.purchase_id is 'purchase of the present attempt; chosen before it is reserved';
comment on column plan_runs.started_at is 'the first attempt, from which the delays after a decline count';

-- A purchase of a plan is no open reservation of its buyer.
alter table purchases add column is_planned boolean not null default false;
create index purchases_planned_reversed on purchases (id) where is_planned and reversal <> 'none';
