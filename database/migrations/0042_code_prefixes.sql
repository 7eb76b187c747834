-- How many codes were sent to a range of numbers (all but the last 4 digits) and how many came back, of
-- the last 50; a range whose codes nobody types rests. Where a row has not moved for long it goes.

create table code_prefixes (
  prefix text primary key,
  sends integer not null default 0,
  conversions integer not null default 0,
  rests_until timestamptz,
  updated_at timestamptz not null default now()
) with (fillfactor = 70);
create index code_prefixes_by_age on code_prefixes (updated_at);
