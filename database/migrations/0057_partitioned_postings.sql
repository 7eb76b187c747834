-- Postings only grow: they are kept in partitions by range of id, so that no index outgrows memory, and
-- old ones can be moved to slower disks. What is there becomes the first partition; attaching it reads it
-- once. Partition n ends before id (n + 1) * 100,000,000; the first one also has everything before it.

-- Its default stands on the sequence that is made anew.
alter table log_notices alter column id drop default;

-- Answers how many partitions were made: of each ledger there is always one more than is in use, made of a
-- table of its own and then attached, which keeps nobody from posting. Whoever serves may call it and make
-- no other table.
create function make_posting_partitions() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids constant bigint := 100000000;
  parent text;
  partition text;
  last_id bigint;
  newest bigint;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(7276614009);
  foreach parent in array array['money_postings', 'kg_postings'] loop
    last_id := coalesce(pg_sequence_last_value(pg_get_serial_sequence(parent, 'id')::regclass), 0);
    loop
      select max(substring(c.relname from '[0-9]+$')::bigint) into newest
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent::regclass;
      exit when newest > last_id / ids;
      partition := parent || '_' || newest + 1;
      execute format('create table %I (like %I including defaults including constraints)',
        partition, parent);
      execute format('alter table %I attach partition %I for values from (%s) to (%s)',
        parent, partition, (newest + 1) * ids, (newest + 2) * ids);
      execute format('create trigger partition_stays before truncate on %I
        for each statement execute function refuse_change_of_posting()', partition);
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;
revoke execute on function make_posting_partitions() from public;

do $$
declare
  parent text;
  former text;
  last_id bigint;
  newest bigint;
begin
  foreach parent in array array['money_postings', 'kg_postings'] loop
    last_id := coalesce(pg_sequence_last_value(pg_get_serial_sequence(parent, 'id')::regclass), 0);
    newest := last_id / 100000000;
    former := parent || '_' || newest;
    execute format('alter table %I rename to %I', parent, former);
    execute format('drop trigger %I on %I', parent || '_insert_only', former);
    execute format('alter table %I alter column id drop identity', former);
    execute format('alter table %I rename constraint %I to %I',
      former, parent || '_pkey', former || '_pkey');
    execute format('alter index %I rename to %I', parent || '_of_purchase', former || '_purchase_id_idx');
    execute format('create table %I (like %I including defaults including constraints)
      partition by range (id)', parent, former);
    execute format('alter table %I alter column id add generated always as identity
      (sequence name %I start with %s)', parent, parent || '_id_seq', last_id + 1);
    execute format('alter table %I add constraint %I primary key (id)', parent, parent || '_pkey');
    execute format('create index %I on %I (purchase_id)', parent || '_of_purchase', parent);
    execute format('create trigger %I before update or delete or truncate on %I
      for each statement execute function refuse_change_of_posting()', parent || '_insert_only', parent);
    -- For whoever names a partition itself.
    execute format('create trigger %I before update or delete on %I
      for each row execute function refuse_change_of_posting()', parent || '_stay', parent);
    execute format('alter table %I attach partition %I for values from (minvalue) to (%s)',
      parent, former, (newest + 1) * 100000000);
    execute format('create trigger partition_stays before truncate on %I
      for each statement execute function refuse_change_of_posting()', former);
  end loop;
end $$;

alter table log_notices alter column id set default nextval('kg_postings_id_seq');

select make_posting_partitions();
