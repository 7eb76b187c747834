// Tests codes by Twilio over HTTP: sent, given up at once, and repeated once.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPhone, Person } from '#tests/support/people/person.ts'
import {
  openTwilioStandIn,
  type TwilioStandIn,
  twilioSettings,
} from '#tests/support/stand-ins/twilio-stand-in.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { sendDueMessages } from './send-messages.ts'

const stateOf = statement(
  'test-twilio-message-state',
  { state: 'text', attempts: 'int2' },
  `select state, attempts from outbox where recipient = $1`,
)
const makeDue = statement(
  'test-twilio-message-due',
  {},
  `update outbox set due_at = now() where recipient = $1`,
)

let twilio: TwilioStandIn
let test: TestApp
beforeAll(async () => {
  twilio = await openTwilioStandIn()
  test = await startTestApp(twilioSettings(twilio))
})
afterAll(async () => {
  await test.close()
  await twilio.close()
  expect(twilio.malformed).toEqual([])
})

const ask = (phone: string) => new Person(test.url, phone).post('/api/auth/request-otp', { phone })
const sentTo = (phone: string) => twilio.sent.filter(({ to }) => to === phone)
const standing = async (phone: string) => (await test.services.db.run(stateOf, [phone]))[0]

it('the answer comes after Twilio has accepted the code, and there is no sandbox inbox', async () => {
  const phone = newPhone()
  expect((await ask(phone)).status).toBe(200)
  expect(sentTo(phone)[0]?.body).toMatch(/^\d{6} is your Carbon Passport code\./)
  expect((await new Person(test.url).get('/dev/messages')).status).toBe(404)
})

it('a number that Twilio rejects is given up at once', async () => {
  const phone = newPhone()
  twilio.refuse(phone, 21211)
  expect(await ask(phone)).toMatchObject({
    status: 503,
    body: { error: 'Unable to send OTP. Please check your phone number and try again.' },
  })
  expect(await standing(phone)).toEqual({ state: 'dead', attempts: 1 })
})

it('a code whose answer was lost is sent once', async () => {
  const phone = newPhone()
  twilio.fail('CreateMessage', 'lost after')
  expect((await ask(phone)).status).toBe(503)
  await test.services.db.run(makeDue, [phone])
  await sendDueMessages(test.services)
  await expect.poll(() => standing(phone)).toEqual({ state: 'sent', attempts: 2 })
  expect(sentTo(phone)).toHaveLength(1)
})
