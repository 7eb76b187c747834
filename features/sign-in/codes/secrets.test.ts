// Tests with canaries that a user's secrets appear neither in the log, the metrics nor the
// database's statistics. A copy of the database must allow no sign-in.
import { register } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendDueMessages } from '#features/messages/send-messages.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const cardNumber = '4242424242424242'
const note = 'canary-note-of-a-giver'
const nickname = 'Canary Nickname'

const tables = statement(
  'test-tables',
  { name: 'text' },
  `select quote_ident(table_name) as name from information_schema.tables
   where table_schema = 'public' and table_type = 'BASE TABLE'`,
)
const activity = statement(
  'test-activity',
  { row: 'text' },
  `select coalesce(query, '') as row from pg_stat_activity where datname = current_database()
   union all select statement from pg_prepared_statements`,
)
const logging = statement(
  'test-logging',
  { name: 'text', setting: 'text' },
  `select name, setting from pg_settings where name in
     ('log_statement', 'log_min_duration_statement', 'log_parameter_max_length_on_error')
   order by name`,
)

let test: TestApp
let person: Person
let code: string
const signatures: string[] = []

/** The code as a separate number, not as digits of a time or a longer number. */
const codeAlone = () => new RegExp(`(?<![.\\d])${code}(?!\\d)`)

beforeAll(async () => {
  test = await startTestApp()
  person = new Person(test.url)
  const receiver = await new Person(test.url).signIn()
  await person.post('/api/auth/request-otp', { phone: person.phone })
  code = await person.readCode()
  const wrong = code === '000000' ? '000001' : '000000'
  await person.post('/api/auth/verify-otp', { phone: person.phone, code: wrong })
  await person.post('/api/auth/request-otp', { phone: person.phone })
  const opened = await person.post('/api/auth/verify-otp', { phone: person.phone, code })
  person.cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  person.terminal = opened.body.terminal
  await person.call('PATCH', '/api/profile', { nickname })
  await person.call('PATCH', '/api/profile', `{"nickname": "${nickname}`)

  const tamper = (headers: Record<string, string>) => {
    signatures.push(headers['x-signature'] ?? '')
  }
  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  const order = cardOrder(batch, 50, await person.cardToken(cardNumber))
  const gift = { ...order, is_gift: 1, telephone: receiver.phone, note }
  const reserved = await person.reserve(gift, { tamper })
  expect(reserved.status).toBe(200)
  expect((await person.complete(reserved.body.txId, { tamper })).status).toBe(200)
  const told = { ...gift, note: `my card is ${cardNumber}` }
  expect((await person.reserve(told, { tamper })).status).toBe(400)
  const declined = cardOrder(batch, 50, await person.cardToken('4000000000000002'))
  expect((await person.reserve(declined, { tamper })).status).toBe(402)
  expect((await person.complete('CP-2222-2222-2222', { tamper })).status).toBe(404)
  await person.get(`/api/projects/?q=${encodeURIComponent(note)}`)
  await person.get(`/api/no/${encodeURIComponent(person.phone)}?code=${code}`)
  await sendDueMessages(test.services)
})
afterAll(() => test.close())

/** Returns the values that no log, metric or statistics view may contain. */
function secrets(): string[] {
  const token = person.cookie.split('=')[1] ?? ''
  const national = person.phone.slice(3)
  const all = [token, person.terminal.key, national, cardNumber, note, nickname, ...signatures]
  expect(all.every((secret) => secret.length > 6)).toBe(true)
  return all
}

describe('no secret of a user appears', () => {
  it('in the log', () => {
    const logged = test.logged.join('\n')
    expect(logged).toContain('/api/tokens/getPin')
    for (const secret of secrets()) expect(logged).not.toContain(secret)
    expect(logged).not.toMatch(codeAlone())
  })

  it('in the metrics', async () => {
    const figures = await register.metrics()
    expect(figures).toContain('/api/tokens/getPin')
    for (const secret of secrets()) expect(figures).not.toContain(secret)
  })

  it('in the database’s own statistics', async () => {
    const rows = await test.services.db.run(activity)
    const shown = rows.map(({ row }) => row).join('\n')
    expect(shown).toContain('select')
    for (const secret of secrets()) expect(shown).not.toContain(secret)
    expect(shown).not.toMatch(codeAlone())
    expect(await test.services.db.run(logging)).toEqual([
      { name: 'log_min_duration_statement', setting: '-1' },
      { name: 'log_parameter_max_length_on_error', setting: '0' },
      { name: 'log_statement', setting: 'none' },
    ])
  })
})

describe('a copy of the database', () => {
  it('contains no code, no session, no key, no signature and no card', async () => {
    const copied: string[] = []
    for (const { name } of await test.services.db.run(tables)) {
      const dump = statement(
        `test-dump-${name}`,
        { row: 'text' },
        `select t::text as row from ${name} t`,
      )
      for (const { row } of await test.services.db.run(dump)) copied.push(row)
    }
    const copy = copied.join('\n')
    // The copy is complete: it contains the users' data.
    for (const kept of [person.phone, note, nickname]) expect(copy).toContain(kept)
    const token = person.cookie.split('=')[1] ?? ''
    for (const secret of [token, person.terminal.key, cardNumber, ...signatures]) {
      expect(copy).not.toContain(secret)
    }
    expect(copy).not.toMatch(codeAlone())
    const bytes = Buffer.from(person.terminal.key, 'base64url').toString('hex')
    expect(copy).not.toContain(bytes)
    expect(copy).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  })
})
