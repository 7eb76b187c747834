-- The roles of an installation, made once by PostgreSQL's superuser, before the database. It may be run
-- again and changes no password. Roles belong to the whole server; docs/install.md has the next steps.
--
--   carbon_passport_owner  owns database and tables: `migrate` and `restore` use it, and nothing that serves
--   carbon_passport_app    what serving and the operator's other commands may do; nobody signs in as it
--   carbon_passport_server signs in with the rights of carbon_passport_app
--
-- What carbon_passport_app may do stands in database/grants.sql, which `migrate` and `restore` run.
do $$
begin
  perform pg_advisory_xact_lock(7276614004);
  if to_regrole('carbon_passport_owner') is null then
    create role carbon_passport_owner login;
  end if;
  if to_regrole('carbon_passport_app') is null then
    create role carbon_passport_app nologin;
  end if;
  if to_regrole('carbon_passport_server') is null then
    create role carbon_passport_server login in role carbon_passport_app;
  end if;
end $$;
