-- The kilograms that a command moved, next to the money.
alter table audit_trail add column kilograms bigint
  constraint audit_trail_kilograms_floor check (kilograms >= 0);
