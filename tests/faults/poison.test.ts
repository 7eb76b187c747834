// Tests rows and files that only a mistake could write: an impossible message, an invalid pass key.
// Each fails alone, is reported to the operator, and delays no other. Limits are rows too: they
// hold across processes and restarts.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendDueMessages } from '#features/messages/send-messages.ts'
import { openDevelopmentCertificates } from '#providers/wallet-pass/development-certificates.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { messagesSentTo } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const poison = statement(
  'poison-message',
  { id: 'int8' },
  `insert into outbox (template, subject, recipient)
   values ('purchase_success', 'no id of anything', 'buyer') returning id`,
)
const makeDue = statement(
  'poison-due',
  {},
  `update outbox set due_at = now() where state = 'queued'`,
)
const messageState = statement(
  'poison-state',
  { state: 'text', attempts: 'int2' },
  'select state, attempts from outbox where id = $1',
)

let folder: string
let test: TestApp
let secondApp: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-poison-'))
  test = await startTestApp({ DATA_DIR: folder }, () => ({}), { background: false })
  const { databaseUrl = '' } = test.services.settings
  secondApp = await startTestApp({}, () => ({}), { background: false, by: () => databaseUrl })
})
afterAll(async () => {
  await secondApp.close()
  await test.close()
  await rm(folder, { recursive: true })
})

it('a message that can never be made is given up, and delays no other', async () => {
  const { services } = test
  const { db } = services
  const [row] = await db.run(poison)
  const buyer = await new Person(test.url).signIn()
  await buyer.buyByCard(await issueTestBatch(db, { kg: 100 }), 20)
  await sendDueMessages(services)
  expect(await messagesSentTo(db, buyer.phone)).toEqual(['purchase_success'])
  for (let tried = 1; tried < 8; tried += 1) {
    await db.run(makeDue)
    await sendDueMessages(services)
  }
  expect(await db.run(messageState, [row?.id])).toEqual([{ state: 'dead', attempts: 8 }])
  expect(test.logged.some((line) => line.includes('message given up'))).toBe(true)
})

it('an invalid pass key affects only the download of passes', async () => {
  await openDevelopmentCertificates(folder)
  const key = join(folder, 'pass-certificates', 'signer-key.pem')
  await rm(key)
  await writeFile(key, 'no key')
  const person = await new Person(test.url).signIn()
  const answer = await person.get(`/passport/pass/${person.id}`)
  expect([answer.status, answer.body.code]).toEqual([500, 'internal'])
  expect(JSON.stringify(answer.body)).not.toContain('key')
  expect(test.logged.some((line) => line.includes('request failed'))).toBe(true)
  expect((await person.get('/passport/me')).status).toBe(200)
})

it('guesses and codes counted by one process also count at another', async () => {
  const here = new Person(test.url)
  const there = new Person(secondApp.url, here.phone)
  const { phone } = here
  await here.post('/api/auth/request-otp', { phone })
  const code = await here.readCode()
  const wrong = code === '000000' ? '111111' : '000000'
  for (let count = 0; count < 5; count += 1) {
    const guesser = count % 2 === 0 ? here : there
    expect((await guesser.post('/api/auth/verify-otp', { phone, code: wrong })).status).toBe(400)
  }
  for (const each of [here, there]) {
    expect((await each.post('/api/auth/verify-otp', { phone, code })).status).toBe(429)
  }
  const again = await there.post('/api/auth/request-otp', { phone })
  expect([again.status, again.body.code]).toEqual([429, 'rate_limited'])
})
