#!/bin/sh
# Writes a status page: status-page.sh URL FOLDER, each minute, on another machine than the product. It asks
# for pages of URL and writes FOLDER/index.html, with the share of the last 24 hours in which all answered.
set -eu
url=${1:?Say which address: status-page.sh URL FOLDER}
folder=${2:?Say where to: status-page.sh URL FOLDER}
now=$(date -u +%Y-%m-%dT%H:%MZ)
rows=
state=works
# Adds a row: its label, and the path that must answer 200 within 10 s.
check() {
  if curl --fail --silent --output /dev/null --max-time 10 "$url$2"; then
    rows="$rows<tr><th scope=row>$1</th><td>works</td></tr>"
  else
    rows="$rows<tr><th scope=row>$1</th><td class=bad>does not work</td></tr>"
    state=fails
  fi
}
check 'Web app' /
check 'Sign-in, purchases and gifts' /health/ready
check 'Public log' /log/checkpoint

mkdir -p "$folder"
history=$folder/history
touch "$history"
{ tail -n 1439 "$history"; echo "$now $state"; } > "$history.part"
mv -- "$history.part" "$history"
share=$(awk '$2 == "works" { ok++ } END { printf "%.2f", 100 * ok / NR }' "$history")
cat > "$folder/index.html.part" <<PAGE
<!doctype html>
<html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="60">
<meta name="viewport" content="width=device-width"><title>Status of Carbon Passport</title>
<style>body{font:1rem/1.5 sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}
th{text-align:left;padding-right:2rem}.bad{font-weight:bold;text-decoration:underline}</style>
<h1>Carbon Passport $state</h1>
$(cat "$folder/notice.html" 2> /dev/null || true)
<table>$rows</table>
<p>At <time datetime="$now">$now</time>. All of it worked in $share % of the last 24 hours.</p>
</html>
PAGE
mv -- "$folder/index.html.part" "$folder/index.html"
