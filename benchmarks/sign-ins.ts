// Compares sign-ins and session checks with better-auth on the same PostgreSQL. Both servers print the
// codes that they send. Each phone number signs in once, so every sign-in creates a person.
import { type Claim, compareAll, type Finding, type Measure } from '#benchmarks/compare.ts'
import { type Connection, openConnection, requestText } from '#benchmarks/connection.ts'
import { runClients } from '#benchmarks/load.ts'
import { openPgbench } from '#benchmarks/pgbench.ts'
import { createRivalDatabase, openRival } from '#benchmarks/rivals.ts'
import { openShop, type Shop, type Shopper } from '#benchmarks/shop.ts'
import { newPhone } from '#tests/support/people/person.ts'

const readers = 64
const signers = 32
const codeTimeoutSeconds = 10
const rival = 'better-auth'

/** A server that prints the codes that it sends. */
type SignInServer = Pick<Shop, 'port' | 'onLine'>

/** A server's port, its printed codes, and the requests for a code and for its verification. */
type SignIn = {
  readonly port: number
  readonly codes: Codes
  readonly ask: (phone: string) => string
  readonly verify: (phone: string, code: string) => string
}

/** Passes printed codes to the clients that wait for them, by phone number. */
class Codes {
  readonly #waiting = new Map<string, (code: string) => void>()

  next(phone: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const timeout = setTimeout(
      () => reject(new Error(`no code for ${phone}`)),
      codeTimeoutSeconds * 1_000,
    )
    this.#waiting.set(phone, (code) => {
      clearTimeout(timeout)
      this.#waiting.delete(phone)
      resolve(code)
    })
    // If the request for the code fails, that error is reported. Then no caller awaits this promise.
    promise.catch(() => undefined)
    return promise
  }

  /** Passes a code in a line to its client. `pattern` captures the phone number and the code. */
  readLine(line: string, pattern: RegExp): void {
    const [, phone = '', code = ''] = pattern.exec(line) ?? []
    this.#waiting.get(phone)?.(code)
  }
}

export async function measureSignIns(seconds: number, rounds: number): Promise<Finding[]> {
  const shop = await openShop({ WELCOME_CREDIT: '0' })
  const pgbench = await openPgbench(shop.superuserUrl)
  const betterAuth = await openBetterAuth(
    await createRivalDatabase(shop.superuserUrl, 'better_auth'),
  )
  try {
    const ours = signInOf(shop)
    const people = await shop.signIn(readers)
    const cookies = await betterAuth.signIn(readers)
    const claims: Claim[] = [
      {
        row: '6',
        measure: 'session check (GET /api/auth/me)',
        rival: `${rival} get-session`,
        goal: 20,
        measureOurs: () => measureSessionChecks(people, seconds),
        measureRival: () => betterAuth.measureSessionChecks(cookies, seconds),
      },
      {
        row: '7',
        measure: 'request-otp and verify-otp of a new number',
        rival: `${rival} phoneNumber`,
        goal: 6,
        measureOurs: () => measurePairs(ours, seconds),
        measureRival: () => measurePairs(betterAuth.signInCalls, seconds),
      },
      {
        row: '7b',
        measure: 'the same',
        rival: 'pgbench tpcb-like, 16 clients, prepared',
        goal: 0.5,
        measureOurs: () => measurePairs(ours, seconds),
        measureRival: () => pgbench.measure(seconds),
      },
    ]
    return await compareAll(claims, rounds)
  } finally {
    await betterAuth.close()
    await shop.close()
  }
}

function openConnections(port: number, count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => openConnection(port)))
}

export function measureSessionChecks(people: readonly Shopper[], seconds: number) {
  return runClients(
    people.map((person) => async () => {
      const { status } = await person.get('/api/auth/me')
      if (status !== 200) throw new Error(`/api/auth/me answered ${status}`)
    }),
    seconds,
  )
}

function signInOf(shop: SignInServer): SignIn {
  const codes = new Codes()
  shop.onLine((line) => codes.readLine(line, /^SMS to (\+\d+): (\d{6}) /))
  const postText = (path: string, body: object) =>
    requestText('POST', path, [], JSON.stringify(body))
  return {
    codes,
    port: shop.port,
    ask: (phone) => postText('/api/auth/request-otp', { phone }),
    verify: (phone, code) => postText('/api/auth/verify-otp', { phone, code }),
  }
}

/** Opens this number of clients, each of which signs in one new phone number after the other. */
export async function openSigners(
  shop: SignInServer,
  count: number,
): Promise<(() => Promise<void>)[]> {
  const signIn = signInOf(shop)
  const connections = await openConnections(shop.port, count)
  return connections.map((connection) => () => signInNewPhone(signIn, connection))
}

async function signInNewPhone(
  { codes, ask, verify }: SignIn,
  connection: Connection,
): Promise<void> {
  const phone = newPhone()
  const code = codes.next(phone)
  const answer = await connection.send(ask(phone))
  if (answer.status !== 200) throw new Error(`a code was refused: ${answer.status} ${answer.body}`)
  const verified = await connection.send(verify(phone, await code))
  if (verified.status !== 200) throw new Error(`not signed in: ${verified.status}`)
}

async function measurePairs(signIn: SignIn, seconds: number): Promise<Measure> {
  const connections = await openConnections(signIn.port, signers)
  const measure = await runClients(
    connections.map((connection) => () => signInNewPhone(signIn, connection)),
    seconds,
  )
  for (const connection of connections) connection.close()
  return measure
}

async function openBetterAuth(databaseUrl: string) {
  const process = await openRival('better-auth-server.mjs', [databaseUrl])
  const codes = new Codes()
  const port = await new Promise<number>((resolve) => {
    process.onLine((line) => {
      const port = /^port (\d+)$/.exec(line)?.[1]
      if (port !== undefined) resolve(Number(port))
      codes.readLine(line, /^code (\+\d+) (\d+)$/)
    })
  })
  const path = '/api/auth/phone-number'
  const signInCalls: SignIn = {
    codes,
    port,
    ask: (phoneNumber) =>
      requestText('POST', `${path}/send-otp`, [], JSON.stringify({ phoneNumber })),
    verify: (phoneNumber, code) =>
      requestText('POST', `${path}/verify`, [], JSON.stringify({ phoneNumber, code })),
  }
  return {
    signInCalls,
    /** Signs this number of people in. Returns their cookies. */
    async signIn(count: number): Promise<string[]> {
      const cookies: string[] = []
      for (let index = 0; index < count; index += 1) {
        const phoneNumber = newPhone()
        const send = (to: string, body: object) =>
          fetch(`http://127.0.0.1:${port}${path}${to}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        const code = codes.next(phoneNumber)
        await send('/send-otp', { phoneNumber })
        const answer = await send('/verify', { phoneNumber, code: await code })
        const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
        if (cookie === undefined) throw new Error(`${rival} opened no session: ${answer.status}`)
        cookies.push(cookie)
      }
      return cookies
    },
    async measureSessionChecks(cookies: readonly string[], seconds: number): Promise<Measure> {
      const connections = await openConnections(port, readers)
      const measure = await runClients(
        connections.map((connection, index) => {
          const request = requestText('GET', '/api/auth/get-session', [`Cookie: ${cookies[index]}`])
          return async () => {
            const { status, body } = await connection.send(request)
            if (status !== 200 || !body.includes('"session"')) {
              throw new Error(`${rival} knows no session: ${status} ${body}`)
            }
          }
        }),
        seconds,
      )
      for (const connection of connections) connection.close()
      return measure
    },
    close: () => process.close(),
  }
}
