// Compares sign-ins and session checks with better-auth on the same PostgreSQL. Both print the
// codes that they send, and each number signs in once, so every pair creates a person.
import { type Claim, compare, type Finding, type Measure } from '#benchmarks/compare.ts'
import { type Connection, openConnection, requestText } from '#benchmarks/connection.ts'
import { runClients } from '#benchmarks/load.ts'
import { openPgbench } from '#benchmarks/pgbench.ts'
import { createRivalDatabase, openRival } from '#benchmarks/rivals.ts'
import { openShop, type Shop, type Shopper } from '#benchmarks/shop.ts'
import { newPhone } from '#tests/support/people/person.ts'

const readers = 64
const signers = 32
const secondsToCode = 10
const rival = 'better-auth'

/** A process that prints the codes that it sends. */
type SignInPlace = Pick<Shop, 'port' | 'onLine'>

/** The address for codes, and the two calls. */
type SignIn = {
  readonly port: number
  readonly codes: Codes
  readonly ask: (phone: string) => string
  readonly verify: (phone: string, code: string) => string
}

/** Printed codes by phone number. */
class Codes {
  readonly #waiting = new Map<string, (code: string) => void>()

  next(phone: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const late = setTimeout(() => reject(new Error(`no code for ${phone}`)), secondsToCode * 1_000)
    this.#waiting.set(phone, (code) => {
      clearTimeout(late)
      this.#waiting.delete(phone)
      resolve(code)
    })
    // A failed earlier call is reported instead.
    promise.catch(() => undefined)
    return promise
  }

  /** `pattern` finds phone and code in a line. */
  expectLine(line: string, pattern: RegExp): void {
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
        measureOurs: () => sessions(people, seconds),
        measureRival: () => betterAuth.sessions(cookies, seconds),
      },
      {
        row: '7',
        measure: 'request-otp and verify-otp of a new number',
        rival: `${rival} phoneNumber`,
        goal: 6,
        measureOurs: () => pairs(ours, seconds),
        measureRival: () => pairs(betterAuth.signingIn, seconds),
      },
      {
        row: '7b',
        measure: 'the same',
        rival: 'pgbench tpcb-like, 16 clients, prepared',
        goal: 0.5,
        measureOurs: () => pairs(ours, seconds),
        measureRival: () => pgbench.measure(seconds),
      },
    ]
    const findings: Finding[] = []
    for (const claim of claims) findings.push(await compare(claim, rounds))
    return findings
  } finally {
    await betterAuth.close()
    await shop.close()
  }
}

function openConnections(port: number, count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => openConnection(port)))
}

export function sessions(people: readonly Shopper[], seconds: number) {
  return runClients(
    people.map((person) => async () => {
      const { status } = await person.get('/api/auth/me')
      if (status !== 200) throw new Error(`/api/auth/me answered ${status}`)
    }),
    seconds,
  )
}

function signInOf(shop: SignInPlace): SignIn {
  const codes = new Codes()
  shop.onLine((line) => codes.expectLine(line, /^SMS to (\+\d+): (\d{6}) /))
  const post = (path: string, body: object) => requestText('POST', path, [], JSON.stringify(body))
  return {
    codes,
    port: shop.port,
    ask: (phone) => post('/api/auth/request-otp', { phone }),
    verify: (phone, code) => post('/api/auth/verify-otp', { phone, code }),
  }
}

/** This number of clients of `shop`, which sign in one new number after the other. */
export async function openSigners(
  shop: SignInPlace,
  count: number,
): Promise<(() => Promise<void>)[]> {
  const signIn = signInOf(shop)
  const connections = await openConnections(shop.port, count)
  return connections.map((connection) => () => signInAgain(signIn, connection))
}

async function signInAgain({ codes, ask, verify }: SignIn, connection: Connection): Promise<void> {
  const phone = newPhone()
  const sent = codes.next(phone)
  const answer = await connection.send(ask(phone))
  if (answer.status !== 200) throw new Error(`a code was refused: ${answer.status} ${answer.body}`)
  const verified = await connection.send(verify(phone, await sent))
  if (verified.status !== 200) throw new Error(`not signed in: ${verified.status}`)
}

async function pairs(signIn: SignIn, seconds: number): Promise<Measure> {
  const connections = await openConnections(signIn.port, signers)
  const measure = await runClients(
    connections.map((connection) => () => signInAgain(signIn, connection)),
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
      codes.expectLine(line, /^code (\+\d+) (\d+)$/)
    })
  })
  const path = '/api/auth/phone-number'
  const signingIn: SignIn = {
    codes,
    port,
    ask: (phoneNumber) =>
      requestText('POST', `${path}/send-otp`, [], JSON.stringify({ phoneNumber })),
    verify: (phoneNumber, code) =>
      requestText('POST', `${path}/verify`, [], JSON.stringify({ phoneNumber, code })),
  }
  return {
    signingIn,
    /** Cookies of this number of people. */
    async signIn(count: number): Promise<string[]> {
      const cookies: string[] = []
      for (let index = 0; index < count; index += 1) {
        const phoneNumber = newPhone()
        const post = (to: string, body: object) =>
          fetch(`http://127.0.0.1:${port}${path}${to}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        const sent = codes.next(phoneNumber)
        await post('/send-otp', { phoneNumber })
        const answer = await post('/verify', { phoneNumber, code: await sent })
        const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
        if (cookie === undefined) throw new Error(`${rival} opened no session: ${answer.status}`)
        cookies.push(cookie)
      }
      return cookies
    },
    async sessions(cookies: readonly string[], seconds: number): Promise<Measure> {
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
