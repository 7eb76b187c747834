// node credit-wallet.mjs +447400123456 5.00 GBP "Green Bank"
// @ts-check
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'

const { CARBON_PASSPORT_URL = '', TERMINAL_ID = '', TERMINAL_SECRET = '' } = process.env
const [phone = '', amount, currency = '', source = ''] = process.argv.slice(2)

const path = '/api/partner/wallet/credits'
/** @type {import('../../features/partners/partners-calls.ts').CreditBody} */
const credit = { phone, amount: Number(amount), currency, source }
const body = JSON.stringify(credit)
// A new key for each credit. Store it, and send the same key again if no answer came.
const idempotencyKey = process.env.IDEMPOTENCY_KEY ?? randomUUID()
const nonce = `${Date.now()}.${randomBytes(16).toString('base64url')}`
const bodyHash = createHash('sha256').update(body).digest('hex')
const parts = ['v1', 'POST', path, TERMINAL_ID, nonce, idempotencyKey, bodyHash]
const signature = createHmac('sha256', Buffer.from(TERMINAL_SECRET, 'base64url'))
  .update(parts.join('\n'))
  .digest('hex')

const response = await fetch(CARBON_PASSPORT_URL + path, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'X-Terminal-Id': TERMINAL_ID,
    'X-Nonce': nonce,
    'X-Signature': `v1=${signature}`,
    'Idempotency-Key': idempotencyKey,
  },
  body,
})
console.log(await response.text())
process.exitCode = response.ok ? 0 : 1
