#!/bin/sh
# Makes one backup in a folder and keeps the newest KEEP of them (14). Each file's name is its time in
# UTC. The folder is the caller's alone: the files hold phone numbers.
set -eu
folder=${1:?Say which folder: back-up.sh FOLDER}
here=$(dirname "$(readlink -f "$0")")/..
node=${NODE:-$here/node_modules/node/bin/node}
umask 077
mkdir -p "$folder"
chmod 0700 "$folder"
"$node" "$here/operator/operator.ts" backup "$folder/$(date -u +%Y-%m-%dT%H%M%SZ).backup" \
  --by "${OPERATOR_NAME:-back-up.sh}"
# Only after a complete one is there. Names sort by time.
ls "$folder" | grep '^[0-9T:Z-]*\.backup$' | sort -r | tail -n "+$((${KEEP:-14} + 1))" |
  while read -r old; do rm -- "$folder/$old"; done
