#!/bin/sh
# Writes a backup into a folder and removes all but the newest KEEP backups (default 14). A file's name is
# its time in UTC. Only the caller can read the folder, because the files contain phone numbers.
set -eu
folder=${1:?Say which folder: back-up.sh FOLDER}
keep=${KEEP:-14}
case $keep in
  0* | *[!0-9]* | ??????*)
    echo "KEEP is a number from 1 to 99999, not '$keep': there is no backup." >&2
    exit 2
    ;;
esac
here=$(dirname "$(readlink -f "$0")")/..
node=${NODE:-$here/node_modules/node/bin/node}
umask 077
mkdir -p "$folder"
chmod 0700 "$folder"
"$node" "$here/operator/operator.ts" backup "$folder/$(date -u +%Y-%m-%dT%H%M%SZ).backup" \
  --by system
# Removes old backups only after the new one is complete. Names sort by time.
ls "$folder" | grep '^[0-9T:Z-]*\.backup$' | sort -r | tail -n "+$((keep + 1))" |
  while read -r old; do rm -- "$folder/$old"; done
# Removes what a killed backup has left.
find "$folder" -maxdepth 1 -type f -name '*.backup.part' -mmin +1440 -delete
