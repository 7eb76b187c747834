# sh credit-wallet.sh +447400123456 5.00 GBP "Green Bank"
set -eu
path=/api/partner/wallet/credits
# Encodes a value as JSON on one line; escapes quotes and backslashes.
json() { printf '"%s"' "$(printf '%s' "$1" | tr '\000-\037' ' ' | sed 's/[\\"]/\\&/g')"; }
body=$(printf '{"phone":%s,"amount":%s,"currency":%s,"source":%s}' \
  "$(json "$1")" "$2" "$(json "$3")" "$(json "$4")")
# A new key for each credit. Store it, and send the same key again if no answer came.
idempotency_key=${IDEMPOTENCY_KEY:-$(openssl rand -hex 16)}
nonce=$(date +%s)000.$(openssl rand -hex 16)
body_hash=$(printf '%s' "$body" | openssl dgst -sha256 | sed 's/^.*= *//')
key=$(printf '%s=' "$TERMINAL_SECRET" | tr '_-' '/+' | openssl base64 -d -A |
  od -An -v -tx1 | tr -d ' \n')
signature=$(printf 'v1\nPOST\n%s\n%s\n%s\n%s\n%s' \
  "$path" "$TERMINAL_ID" "$nonce" "$idempotency_key" "$body_hash" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" | sed 's/^.*= *//')

curl --silent --show-error --fail-with-body "$CARBON_PASSPORT_URL$path" \
  --header 'Content-Type: application/json' \
  --header "X-Terminal-Id: $TERMINAL_ID" \
  --header "X-Nonce: $nonce" \
  --header "X-Signature: v1=$signature" \
  --header "Idempotency-Key: $idempotency_key" \
  --data-raw "$body"
