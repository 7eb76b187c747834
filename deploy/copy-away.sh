#!/bin/sh
# Encrypts the files for a restore (backups, erasures, settings with their keys) and copies them to another
# machine: copy-away.sh KEY TARGET. KEY is a file with a public key of GnuPG, whose private key is not on
# this machine; TARGET is a folder as rsync takes it. It never deletes a file at the target.
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

# Gives a file its final name only once it is complete.
encrypt() {
  gpg --homedir "$home" --batch --yes --quiet --no-autostart --trust-model always \
    --recipient-file "$key" --output "$staged/part" --encrypt -- "$1"
  mv -- "$staged/part" "$staged/$2.gpg"
}

for backup in "$backups"/*.backup; do
  name=${backup##*/}
  # The service's account can write in this folder, so links are not followed.
  if [ -L "$backup" ] || [ ! -f "$backup" ]; then continue; fi
  if [ ! -e "$staged/$name.gpg" ]; then encrypt "$backup" "$name"; fi
done
for old in "$staged"/*.backup.gpg; do
  name=${old##*/}
  if [ ! -e "$backups/${name%.gpg}" ]; then rm -f -- "$old"; fi
done
day=$(date -u +%Y-%m-%d)
# Before the first deletion there is no such file.
if [ -e "$erasures" ]; then encrypt "$erasures" "erasures-$day"; fi
encrypt "$files/settings" "settings-$day"
encrypt "$files/owner" "owner-$day"
rsync --recursive --times --chmod=D700,F600 "$staged/" "$target"
rm -f -- "$staged"/erasures-*.gpg "$staged"/settings-*.gpg "$staged"/owner-*.gpg
