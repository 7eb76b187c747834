-- A foreign key asks for each entry whether its log is there, which took as long as writing the entry
-- (docs/decisions/0114-entries-are-checked-a-statement-at-a-time.md). This asks once a statement.
alter table log_entries drop constraint log_entries_log_number_fkey;

create function refuse_entries_of_no_log() returns trigger language plpgsql as $$
begin
  if exists (select from added where not exists (
      select from logs where number = added.log_number)) then
    raise exception 'there is no such log' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger log_entries_of_a_log after insert on log_entries
  referencing new table as added for each statement execute function refuse_entries_of_no_log();
