-- Root at the shell may name the person for whom a command runs. The actor of the row is root.
alter table audit_trail add column for_name text
  constraint audit_trail_for_name_length check (char_length(for_name) between 1 and 120);
comment on column audit_trail.for_name is 'the name that root typed with --by; null without one, and for all other actors';
