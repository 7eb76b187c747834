-- What a person reads of where they are signed in, when a session last had a code, and which devices
-- a passport has known, in words, so that a new one is told of.
alter table sessions
  add column browser text,
  add column system text,
  add column code_at timestamptz;
update sessions set code_at = created_at;
alter table sessions
  alter column code_at set default now(),
  alter column code_at set not null;

create table passport_devices (
  passport_id uuid not null references passports (id),
  device text not null,
  first_seen_at timestamptz not null default now(),
  primary key (passport_id, device)
);
