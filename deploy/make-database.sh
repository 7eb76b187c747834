#!/bin/sh
# Creates the roles and the database, once. PostgreSQL's image runs it on an empty data folder. Without
# Docker, run it as the account postgres (docs/install.md#3-roles-and-database). It needs OWNER_PASSWORD and
# SERVER_PASSWORD. ROLES is the path of roles.sql, and DATABASE the name of the database.
set -eu
: "${OWNER_PASSWORD:?}" "${SERVER_PASSWORD:?}"
export DATABASE="${DATABASE:-carbon_passport}"
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
  --file="${ROLES:-/carbon-passport/roles.sql}"
# Reads the passwords from the environment, because all users of the machine can see a command line.
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
