#!/bin/sh
# Makes roles and database, once: PostgreSQL's image runs it on an empty data folder, and on a machine of
# your own the account postgres does (docs/install.md#3-roles-and-database). Needs OWNER_PASSWORD and SERVER_PASSWORD;
# ROLES is the path of roles.sql, DATABASE another name of the database.
set -eu
: "${OWNER_PASSWORD:?}" "${SERVER_PASSWORD:?}"
export DATABASE="${DATABASE:-carbon_passport}"
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
  --file="${ROLES:-/carbon-passport/roles.sql}"
# Read from the environment: every user of the machine can see a command line.
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
\getenv owner_password OWNER_PASSWORD
\getenv server_password SERVER_PASSWORD
alter role carbon_passport_owner password :'owner_password';
alter role carbon_passport_server password :'server_password';
\getenv database DATABASE
create database :"database" owner carbon_passport_owner encoding 'UTF8' template template0;
\connect :"database"
revoke connect, temporary on database :"database" from public;
grant connect, temporary on database :"database" to carbon_passport_app;
SQL
