-- Wallet passes and the devices that keep one. A pass is as new as its passport: a trigger follows
-- every change of what the pass shows, in the transaction that makes it, whoever makes it.

create table wallet_passes (
  passport_id uuid primary key references passports (id),
  -- Whole seconds, different for every version: HTTP dates know no less.
  modified_at timestamptz not null default date_trunc('second', now()),
  -- When its devices are to be told of a change; null: they know of all.
  announce_at timestamptz,
  created_at timestamptz not null default now()
) with (fillfactor = 70);
create index wallet_passes_to_announce on wallet_passes (announce_at)
  where announce_at is not null;

-- Changes within two seconds of the first are told as one.
create function touch_wallet_pass() returns trigger language plpgsql as $$
begin
  update wallet_passes set
    modified_at = greatest(date_trunc('second', clock_timestamp()),
      modified_at + interval '1 second'),
    announce_at = coalesce(announce_at, clock_timestamp() + interval '2 seconds')
  where passport_id = new.id;
  return null;
end $$;
create trigger passports_touch_wallet_pass after update on passports
  for each row when ((old.total_kg, old.eco_league, old.offset_league)
    is distinct from (new.total_kg, new.eco_league, new.offset_league))
  execute function touch_wallet_pass();

create table wallet_pass_devices (
  id text primary key
    constraint wallet_pass_devices_id_length check (char_length(id) between 1 and 100),
  push_token text not null
    constraint wallet_pass_devices_token_length check (char_length(push_token) between 1 and 200),
  push_due_at timestamptz,
  -- Counts what there was to tell, so that news during a push is not taken for told.
  news integer not null default 0,
  attempts smallint not null default 0,
  created_at timestamptz not null default now()
) with (fillfactor = 70);
create index wallet_pass_devices_due on wallet_pass_devices (push_due_at)
  where push_due_at is not null;

create table wallet_pass_registrations (
  passport_id uuid not null references wallet_passes (passport_id),
  device_id text not null references wallet_pass_devices (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (passport_id, device_id)
);
create index wallet_pass_registrations_of_device on wallet_pass_registrations (device_id);

-- The stand-in for the push service: what it was sent and what it answered.
create schema sandbox_push;
create table sandbox_push.log (
  id bigint generated always as identity primary key,
  push_token text not null,
  answer text not null,
  at timestamptz not null default now()
);
