-- What the operator does for people who ask for help: a number that is blocked, and a passport that is
-- to move because its number was lost.

alter table sign_in_attempts add column blocked_at timestamptz;

create table number_moves (
  passport_id uuid primary key references passports (id),
  phone text not null,
  announced_at timestamptz not null default now(),
  due_at timestamptz not null,
  objected_at timestamptz
);
