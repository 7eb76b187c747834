-- The sandboxes make their schemas themselves when they are opened. Those that hold nothing go, so that
-- a database whose providers are real has none of them.

do $$
declare
  sandbox text;
  tab record;
  holds_rows boolean;
  holds_any boolean;
begin
  foreach sandbox in array array['sandbox_sms', 'sandbox_cards', 'sandbox_push', 'sandbox_google_wallet']
  loop
    continue when to_regnamespace(sandbox) is null;
    holds_any := false;
    for tab in select tablename from pg_tables where schemaname = sandbox loop
      execute format('select exists (select from %I.%I)', sandbox, tab.tablename) into holds_rows;
      holds_any := holds_any or holds_rows;
    end loop;
    if not holds_any then
      execute format('drop schema %I cascade', sandbox);
    end if;
  end loop;
end $$;
