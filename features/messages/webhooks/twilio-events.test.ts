// Tests Twilio's webhook for messages: signed over address and form, forged, doubled, late, in any
// order, or missing.
import { randomBytes } from 'node:crypto'
import { register } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOf } from '#tests/support/number-keys.ts'
import { makePollDue } from '#tests/support/people/card-provider-page.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import {
  openTwilioStandIn,
  signTwilio,
  type TwilioStandIn,
  twilioAccount,
  twilioSettings,
} from '#tests/support/stand-ins/twilio-stand-in.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { pollSmsEvents } from './handle-sms-events.ts'

const outcomeOf = statement(
  'test-twilio-outcome',
  { outcome: 'text', error_code: 'text?' },
  'select outcome, error_code from sms_outcomes where provider_id = $1',
)
const isStopped = statement(
  'test-twilio-stopped',
  { phone: 'text' },
  'select phone from stopped_numbers where phone = $1 and ended_at is null',
)

const origin = 'https://passport.example'

let twilio: TwilioStandIn
let test: TestApp
beforeAll(async () => {
  twilio = await openTwilioStandIn()
  const env = { PUBLIC_URL: origin, ...twilioSettings(twilio) }
  test = await startTestApp(env, undefined, { background: false })
})
afterAll(async () => {
  await test.close()
  await twilio.close()
  expect(twilio.malformed).toEqual([])
})

type Fields = Readonly<Record<string, string>>

async function tell(
  fields: Fields,
  token = twilio.password,
  path = '/webhooks/twilio',
  signedOrigin = origin,
) {
  const answer = await fetch(`${test.url}/webhooks/twilio`, {
    method: 'POST',
    headers: { 'x-twilio-signature': signTwilio(`${signedOrigin}${path}`, fields, token) },
    body: new URLSearchParams(fields),
  })
  return answer.status
}

const status = (sid: string, MessageStatus: string, more: Fields = {}) =>
  tell({ MessageSid: sid, MessageStatus, AccountSid: twilioAccount, ...more })
const answered = (sid: string, phone: string, Body: string) =>
  tell({ MessageSid: sid, From: phone, Body, SmsStatus: 'received' })
const outcome = async (sid: string) => (await test.services.db.run(outcomeOf, [sid]))[0]
const stopped = async (phone: string) =>
  (await test.services.db.run(isStopped, [hashOf(phone)])).length === 1

/** Returns how many messages were delivered, by the metrics. */
async function arrived(): Promise<number> {
  const figure = await register.getSingleMetric('messages_arrived_total')?.get()
  return figure?.values.find(({ labels }) => labels.outcome === 'delivered')?.value ?? 0
}

async function sendCode(): Promise<string> {
  const phone = newPhone()
  const { status: answer } = await new Person(test.url).post('/api/auth/request-otp', { phone })
  expect(answer).toBe(200)
  return twilio.sent.find(({ to }) => to === phone)?.sid ?? ''
}

describe('a message that was sent', () => {
  it('asks Twilio to report its outcome', async () => {
    await sendCode()
    const { body } = twilio.calls.findLast(({ operation }) => operation === 'CreateMessage') ?? {}
    expect(body.StatusCallback).toBe(`${origin}/webhooks/twilio`)
  })

  it('is delivered, whatever is reported before or after', async () => {
    const [sid, before] = [await sendCode(), await arrived()]
    expect(await status(sid, 'sent')).toBe(204)
    expect(await outcome(sid)).toBeUndefined()
    for (const each of ['read', 'undelivered', 'failed', 'delivered', 'sent']) {
      expect(await status(sid, each)).toBe(204)
      expect(await outcome(sid)).toEqual({ outcome: 'delivered', error_code: null })
    }
    expect((await arrived()) - before).toBe(1)
  })

  it.each(['undelivered', 'failed'])(
    'is not delivered (%s), and the reason is stored',
    async (word) => {
      const sid = await sendCode()
      expect(await status(sid, word, { ErrorCode: '30003' })).toBe(204)
      expect(await outcome(sid)).toEqual({ outcome: 'failed', error_code: '30003' })
      // It was delivered after all, and is still one message.
      const before = await arrived()
      expect(await status(sid, 'delivered')).toBe(204)
      expect(await outcome(sid)).toEqual({ outcome: 'delivered', error_code: null })
      expect(await arrived()).toBe(before)
    },
  )

  it('keeps its state after a forged call', async () => {
    const sid = await sendCode()
    const fields = { MessageSid: sid, MessageStatus: 'delivered' }
    expect(await tell(fields, 'another-token-of-somebody')).toBe(401)
    expect(await tell(fields, twilio.password, '/webhooks/stripe')).toBe(401)
    expect(await outcome(sid)).toBeUndefined()
    expect(await tell({ MessageStatus: 'delivered' })).toBe(400)
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, '']))
    expect(await tell({ ...fields, ...many })).toBe(400)
  })

  it.each([
    [`${origin}:443`, 204],
    [`${origin}:8443`, 401],
    ['http://passport.example', 401],
    ['https://passport.example.org', 401],
    ['https://other.example', 401],
  ])('is reported by a call that is signed over %s: %d', async (signedOrigin, expected) => {
    const sid = `SM${randomBytes(16).toString('hex')}`
    const fields = { MessageSid: sid, MessageStatus: 'delivered' }
    expect(await tell(fields, twilio.password, '/webhooks/twilio', signedOrigin)).toBe(expected)
    expect((await outcome(sid)) !== undefined).toBe(expected === 204)
  })
})

describe('a phone', () => {
  it('that answers STOP gets no message until it answers START', async () => {
    const phone = newPhone()
    expect(await answered(twilio.receive(phone, ' Stop '), phone, ' Stop ')).toBe(204)
    expect(await stopped(phone)).toBe(true)
    const later = new Date(Date.now() + 5_000)
    expect(await answered(twilio.receive(phone, 'START', later), phone, 'START')).toBe(204)
    expect(await stopped(phone)).toBe(false)
  })

  it('stops and starts by any word that Twilio accepts, in a picture message too', async () => {
    const phone = newPhone()
    const stops = ['STOPALL', 'unsubscribe', 'Cancel', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'STOP']
    const starts = ['START', 'Yes', 'UNSTOP']
    let at = Date.now()
    for (const [index, stop] of stops.entries()) {
      for (const word of [stop, starts[index % starts.length] ?? '']) {
        at += 1_000
        expect(await answered(twilio.receive(phone, word, new Date(at)), phone, word)).toBe(204)
        expect([word, await stopped(phone)]).toEqual([word, word === stop])
      }
    }
    const picture = { MessageSid: `MM${'a'.repeat(32)}`, MessageStatus: 'delivered' }
    expect(await tell(picture)).toBe(204)
    expect(await outcome(picture.MessageSid)).toMatchObject({ outcome: 'delivered' })
  })

  it('that opts out by a form of Twilio’s is asked about', async () => {
    const [phone, before] = [newPhone(), twilio.calls.length]
    const sid = twilio.receive(phone, 'STOP')
    expect(await tell({ MessageSid: sid, From: phone, Body: '', OptOutType: 'STOP' })).toBe(204)
    expect(twilio.calls.length).toBe(before + 1)
    expect(await stopped(phone)).toBe(true)
  })

  it('that leaves the interpretation empty is read by its words', async () => {
    const phone = newPhone()
    const sid = twilio.receive(phone, 'STOP')
    expect(await tell({ MessageSid: sid, From: phone, Body: 'STOP', OptOutType: '' })).toBe(204)
    expect(await stopped(phone)).toBe(true)
  })

  it.each([
    ['ARRÊT', 'OUI'],
    ['İPTAL', 'EVET'],
    ['停止', '开始'],
    ['stop it, please', 'go on'],
  ])('stops with %s and starts with %s where Twilio reads them so', async (stop, start) => {
    const phone = newPhone()
    const readAs = (OptOutType: string, Body: string, at: Date) =>
      tell({ MessageSid: twilio.receive(phone, Body, at), From: phone, Body, OptOutType })
    const at = (seconds: number) => new Date(Date.now() + seconds * 1_000)
    expect(await readAs('STOP', stop, at(0))).toBe(204)
    expect(await stopped(phone)).toBe(true)
    expect(await readAs('HELP', start, at(2))).toBe(204)
    expect(await stopped(phone)).toBe(true)
    expect(await readAs('START', start, at(4))).toBe(204)
    expect(await stopped(phone)).toBe(false)
  })

  it.each(['arrêt', 'ABMELDEN.', 'Baja', 'ferma', 'iptal', 'İPTAL', '«STOP»', 'ＳＴＯＰ'])(
    'stops with %s, also where only the poll finds it',
    async (word) => {
      const phone = newPhone()
      twilio.receive(phone, word)
      await makePollDue(test.services.db, 'sms')
      await pollSmsEvents(test.services)
      expect(await stopped(phone)).toBe(true)
    },
  )

  it('whose STOP arrives after its later START has started', async () => {
    const phone = newPhone()
    const stop = twilio.receive(phone, 'STOP', new Date(Date.now() - 60_000))
    const start = twilio.receive(phone, 'UNSTOP', new Date(Date.now() - 30_000))
    for (const [sid, word] of [
      [start, 'UNSTOP'],
      [stop, 'STOP'],
      [start, 'UNSTOP'],
      [stop, 'STOP'],
    ] as const) {
      expect(await answered(sid, phone, word)).toBe(204)
      expect(await stopped(phone)).toBe(false)
    }
  })

  it.each([
    ['after its START', ['STOP', 'START', 'STOP again', 'START']],
    ['before its START arrives', ['STOP', 'STOP again', 'START']],
  ])('that stops again %s stays so', async (_when, heard) => {
    const phone = newPhone()
    for (const each of heard) {
      const [word = '', isAgain] = each.split(' ')
      const secondsAgo = isAgain ? 20 : word === 'START' ? 40 : 60
      const sid = twilio.receive(phone, word, new Date(Date.now() - secondsAgo * 1_000))
      expect(await answered(sid, phone, word)).toBe(204)
    }
    expect(await stopped(phone)).toBe(true)
  })

  it.each([
    ['STOP', 'START'],
    ['START', 'STOP'],
  ])('that sends both in one second has stopped: %s arrives first', async (...words) => {
    const [phone, at] = [newPhone(), new Date(Math.floor(Date.now() / 1_000) * 1_000)]
    for (const word of words) {
      expect(await answered(twilio.receive(phone, word, at), phone, word)).toBe(204)
    }
    expect(await stopped(phone)).toBe(true)
  })

  it('that writes anything else stays as it is', async () => {
    const phone = newPhone()
    const sid = twilio.receive(phone, 'please stop calling me')
    expect(await answered(sid, phone, 'please stop calling me')).toBe(204)
    expect(await stopped(phone)).toBe(false)
  })
})

it('an event without a call is found by the poll', async () => {
  const [sid, arrivedSid, openSid] = [await sendCode(), await sendCode(), await sendCode()]
  const phone = newPhone()
  const setStatus = (id: string, state: string) => {
    const message = twilio.sent.find((each) => each.sid === id)
    if (message === undefined) throw new Error('nothing was sent')
    message.status = state
  }
  setStatus(sid, 'undelivered')
  setStatus(arrivedSid, 'delivered')
  setStatus(openSid, 'sent')
  twilio.receive(phone, 'STOP')
  await pollSmsEvents(test.services)
  await makePollDue(test.services.db, 'sms')
  await pollSmsEvents(test.services)
  expect(await outcome(sid)).toEqual({ outcome: 'failed', error_code: '30003' })
  expect(await outcome(arrivedSid)).toEqual({ outcome: 'delivered', error_code: null })
  expect(await outcome(openSid)).toBeUndefined()
  expect(await stopped(phone)).toBe(true)
})

it('an event that cannot be read or stored delays no other, and fails the poll', async () => {
  const phone = newPhone()
  const sid = await sendCode()
  const [message] = twilio.sent.filter((each) => each.sid === sid)
  if (message === undefined) throw new Error('nothing was sent')
  message.status = 'undelivered'
  twilio.receive(phone, 'STOP')
  twilio.damaged.push({ sid: `SM${'c'.repeat(32)}`, direction: 'inbound', from: 1, body: 'STOP' })
  await makePollDue(test.services.db, 'sms')
  await expect(pollSmsEvents(test.services)).rejects.toThrow('events that cannot be settled yet')
  expect(await stopped(phone)).toBe(true)
  expect(await outcome(sid)).toEqual({ outcome: 'failed', error_code: '30003' })
  twilio.damaged.length = 0
  await makePollDue(test.services.db, 'sms')
  await pollSmsEvents(test.services)
})

it('an answer that Twilio cannot be asked about is sent again a minute later, and counts then', async () => {
  const phone = newPhone()
  const fields = { MessageSid: twilio.receive(phone, 'STOP'), From: phone, Body: 'STOP' }
  const call = () =>
    fetch(`${test.url}/webhooks/twilio`, {
      method: 'POST',
      headers: {
        'x-twilio-signature': signTwilio(`${origin}/webhooks/twilio`, fields, twilio.password),
      },
      body: new URLSearchParams(fields),
    })
  const linesBefore = test.logged.length
  twilio.fail('FetchMessage', 'busy')
  const failed = await call()
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '60'])
  expect(await failed.json()).toMatchObject({ code: 'unavailable' })
  expect(await stopped(phone)).toBe(false)
  const lines = test.logged.slice(linesBefore)
  expect(lines.filter((line) => line.includes('SMS event not settled yet'))).toHaveLength(1)
  const again = await call()
  expect([again.status, await again.text()]).toEqual([204, ''])
  expect(await stopped(phone)).toBe(true)
})

describe('a signed call with text that PostgreSQL cannot store', () => {
  const fields = ['MessageSid', 'MessageStatus', 'ErrorCode', 'OptOutType', 'Body', 'From', 'Extra']
  it.each(fields)('in %s is refused or ignored', async (field) => {
    const sid = `SM${randomBytes(16).toString('hex')}`
    const call = { MessageSid: sid, MessageStatus: 'failed', ErrorCode: '30003' }
    for (const text of ['\0', '30\u0000', '\u00e9', ' ', 'x'.repeat(1_000)]) {
      expect([204, 400]).toContain(await tell({ ...call, [field]: text }))
    }
  })

  it('keeps the outcome of its message where only the error code is invalid', async () => {
    const sid = `SM${randomBytes(16).toString('hex')}`
    expect(await status(sid, 'failed', { ErrorCode: '\0' })).toBe(204)
    expect(await outcome(sid)).toEqual({ outcome: 'failed', error_code: null })
  })
})
