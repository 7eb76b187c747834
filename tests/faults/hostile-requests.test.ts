// Sends malformed requests to every route of the API's description, every page and file. Every
// answer is below 500 and in the one shape of errors, the process stays up, and the ledger adds up.
// FAULT_CASES sets how many (2,000 in npm test), FAULT_SEED repeats a run.
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { scoreComparisons } from '#features/purchases/inspect/check-scores.ts'
import { hostileText } from '#tests/faults/hostile-texts.ts'
import {
  type HostileRequest,
  hostileRequest,
  routesOf,
  undescribedRoutes,
} from '#tests/faults/hostile-values.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import { newPartner, type Partner } from '#tests/support/people/partner.ts'
import { type Answer, Person } from '#tests/support/people/person.ts'
import { randomFrom } from '#tests/support/random.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const cases = Number(process.env.FAULT_CASES ?? 2_000)
const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Texts instead of requests; each takes a connection of its own. */
const texts = cases / 10
const atOnce = 10
const timeoutMs = Math.max(60_000, cases * 20)

let test: TestApp
let person: Person
let partner: Partner
let known: readonly string[]
beforeAll(async () => {
  test = await startTestApp()
  const { services, url } = test
  const batch = await issueTestBatch(services.db, { kg: 1_000_000 })
  const other = await new Person(url).signIn()
  const othersPurchase = await other.buyByCard(batch, 20)
  person = await new Person(url).signIn()
  await creditTestWallet(services.db, {
    passportId: person.id,
    currency: 'GBP',
    amountMinor: 100_000,
  })
  partner = await newPartner(services, url)
  const own = await person.buyByCard(batch, 20)
  const rewards = await person.get('/api/rewards/me')
  known = [
    batch.id,
    batch.projectId,
    own,
    othersPurchase,
    person.id,
    other.id,
    person.phone,
    other.phone,
    rewards.body[0].reward_id,
    await person.cardToken(),
    (await services.passSigner.identity()).passTypeId,
    'first_offset',
    'GBP',
    'GB',
    'eco',
    'bronze',
    '20',
  ]
})
afterAll(() => test.close())

function send({ method, route, path, headers, body }: HostileRequest): Promise<Answer> {
  if (route.includes('/api/partner/')) {
    return method === 'GET'
      ? partner.get(path, { headers })
      : partner.post(path, rawJson(body), { headers })
  }
  // Without a session: a signed-out caller would only test the session check from then on.
  if (route.includes('/logout')) return new Person(test.url).call(method, path, body, headers)
  if (method !== 'POST' || route.includes('/passkit/')) {
    return person.call(method, path, body, headers)
  }
  return person.signedText(path, body ?? '', { key: randomUUID(), headers })
}

/** A partner's helper writes JSON itself: an invalid body is sent as a text. */
function rawJson(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch {
    return body
  }
}

it(
  `${cases} hostile requests (seed ${seed}) are all answered below 500`,
  async () => {
    const random = randomFrom(seed)
    const description = await person.get('/api/openapi.json')
    const described = routesOf(description.body)
    expect(described.length).toBeGreaterThan(30)
    const files = await builtFiles()
    expect(files.length).toBeGreaterThan(5)
    const undescribed = undescribedRoutes(files)
    const statuses = new Map<number, number>()
    const wrong: unknown[] = []
    for (let sent = 0; sent < cases; sent += atOnce) {
      const requests = Array.from({ length: Math.min(atOnce, cases - sent) }, () =>
        hostileRequest(random, random.pick(random.next() < 0.75 ? described : undescribed), known),
      )
      const answers = await Promise.all(
        requests.map((request) => send(request).catch((error: Error) => error)),
      )
      for (const [index, answer] of answers.entries()) {
        const request = requests[index]
        if (answer instanceof Error) wrong.push({ request, error: answer.message })
        else {
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          if (!isInShape(answer, request))
            wrong.push({ request, status: answer.status, body: answer.body })
        }
      }
    }
    expect(wrong.slice(0, 5).map((each) => JSON.stringify(each).slice(0, 1_000))).toEqual([])
    // The requests reached the routes: some were served, some refused by each kind of check.
    for (const status of [200, 400, 404]) expect(statuses.get(status)).toBeGreaterThan(0)
    const tooLarge = `{"a":"${'x'.repeat(16 * 1024)}"}`
    expect((await person.signedText('/api/tokens/getPin', tooLarge)).status).toBe(413)
    expect((await person.get('/api/auth/me')).status).toBe(200)
    expect((await person.get('/health/ready')).status).toBe(200)
    expect(test.logged.filter((line) => /"level":(50|60)/.test(line))).toEqual([])
    const report = await checkLedger(test.services.db, scoreComparisons)
    expect(report).toMatchObject({ ok: true, faults: [] })
  },
  timeoutMs,
)

/** A few files of each kind in the built web app, as addresses. */
async function builtFiles(): Promise<string[]> {
  const root = join(import.meta.dirname, '../../dist/web')
  const names = await readdir(root, { recursive: true })
  const byKind = Object.groupBy(names, (name) => name.replace(/^.*?(\.\w+)*$/, '$1'))
  return Object.values(byKind).flatMap((some = []) => some.slice(0, 3).map((name) => `/${name}`))
}

const plainText = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'

/** Sends a text as it is, then the end; returns the statuses of all answers. */
function statusesFor(text: string): Promise<number[]> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(test.url).port), '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => undefined)
    socket.once('close', () =>
      resolve([...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))),
    )
    socket.end(text, 'latin1')
  })
}

it(
  `${texts} hostile texts (seed ${seed}) instead of requests are answered or disconnected`,
  async () => {
    const random = randomFrom(seed)
    const seen = new Set<number>()
    const wrong: string[] = []
    for (let sent = 0; sent < texts; sent += atOnce) {
      const batch = Array.from({ length: atOnce }, () => hostileText(random))
      const [plain, ...answers] = await Promise.all([plainText, ...batch].map(statusesFor))
      // A correct client is served meanwhile.
      expect(plain).toEqual([200])
      for (const [index, statuses] of answers.entries()) {
        for (const status of statuses) seen.add(status)
        if (statuses.some((status) => status >= 500)) wrong.push(batch[index] ?? '')
      }
    }
    expect(wrong.slice(0, 5).map((text) => JSON.stringify(text).slice(0, 1_000))).toEqual([])
    expect(seen).toContain(400)
    expect((await person.get('/health/ready')).status).toBe(200)
    expect(test.logged.filter((line) => /"level":(50|60)/.test(line))).toEqual([])
  },
  timeoutMs,
)

/** Every answer's security headers, with any status. */
const guards: readonly (readonly [header: string, value: RegExp])[] = [
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^(same-origin|no-referrer)$/],
  ['content-security-policy', /frame-ancestors 'none'/],
]

function isInShape(
  { status, headers, body }: Answer,
  { method = 'GET', route = '' }: Partial<HostileRequest> = {},
): boolean {
  if (!guards.every(([header, value]) => value.test(headers.get(header) ?? ''))) return false
  if (status < 400 || (method === 'HEAD' && status < 500)) return true
  // A page for people: there is no such certificate, or the sandbox inbox is closed to them.
  if (headers.get('content-type')?.startsWith('text/html'))
    return status === (route.endsWith(' /dev/messages') ? 401 : 404)
  const hasText = typeof body.error === 'string' && /^[a-z_]+$/.test(body.code)
  return status < 500 && hasText && typeof body.request_id === 'string'
}
