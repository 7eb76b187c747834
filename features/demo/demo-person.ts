// Acts as a person of the demonstration, who signs in with the sandbox's code and buys with its test cards. Every step
// is a call of the product's own API.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { signRequest } from '#platform/http/guard/request-signature.ts'
import type { SmsSandbox } from '#providers/sms/sms-sandbox.ts'

type Sent = {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}
type Answer = { readonly status: number; readonly body: unknown; readonly cookie: string | null }

/** Sends a request to the product. */
export type SendToProduct = (request: Sent) => Promise<Answer>

/** The product as the people of the demonstration reach it: its API, and the inbox of the SMS sandbox. */
export type DemoProduct = {
  readonly send: SendToProduct
  readonly smsSandbox: Pick<SmsSandbox, 'messages'>
}

export type DemoBatch = {
  readonly id: string
  readonly price_per_kg: number
  readonly currency: string
}

export type DemoPerson = {
  readonly id: string
  /** Reserves and completes a purchase under its key, once. Returns its transaction id. */
  buy(key: string, order: DemoOrder): Promise<string>
  /** Returns the batch for sale with the most kilograms, in pounds. */
  findBatch(): Promise<DemoBatch>
  setNickname(nickname: string): Promise<void>
}

export type DemoOrder = {
  readonly batch: DemoBatch
  readonly kilograms: number
  /** The number of a test card. Without one, wallets pay. */
  readonly card?: string
  /** True if wallets pay first, and the card the rest. */
  readonly walletFirst?: boolean
  readonly gift?: { readonly phone: string; readonly note: string }
}

const signedIn = z.object({
  user: z.object({ id: z.uuid() }),
  terminal: z.object({ id: z.string(), key: z.string() }),
})
const batchRow = z.object({
  id: z.uuid(),
  price_per_kg: z.number(),
  currency: z.string(),
  kg_available: z.number(),
})
const preview = z.object({
  wallet_tx_id: z.string().nullish(),
  wallet_used: z.number(),
  card_needed: z.number(),
})

/** Signs a person in, or up. */
export async function signInDemoPerson(
  { send, smsSandbox }: DemoProduct,
  phone: string,
): Promise<DemoPerson> {
  const json = { 'content-type': 'application/json' }
  const call = async (
    method: Sent['method'],
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const answer = await send({
      ...{ method, path },
      headers: { ...(text === undefined ? {} : json), ...headers },
      ...(text === undefined ? {} : { body: text }),
    })
    if (answer.status >= 400) {
      throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    }
    return answer
  }
  await call('POST', '/api/auth/request-otp', { phone })
  const [newest] = await smsSandbox.messages(phone)
  const code = /^\d{6}/.exec(newest?.body ?? '')?.[0] ?? ''
  const opened = await call('POST', '/api/auth/verify-otp', { phone, code })
  const { user, terminal } = signedIn.parse(opened.body)
  const cookie = { cookie: opened.cookie ?? '' }

  const signed = async (path: string, body: object, key: string) => {
    const nonce = `${Date.now()}.${randomBytes(12).toString('base64url')}`
    const parts = { method: 'POST', path, terminalId: terminal.id, nonce, idempotencyKey: key }
    const signature = signRequest(Buffer.from(terminal.key, 'base64url'), {
      ...parts,
      body: Buffer.from(JSON.stringify(body)),
    })
    const answer = await call('POST', path, body, {
      ...cookie,
      ...{ 'x-terminal-id': terminal.id, 'x-nonce': nonce, 'x-signature': signature },
      'idempotency-key': key,
    })
    return answer.body
  }

  const tokenOf = async (number: string) => {
    const card = { number, exp_month: 12, exp_year: 2040, cvc: '123' }
    const { body } = await call('POST', '/dev/cards', card, cookie)
    return z.object({ id: z.string() }).parse(body).id
  }

  /** Returns the payment's fields of an order. */
  async function paymentOf({ batch, kilograms, card, walletFirst = false }: DemoOrder) {
    if (card !== undefined && !walletFirst) {
      return { payment_method: 'card', wallet_used: 0, card_token: await tokenOf(card) }
    }
    const { body } = await call(
      'POST',
      '/api/wallet/prepay-preview',
      {
        ...{ phone, currency: batch.currency, user_currency: 'GBP' },
        total_price: batch.price_per_kg * kilograms,
      },
      cookie,
    )
    const { wallet_tx_id, wallet_used, card_needed } = preview.parse(body)
    const split = { wallet_tx_id, wallet_used, card_used: card_needed }
    return card_needed === 0
      ? { payment_method: 'wallet', ...split }
      : {
          payment_method: 'wallet+card',
          ...split,
          card_token: await tokenOf(card ?? '4242424242424242'),
        }
  }

  return {
    id: user.id,
    async findBatch() {
      const { body } = await call('GET', '/api/batches', undefined, cookie)
      const [best] = z
        .array(batchRow)
        .parse(body)
        .filter(({ currency }) => currency === 'GBP')
        .sort((one, other) => other.kg_available - one.kg_available || (one.id < other.id ? -1 : 1))
      if (best === undefined) throw new Error('the demonstration has no batch in pounds')
      return best
    },
    async buy(key, order) {
      const { batch, kilograms, gift } = order
      const reserved = await signed(
        '/api/tokens/getPin',
        {
          batchId: batch.id,
          count: kilograms,
          ...{ amount: batch.price_per_kg, currency: batch.currency },
          ...(await paymentOf(order)),
          ...(gift === undefined
            ? { is_gift: 0 }
            : { is_gift: 1, telephone: gift.phone, note: gift.note }),
        },
        `demo-${key}`,
      )
      const { txId } = z.object({ txId: z.string() }).parse(reserved)
      await signed('/api/tokens/validatePin', { txId }, `demo-${key}-complete`)
      return txId
    },
    async setNickname(nickname) {
      await call('PATCH', '/api/profile', { nickname }, cookie)
    },
  }
}
