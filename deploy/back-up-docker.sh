#!/bin/sh
# Backs up the database of compose.yaml into a folder of the Docker host, and then checks the ledger. It removes
# backups that are older than KEEP_DAYS (default 14). Only the caller can read the folder.
set -eu
folder=${1:?Say which folder: back-up-docker.sh FOLDER}
here=$(dirname "$(readlink -f "$0")")
compose() { docker compose --env-file "$here/env" --file "$here/compose.yaml" "$@"; }
backup=$folder/$(date -u +%Y-%m-%dT%H%M%SZ).backup
umask 077
mkdir -p "$folder"
chmod 0700 "$folder"
compose exec -T app carbon-passport backup /data/newest.backup --replace --by system
compose cp app:/data/newest.backup "$backup.part"
chmod 0600 "$backup.part"
mv -- "$backup.part" "$backup"
# Removes old backups only after the new one is complete.
find "$folder" -maxdepth 1 -type f -name '*.backup' -mtime "+${KEEP_DAYS:-14}" -delete
compose exec -T app carbon-passport ledger check --by system
