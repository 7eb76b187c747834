// Every route of the API's description, asked as nobody should ask: whatever comes is answered below
// 500 and in the one shape of errors, the process lives, and the ledger adds up.
// FAULT_CASES sets how many (2,000 in npm test), FAULT_SEED repeats a run.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scoreComparisons } from '#features/achievements/check-scores.ts'
import { checkLedger } from '#ledger/check.ts'
import { type HostileRequest, hostileRequest, routesOf } from '#tests/faults/hostile-values.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { issueTestBatch } from '#tests/support/batch.ts'
import { creditTestWallet } from '#tests/support/credit.ts'
import { newPartner, type Partner } from '#tests/support/partner.ts'
import { type Answer, Person } from '#tests/support/person.ts'
import { randomFrom } from '#tests/support/random.ts'

const cases = Number(process.env.FAULT_CASES ?? 2_000)
const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31))
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
    'first_offset',
    'GBP',
    'GB',
    'eco',
    'bronze',
    '20',
  ]
})
afterAll(() => test.close())

function send({ method, route, path, body }: HostileRequest): Promise<Answer> {
  if (route.includes('/api/partner/')) return partner.post(path, rawJson(body))
  // Whoever is sent out asks as a stranger from then on, and comes no further than the door.
  if (route.includes('/logout')) return new Person(test.url).call(method, path, body)
  if (method !== 'POST' || route.includes('/passkit/')) return person.call(method, path, body)
  return person.signedText(path, body ?? '', { key: randomUUID() })
}

/** A partner's helper writes JSON itself: what is none goes as a text. */
function rawJson(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch {
    return body
  }
}

it(
  `${cases} hostile requests (seed ${seed}) are all answered, and none of them with a fault`,
  async () => {
    const random = randomFrom(seed)
    const description = await person.get('/api/openapi.json')
    const routes = routesOf(description.body)
    expect(routes.length).toBeGreaterThan(30)
    const statuses = new Map<number, number>()
    const wrong: unknown[] = []
    for (let sent = 0; sent < cases; sent += atOnce) {
      const requests = Array.from({ length: Math.min(atOnce, cases - sent) }, () =>
        hostileRequest(random, random.pick(routes), known),
      )
      const answers = await Promise.all(
        requests.map((request) => send(request).catch((error: Error) => error)),
      )
      for (const [index, answer] of answers.entries()) {
        const request = requests[index]
        if (answer instanceof Error) wrong.push({ request, error: answer.message })
        else {
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          if (!isInShape(answer)) wrong.push({ request, status: answer.status, body: answer.body })
        }
      }
    }
    expect(wrong.slice(0, 5).map((each) => JSON.stringify(each).slice(0, 1_000))).toEqual([])
    // They came through the doors: some were served, some refused by each kind of check.
    for (const status of [200, 400, 404, 413]) expect(statuses.get(status)).toBeGreaterThan(0)
    expect((await person.get('/api/auth/me')).status).toBe(200)
    expect((await person.get('/health/ready')).status).toBe(200)
    expect(test.logged.filter((line) => /"level":(50|60)/.test(line))).toEqual([])
    const report = await checkLedger(test.services.db, scoreComparisons)
    expect(report).toMatchObject({ ok: true, faults: [] })
  },
  timeoutMs,
)

/** What every answer says to browsers, whatever came of the request. */
const guards: readonly (readonly [header: string, value: RegExp])[] = [
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^same-origin$/],
  ['content-security-policy', /frame-ancestors 'none'/],
]

function isInShape({ status, headers, body }: Answer): boolean {
  if (!guards.every(([header, value]) => value.test(headers.get(header) ?? ''))) return false
  if (status < 400) return true
  const hasText = typeof body.error === 'string' && /^[a-z_]+$/.test(body.code)
  return status < 500 && hasText && typeof body.request_id === 'string'
}
