// Simulates a partner's server for tests. The operator's use case creates its terminal, and it signs its
// calls (docs/product.md#signed-calls). It uses only API calls.
import { randomBytes, randomUUID } from 'node:crypto'
import { createTerminal, type NewTerminal } from '#features/partners/partner-terminals.ts'
import type { Database } from '#platform/database/database.ts'
import { type SignedParts, signRequest } from '#platform/http/guard/request-signature.ts'
import type { Keys } from '#platform/keys.ts'
import type { Services } from '#server/services.ts'
import { isProblem } from '#values/problem.ts'
import { type Answer, Person } from './person.ts'
import { openTestProgramme } from './programme.ts'

export const creditsPath = '/api/partner/wallet/credits'
export const debitsPath = '/api/partner/wallet/debits'

export type PartnerCall = {
  /** The idempotency key. If empty, the header is not sent. */
  readonly key?: string
  readonly nonce?: string
  /** Error of the partner's clock in milliseconds. */
  readonly clockMs?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text that is sent in place of the body's JSON. */
  readonly text?: string
  /** Values that are signed in place of the values that are sent. */
  readonly signed?: Partial<SignedParts>
  /** Returns the signature that is sent in place of the right one. */
  readonly forge?: (signature: string) => string
}

export class Partner {
  readonly url: string
  readonly terminal: Pick<NewTerminal, 'terminalId' | 'secret' | 'programmeId'>

  constructor(url: string, terminal: Partner['terminal']) {
    this.url = url
    this.terminal = terminal
  }

  async post(path: string, body: unknown, call: PartnerCall = {}): Promise<Answer> {
    const text = call.text ?? JSON.stringify(body)
    const idempotencyKey = call.key ?? randomUUID()
    const nonce = call.nonce ?? newNonce(call.clockMs)
    const { terminalId, secret } = this.terminal
    const parts = {
      method: 'POST',
      path,
      terminalId,
      nonce,
      idempotencyKey,
      body: Buffer.from(text),
      ...call.signed,
    }
    const signature = signRequest(Buffer.from(secret, 'base64url'), parts)
    return new Person(this.url).call('POST', path, text, {
      'x-terminal-id': terminalId,
      'x-nonce': nonce,
      'x-signature': call.forge?.(signature) ?? signature,
      ...(idempotencyKey === '' ? {} : { 'idempotency-key': idempotencyKey }),
      ...call.headers,
    })
  }

  credit(phone: string, amount: unknown, currency = 'GBP', call: PartnerCall = {}) {
    return this.post(creditsPath, { phone, amount, currency, source: 'Green Bank' }, call)
  }

  /** Sends a signed GET, without an idempotency key and without a body. */
  get(path: string, call: PartnerCall = {}): Promise<Answer> {
    const { terminalId, secret } = this.terminal
    const nonce = call.nonce ?? newNonce(call.clockMs)
    const parts = { method: 'GET', path, terminalId, nonce, idempotencyKey: call.key ?? '' }
    const body = Buffer.alloc(0)
    const signed = { ...parts, body, ...call.signed }
    const signature = signRequest(Buffer.from(secret, 'base64url'), signed)
    return new Person(this.url).call('GET', path, undefined, {
      'x-terminal-id': terminalId,
      'x-nonce': nonce,
      'x-signature': call.forge?.(signature) ?? signature,
      ...call.headers,
    })
  }

  debit(creditId: string, call: PartnerCall = {}) {
    return this.post(debitsPath, { credit_id: creditId }, call)
  }
}

export function newNonce(clockMs = 0): string {
  return `${Date.now() + clockMs}.${randomBytes(12).toString('base64url')}`
}

/** Returns a partner with a new terminal. Creates the programme if it does not exist. */
export async function newPartner(
  { db, keys }: Services,
  url: string,
  programmeId = `programme-${randomUUID()}`,
  lineMinor = 100_000_000,
): Promise<Partner> {
  await openTestProgramme(db, { id: programmeId, lineMinor })
  return new Partner(url, await newTerminal(db, keys, programmeId))
}

/** Creates a terminal of a test's programme. Throws if the creation is refused. */
export async function newTerminal(
  db: Database,
  keys: Keys,
  programmeId: string,
): Promise<NewTerminal> {
  const terminal = await createTerminal(db, keys, {
    holderName: 'Green Bank',
    programmeId,
    currency: 'GBP',
  })
  if (isProblem(terminal)) throw new Error(terminal.problem)
  return terminal
}

/** Returns the status and the code of an answer, so that a test compares both together. */
export const codeOf = ({ status, body }: Answer) => [status, body.code]

/** Returns the sum of a person's wallets in the person's currency. */
export async function spendable(owner: Person): Promise<number> {
  return (await owner.get('/api/wallet/me')).body.totalInUserCurrency
}
