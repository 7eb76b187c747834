#!/bin/sh
# Compares this release's system files (units, Caddyfile, sudoers, alarms, roles.sql, the link) with those in
# use and shows the differences. --install installs them and starts new timers. A file that the operator
# changed stays; then the release's file is written next to it as FILE.new, and the exit code is 1.
set -eu
new=$(dirname "$(readlink -f "$0")")
release=$(dirname "$new")
releases=$(dirname "$release")
link=$releases/current
current=$(readlink -f "$link")
root=${ROOT:-}
installs=no
if [ "${1:-}" = --install ]; then installs=yes; fi
left=0
timers=

# Succeeds if the file in use equals that of a release on this machine, and so was not edited here.
is_of_release() {
  for other in "$releases"/*/; do
    if cmp -s "$other/deploy/$1" "$2"; then return 0; fi
  done
  return 1
}

# Succeeds if another release on this machine contains the file.
was_before() {
  for other in "$releases"/*/; do
    other=$(readlink -f "$other")
    if [ "$other" != "$release" ] && [ -e "$other/deploy/$1" ]; then return 0; fi
  done
  return 1
}

show() { diff -uN --label "$1" --label "$2" "$3" "$4" || true; }

put() {
  if [ $installs = no ]; then return; fi
  install -D -m "$3" "$new/$1" "$2"
  echo "$2: installed"
}

bring() {
  target=$root$2
  if [ ! -e "$target" ] && [ ! -L "$target" ]; then
    if was_before "$1"; then
      echo "$target: not on this machine, left out"
    else
      echo "$target: new in this release"
      put "$1" "$target" "$3"
      case $1 in *.timer) timers="$timers ${1##*/}" ;; esac
    fi
  elif cmp -s "$new/$1" "$target"; then
    :
  elif [ ! -L "$target" ] && is_of_release "$1" "$target"; then
    show "$target" "$1 of this release" "$target" "$new/$1"
    put "$1" "$target" "$3"
  elif cmp -s "$current/deploy/$1" "$new/$1" && [ "$current" != "$release" ]; then
    echo "$target: changed by the operator, stays; this release changes nothing in it"
  else
    show "$target" "$1 of this release" "$target" "$new/$1"
    echo "$target: changed by the operator, stays; take over by hand what this release changes"
    put "$1" "$target.new" "$3"
    left=1
  fi
}

# Compares a file that is optional on this machine.
bring_in_use() {
  if [ -e "$root$2" ]; then bring "$1" "$2" "$3"; fi
}

# Names a file that each operator edits. Shows the release's own changes only, because the file may hold secrets.
compare_edited() {
  if [ ! -e "$root$2" ] || cmp -s "$new/$1" "$root$2"; then return; fi
  if cmp -s "$current/deploy/$1" "$new/$1" && [ "$current" != "$release" ]; then
    echo "$root$2: differs from $1; this release changes nothing in it"
  else
    show "$1 in use" "$1 of this release" "$current/deploy/$1" "$new/$1"
    echo "$root$2: differs from $1 of this release; take over by hand what this release changes"
    left=1
  fi
}

for unit in "$new"/systemd/*; do
  bring "systemd/${unit##*/}" "/etc/systemd/system/${unit##*/}" 0644
done
# The command is a link into `current`, so that it always runs the operator.sh of the current release.
wrapper=$root/usr/local/bin/carbon-passport
if [ "$(readlink "$wrapper" || true)" = "$link/deploy/operator.sh" ]; then
  :
elif [ ! -e "$wrapper" ] || is_of_release operator.sh "$wrapper"; then
  echo "$wrapper: becomes a link to $link/deploy/operator.sh"
  if [ $installs = yes ]; then ln -sfn "$link/deploy/operator.sh" "$wrapper"; fi
else
  echo "$wrapper: changed by the operator, stays"
fi
bring Caddyfile /etc/caddy/Caddyfile 0644
bring_in_use console.caddy /etc/caddy/console.caddy 0644
bring_in_use sudoers /etc/sudoers.d/carbon-passport 0440
bring_in_use monitoring/alerts.yaml /etc/prometheus/alerts.yaml 0644
bring_in_use monitoring/prometheus.yaml /etc/prometheus/prometheus.yml 0644
bring_in_use status-page.sh /usr/local/bin/status-page.sh 0755
compare_edited monitoring/alertmanager.yaml /etc/prometheus/alertmanager.yml
compare_edited pgbackrest.conf /etc/pgbackrest.conf
for unit in "$current"/deploy/systemd/*; do
  gone=$root/etc/systemd/system/${unit##*/}
  if [ ! -e "$new/systemd/${unit##*/}" ] && [ -e "$gone" ]; then
    echo "$gone: not in this release any more; disable and remove it"
  fi
done
# Only shows new settings, because the operator decides which of them apply.
show 'settings.sample in use' 'settings.sample of this release' \
  "$current/deploy/settings.sample" "$new/settings.sample"
show 'roles.sql in use' 'roles.sql of this release' "$current/deploy/roles.sql" "$new/roles.sql"
if [ $installs = yes ]; then
  if [ -n "$timers" ]; then
    systemctl daemon-reload
    # Unquoted, because it is a list of names.
    systemctl enable --now $timers
  fi
  # roles.sql creates only missing roles. `migrate` runs database/grants.sql.
  runuser -u postgres -- psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname=postgres \
    < "$new/roles.sql"
  exit $left
fi
