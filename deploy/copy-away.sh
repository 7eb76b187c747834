#!/bin/sh
# Encrypts the files that a restore needs (backups, erasures, settings with their keys) and copies them to
# another machine: copy-away.sh KEY TARGET. KEY is a file with a public key of GnuPG; its private key must
# not be on this machine. TARGET is a folder in rsync's notation. It never deletes a file at the target.
set -eu
key=${1:?Say which public key: copy-away.sh KEY TARGET}
target=${2:?Say where to: copy-away.sh KEY TARGET}
backups=${BACKUPS:-/var/backups/carbon-passport}
files=${SETTINGS:-/etc/carbon-passport}
erasures=${ERASURES_FILE:-/srv/carbon-passport-erasures/erasures}
staged=${STAGED:-/var/backups/carbon-passport-away}
umask 077
mkdir -p "$staged"
chmod 0700 "$staged"
home=$(mktemp -d)
trap 'rm -rf -- "$home"' EXIT

# Encrypts file $1 as $2.gpg, which gets its final name only when it is complete.
encrypt() {
  gpg --homedir "$home" --batch --yes --quiet --no-autostart --trust-model always \
    --recipient-file "$key" --output "$staged/part" --encrypt -- "$1"
  mv -- "$staged/part" "$staged/$2.gpg"
}

for backup in "$backups"/*.backup; do
  name=${backup##*/}
  # Skips links, because the service's account can write into this folder and could link to other files.
  if [ -L "$backup" ] || [ ! -f "$backup" ]; then continue; fi
  if [ ! -e "$staged/$name.gpg" ]; then encrypt "$backup" "$name"; fi
done
for old in "$staged"/*.backup.gpg; do
  name=${old##*/}
  if [ ! -e "$backups/${name%.gpg}" ]; then rm -f -- "$old"; fi
done
day=$(date -u +%Y-%m-%d)
# The file does not exist before the first erasure.
if [ -e "$erasures" ]; then encrypt "$erasures" "erasures-$day"; fi
encrypt "$files/settings" "settings-$day"
encrypt "$files/owner" "owner-$day"
rsync --recursive --times --chmod=D700,F600 "$staged/" "$target"
rm -f -- "$staged"/erasures-*.gpg "$staged"/settings-*.gpg "$staged"/owner-*.gpg
# For the metrics and the alarm of an old copy.
"${OPERATOR:-$(dirname "$(readlink -f "$0")")/operator.sh}" runs record 'off-site copy' --by system > /dev/null
