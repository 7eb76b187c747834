# python3 credit-wallet.py +447400123456 5.00 GBP "Green Bank"
import base64, hashlib, hmac, json, os, secrets, sys, time, urllib.error, urllib.request, uuid

url, terminal_id = os.environ["CARBON_PASSPORT_URL"], os.environ["TERMINAL_ID"]
secret = base64.urlsafe_b64decode(os.environ["TERMINAL_SECRET"] + "=")
phone, amount, currency, source = sys.argv[1:]

path = "/api/partner/wallet/credits"
body = json.dumps(
    {"phone": phone, "amount": float(amount), "currency": currency, "source": source}
).encode()
# A new key for each credit. Store it, and send the same key again if no answer came.
idempotency_key = os.environ.get("IDEMPOTENCY_KEY") or str(uuid.uuid4())
nonce = f"{time.time_ns() // 1_000_000}.{secrets.token_urlsafe(16)}"
body_hash = hashlib.sha256(body).hexdigest()
parts = ["v1", "POST", path, terminal_id, nonce, idempotency_key, body_hash]
signature = hmac.new(secret, "\n".join(parts).encode(), hashlib.sha256).hexdigest()

request = urllib.request.Request(
    url + path,
    data=body,
    headers={
        "Content-Type": "application/json",
        "X-Terminal-Id": terminal_id,
        "X-Nonce": nonce,
        "X-Signature": f"v1={signature}",
        "Idempotency-Key": idempotency_key,
    },
)
try:
    print(urllib.request.urlopen(request).read().decode())
except urllib.error.HTTPError as refusal:
    print(refusal.read().decode())
    sys.exit(1)
