// Uses a generated client of the API: signs in, buys, gifts, and reads the results; then a partner
// credits a wallet and reads its programme. A test compiles it next to the generated client
// (tests/api-client.test.ts), so it imports no other file of the product.
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { client } from './client.gen'
import {
  completePurchase,
  creditWallet,
  getPassport,
  getProgrammeBalance,
  listActivity,
  listBatches,
  listCredits,
  requestCode,
  reservePurchase,
  verifyCode,
} from './sdk.gen'

const [baseUrl = '', phone = '', friend = '', partnerId = '', partnerSecret = ''] =
  process.argv.slice(2)
const caller = { cookie: '', terminalId: '', key: '' }

client.setConfig({ baseUrl, throwOnError: true })
client.interceptors.request.use(async (request) => {
  if (caller.cookie !== '') request.headers.set('cookie', caller.cookie)
  if (caller.key === '') return request
  const { pathname, search } = new URL(request.url)
  const nonce = `${Date.now()}.${randomBytes(16).toString('base64url')}`
  const bytes = Buffer.from(await request.clone().arrayBuffer())
  const parts = [
    'v1',
    request.method,
    pathname + search,
    caller.terminalId,
    nonce,
    request.headers.get('idempotency-key') ?? '',
    createHash('sha256').update(bytes).digest('hex'),
  ]
  const signature = createHmac('sha256', Buffer.from(caller.key, 'base64url'))
    .update(parts.join('\n'))
    .digest('hex')
  request.headers.set('x-terminal-id', caller.terminalId)
  request.headers.set('x-nonce', nonce)
  request.headers.set('x-signature', `v1=${signature}`)
  return request
})

/** Returns the header with a new idempotency key. */
const newKeyHeader = () => ({ 'Idempotency-Key': randomUUID() })

/** Reads the sign-in code from the sandbox inbox. Like the card form, the inbox is no part of the API. */
async function readCode(): Promise<string> {
  const answer = await fetch(`${baseUrl}/dev/messages?to=${encodeURIComponent(phone)}`)
  return /\b(\d{6})\b/.exec(JSON.stringify(await answer.json()))?.[1] ?? ''
}
async function cardToken(): Promise<string> {
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' }
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(card) }
  const { id }: { id: string } = await (await fetch(`${baseUrl}/dev/cards`, request)).json()
  return id
}

async function buy(count: number, recipient?: string): Promise<string> {
  const [batch] = (await listBatches({ query: { limit: 1 } })).data ?? []
  if (batch === undefined) throw new Error('there is no batch')
  const { data: reserved } = await reservePurchase({
    headers: newKeyHeader(),
    body: {
      batchId: batch.id,
      count,
      amount: batch.price_per_kg,
      currency: batch.currency,
      payment_method: 'card',
      wallet_used: 0,
      card_token: await cardToken(),
      ...(recipient === undefined ? {} : { is_gift: 1, telephone: recipient, note: 'For you' }),
    },
  })
  const txId = reserved?.txId ?? ''
  const { data: completed } = await completePurchase({ headers: newKeyHeader(), body: { txId } })
  return `${completed?.status} ${completed?.tokens_total}`
}

async function makeCalls() {
  await requestCode({ body: { phone } })
  const { data, response } = await verifyCode({ body: { phone, code: await readCode() } })
  caller.cookie = response?.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  caller.terminalId = data?.terminal.id ?? ''
  caller.key = data?.terminal.key ?? ''
  const bought = await buy(100)
  const gifted = await buy(50, friend)
  const { data: passport } = await getPassport()
  const { data: activity = [] } = await listActivity({ query: { tokens: 'none' } })

  Object.assign(caller, { cookie: '', terminalId: partnerId, key: partnerSecret })
  const body = { phone, amount: 5, currency: 'GBP', source: 'Green "Bank"' }
  const { data: credit } = await creditWallet({ headers: newKeyHeader(), body })
  const { data: credits = [] } = await listCredits({ query: { limit: 1 } })
  const { data: programme } = await getProgrammeBalance()
  return {
    bought,
    gifted,
    held: passport?.total_offsets,
    gifts: activity.map(({ is_gift, kg }) => [is_gift, kg]),
    isRead: credit !== undefined && credits[0]?.id === credit.id,
    source: credits[0]?.source,
    given: programme?.balances.find(({ currency }) => currency === 'GBP')?.balance,
  }
}

makeCalls().then((walked) => console.log(JSON.stringify(walked)))
