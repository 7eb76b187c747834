-- Creates the database roles of an installation. Run it as PostgreSQL's superuser before the database is
-- created. A second run creates only missing roles and changes no password. Roles belong to the whole
-- server. docs/install.md has the next steps.
--
--   carbon_passport_owner  owns the database and its tables; only `migrate` and `restore` use it
--   carbon_passport_app    has the rights of the server and of the other commands; it cannot log in
--   carbon_passport_server logs in with the rights of carbon_passport_app
--
-- database/grants.sql grants the rights of carbon_passport_app; `migrate` and `restore` run it.
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
