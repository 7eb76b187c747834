-- Grants the role carbon_passport_app of deploy/roles.sql the right to read and write rows, without
-- any right to change tables, functions or rights. `migrate` and `restore` run it as the owner after
-- they have created the tables, so that new ones are included. If the role does not exist, it does
-- nothing.
do $$
declare
  place name;
  partition regclass;
begin
  -- Concurrent runs would change the same rows of PostgreSQL's system catalogue, and fail.
  perform pg_advisory_xact_lock(7276614002);
  if to_regrole('carbon_passport_app') is null then return; end if;
  -- A new database accepts connections of every role of the server. Only its owner may change that.
  if (select pg_has_role(datdba, 'usage') from pg_database where datname = current_database()) then
    execute format('revoke connect, temporary on database %I from public', current_database());
    execute format(
      'grant connect, temporary on database %I to carbon_passport_app', current_database());
  end if;
  for place in
    select nspname from pg_namespace where nspname = 'public' or nspname like 'sandbox\_%'
  loop
    execute format('grant usage on schema %I to carbon_passport_app', place);
    execute format(
      'grant select, insert, update, delete on all tables in schema %I to carbon_passport_app', place);
    execute format(
      'grant usage, select on all sequences in schema %I to carbon_passport_app', place);
    -- Only the owner may record migrations.
    if to_regclass(format('%I.migrations', place)) is not null then
      execute format(
        'revoke insert, update, delete on %I.migrations from carbon_passport_app', place);
    end if;
  end loop;
  -- These rows never change. Triggers refuse changes as well, by any role.
  revoke update, delete on audit_trail, audit_ends, batch_prices, kg_postings, money_postings, log_notices,
    retirements, retirement_corrections, retirement_exports, retirement_export_rows,
    retirement_lists, retirement_list_rows, retirement_confirmations,
    programme_payments, tax_documents, closed_months, closed_sums,
    manual_entries, log_witness_evidence from carbon_passport_app;
  -- Postings are read and written only through the parent tables. The function below creates partitions.
  for partition in
    select inhrelid from pg_inherits
    where inhparent in ('money_postings'::regclass, 'kg_postings'::regclass)
  loop
    execute format('revoke all on %s from carbon_passport_app', partition);
  end loop;
  grant execute on function make_posting_partitions() to carbon_passport_app;
  revoke delete on batch_costs, ledger_close, log_entries, log_tiles, payout_lines from carbon_passport_app;
end $$;
