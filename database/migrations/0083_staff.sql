-- Members of staff, who use the console: invitations, passkeys, sessions and requests for approval
-- (features/staff).
create table staff (
  id uuid constraint staff_pkey primary key default uuidv7(),
  name text not null constraint staff_name_length check (char_length(name) between 1 and 120),
  email text not null constraint staff_email_length check (char_length(email) between 3 and 254),
  roles text[] not null constraint staff_has_role check (cardinality(roles) > 0),
  shell_user text constraint staff_shell_user_length check (char_length(shell_user) between 1 and 32),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index staff_name_once on staff (lower(name)) where ended_at is null;
create unique index staff_email_once on staff (lower(email)) where ended_at is null;
create unique index staff_shell_user_once on staff (shell_user)
  where ended_at is null and shell_user is not null;
comment on column staff.shell_user is 'the name at the shell, for commands with sudo';

create table staff_invitations (
  token_hash bytea constraint staff_invitations_pkey primary key,
  staff_id uuid not null references staff (id),
  invited_by uuid references staff (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index staff_invitations_of_staff on staff_invitations (staff_id);
comment on table staff_invitations is 'links with which a member creates a passkey, after an invitation or a reset';
comment on column staff_invitations.invited_by is 'null for root at the shell';

create table staff_passkeys (
  credential_id bytea constraint staff_passkeys_pkey primary key
    constraint staff_passkeys_credential_length check (length(credential_id) between 1 and 1023),
  staff_id uuid not null references staff (id),
  user_handle bytea not null constraint staff_passkeys_user_handle_length check (length(user_handle) = 32),
  public_key bytea not null,
  counter bigint not null constraint staff_passkeys_counter_floor check (counter >= 0),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index staff_passkeys_of_staff on staff_passkeys (staff_id);

create table staff_sessions (
  id uuid constraint staff_sessions_pkey primary key default uuidv7(),
  token_hash bytea not null constraint staff_sessions_token_once unique,
  staff_id uuid not null references staff (id),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  verified_at timestamptz not null default now()
);
create index staff_sessions_of_staff on staff_sessions (staff_id);
comment on column staff_sessions.verified_at is 'when the passkey was used last';

create table approvals (
  id uuid constraint approvals_pkey primary key default uuidv7(),
  action text not null,
  input jsonb not null,
  reason text not null constraint approvals_reason_length check (char_length(reason) <= 1000),
  figures jsonb not null,
  requested_by uuid not null references staff (id),
  requested_at timestamptz not null default now(),
  state text not null default 'waiting'
    constraint approvals_state_known check (state in ('waiting', 'done', 'refused', 'void')),
  decided_by uuid references staff (id),
  decided_at timestamptz,
  detail text constraint approvals_detail_length check (char_length(detail) between 1 and 500),
  constraint approvals_decided_by_another check (decided_by <> requested_by),
  constraint approvals_decided_once check ((state = 'waiting') = (decided_at is null))
);
create index approvals_waiting on approvals (id) where state = 'waiting';
create index approvals_of_requester on approvals (requested_by, id);

alter table audit_trail
  add column staff_id uuid references staff (id),
  add column roles text[] not null default '{}',
  add column figures jsonb not null default '[]',
  add column approver text constraint audit_trail_approver_length check (char_length(approver) between 1 and 120);
alter table audit_trail drop constraint audit_trail_outcome_known;
alter table audit_trail add constraint audit_trail_outcome_known
  check (outcome in ('started', 'done', 'refused', 'failed', 'previewed', 'read'));
create index audit_trail_of_staff on audit_trail (staff_id, at) where staff_id is not null;
comment on column audit_trail.staff_id is 'the member of staff; null for root and for programs';
comment on column audit_trail.figures is 'what the action did, line by line: label, before, after';
