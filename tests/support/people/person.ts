// Simulates a person: signs in with the code from the sandbox inbox, stores the cookie, and signs calls
// as a browser would. It uses only HTTP calls.
import { randomBytes, randomUUID } from 'node:crypto'
import { signRequest } from '#platform/http/guard/request-signature.ts'

export type Answer = {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers are judged by the tests that read them
  readonly body: any
}

export type CallOptions = {
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string
  /** Changes the headers after signing, before they are sent. */
  readonly tamper?: (headers: Record<string, string>) => void
  readonly nonce?: string
  /** Default POST. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
}

/**
 * Token of the sandbox inbox in every app that a test starts. It differs from other products' tokens,
 * because any program of this machine can read an inbox.
 */
export const inboxToken = 'inbox-token-of-tests'

let lastNumber = 7_400_100_000 + Math.floor(Math.random() * 100_000_000)

/** Returns a British mobile number that this process has not used yet. */
export function newPhone(): string {
  lastNumber += 1
  return `+44${lastNumber}`
}

export class Person {
  readonly url: string
  readonly phone: string
  cookie = ''
  terminal = { id: '', key: '' }
  id = ''

  constructor(url: string, phone = newPhone()) {
    this.url = url
    this.phone = phone
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookie === '' ? {} : { cookie: this.cookie }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    const answer = isJson && text !== '' ? JSON.parse(text) : text
    return { status: response.status, headers: response.headers, body: answer }
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path)
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.call('POST', path, body)
  }

  /** Sends a signed call with a JSON body (docs/product.md#signed-calls). */
  signed(path: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
    return this.signedText(path, body === undefined ? '' : JSON.stringify(body), options)
  }

  /** Sends a signed call with this text as its body, unchanged. */
  async signedText(path: string, text: string, options: CallOptions = {}): Promise<Answer> {
    const nonce = options.nonce ?? `${Date.now()}.${randomBytes(12).toString('base64url')}`
    const idempotencyKey = options.key ?? ''
    const method = options.method ?? 'POST'
    const signature = signRequest(Buffer.from(this.terminal.key, 'base64url'), {
      method,
      path,
      terminalId: this.terminal.id,
      nonce,
      idempotencyKey,
      body: Buffer.from(text),
    })
    const headers: Record<string, string> = {
      'x-terminal-id': this.terminal.id,
      'x-nonce': nonce,
      'x-signature': signature,
      ...(idempotencyKey === '' ? {} : { 'idempotency-key': idempotencyKey }),
      ...options.headers,
    }
    options.tamper?.(headers)
    return this.call(method, path, text === '' ? undefined : text, headers)
  }

  /** The session cookie in the form that Playwright adds to a browser. */
  get browserCookie(): { name: string; value: string; url: string } {
    const [name = '', value = ''] = this.cookie.split('=')
    return { name, value, url: this.url }
  }

  /** Waits up to 3 seconds for a code in this phone's sandbox inbox, and returns the newest. */
  async readCode(): Promise<string> {
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const query = `to=${encodeURIComponent(this.phone)}&token=${inboxToken}`
      const { body } = await this.get(`/dev/messages?${query}`)
      for (const message of body) {
        const code = /^(\d{6})\b/.exec(message.body)?.[1]
        if (code !== undefined) return code
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('no code arrived')
  }

  async signIn(): Promise<this> {
    const requested = await this.post('/api/auth/request-otp', { phone: this.phone })
    if (requested.status !== 200) throw new Error(`request-otp answered ${requested.status}`)
    const code = await this.readCode()
    const answer = await this.post('/api/auth/verify-otp', { phone: this.phone, code })
    if (answer.status !== 200) throw new Error(`verify-otp answered ${answer.status}`)
    this.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    this.terminal = answer.body.terminal
    this.id = answer.body.user.id
    return this
  }

  /** Requests a code for a change of the person's own data, and reads it in the receiver's inbox. */
  async codeFor(purpose: string, phone?: string): Promise<string> {
    const requested = await this.post('/api/profile/code', { purpose, phone })
    if (requested.status !== 200) throw new Error(`profile/code answered ${requested.status}`)
    return new Person(this.url, phone ?? this.phone).readCode()
  }

  /** Gets a card token from the sandbox, as its hosted card fields do. */
  async cardToken(number = '4242424242424242'): Promise<string> {
    const card = { number, exp_month: 12, exp_year: 2040, cvc: '123' }
    const { body } = await this.post('/dev/cards', card)
    return body.id
  }

  reserve(body: Record<string, unknown>, options: CallOptions = {}): Promise<Answer> {
    return this.signed('/api/tokens/getPin', body, options)
  }

  complete(txId: string, options: CallOptions = {}): Promise<Answer> {
    return this.signed('/api/tokens/validatePin', { txId }, options)
  }

  cancel(txId: string): Promise<Answer> {
    return this.signed('/api/tokens/cancelPin', { txId })
  }

  /** Returns a purchase as the person's activity shows it. */
  async activityOf(txId: string) {
    const { body } = await this.get('/api/tokens/transaction/me?tokens=none')
    return body.find(({ tx_id }: { readonly tx_id: string }) => tx_id === txId)
  }

  /** Reserves and completes a purchase by card; returns the transaction id. */
  async buyByCard(batch: TestBatch, count: number): Promise<string> {
    const card_token = await this.cardToken()
    const reserved = await this.reserve(cardOrder(batch, count, card_token), { key: randomUUID() })
    if (reserved.status !== 200) throw new Error(`getPin answered ${JSON.stringify(reserved.body)}`)
    const completed = await this.complete(reserved.body.txId)
    if (completed.status !== 200) throw new Error(`validatePin answered ${completed.status}`)
    return reserved.body.txId
  }
}

/** Returns the person with the same session and terminal for calls to another process. */
export function sameAt(person: Person, url: string): Person {
  const same = new Person(url, person.phone)
  same.cookie = person.cookie
  same.terminal = person.terminal
  same.id = person.id
  return same
}

export type TestBatch = {
  readonly id: string
  readonly price_per_kg: number
  readonly currency: string
}

export function cardOrder(batch: TestBatch, count: number, cardToken: string) {
  return {
    batchId: batch.id,
    count,
    amount: batch.price_per_kg,
    currency: batch.currency,
    payment_method: 'card',
    is_gift: 0,
    wallet_used: 0,
    card_token: cardToken,
  }
}
