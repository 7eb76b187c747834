#!/bin/sh
# The operator's command line with the service's settings: operator.sh [--owner] COMMAND. With --owner it
# signs in to the database as the owner, which only `migrate` and `restore` need. As root it runs as the
# service's account, so that no file becomes root's.
set -eu
files=${SETTINGS:-/etc/carbon-passport}
release=${RELEASE:-/opt/carbon-passport/current}
account=${ACCOUNT:-carbon-passport}
export NODE_ENV=production MIGRATE_ON_START=0 DATA_DIR="${DATA_DIR:-/var/lib/carbon-passport}"

# As systemd reads an EnvironmentFile: NAME=value, whatever the value holds.
read_settings() {
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      '' | '#'*) ;;
      *=*) export "${line%%=*}=${line#*=}" ;;
    esac
  done < "$1"
}
read_settings "$files/settings"
if [ "${1:-}" = --owner ]; then
  shift
  read_settings "$files/owner"
fi
cd "$release"
set -- "${NODE:-$release/node_modules/node/bin/node}" operator/operator.ts "$@"
if [ "$(id -u)" = 0 ]; then
  exec setpriv --reuid="$account" --regid="$account" --clear-groups "$@"
fi
exec "$@"
