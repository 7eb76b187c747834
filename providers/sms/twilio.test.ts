// Tests Twilio's adapter against a server that checks each request with Twilio's own OpenAPI file.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SendPermit } from '#providers/sms/send-permit.ts'
import { MessageRefused, RecipientStopped } from '#providers/sms/sms-provider.ts'
import { openTwilio } from '#providers/sms/twilio.ts'
import { newPhone } from '#tests/support/people/person.ts'
import {
  openTwilioStandIn,
  type TwilioStandIn,
  twilioAccount,
} from '#tests/support/stand-ins/twilio-stand-in.ts'

const service = { MessagingServiceSid: `MG${'0b'.repeat(16)}` }

let standIn: TwilioStandIn
beforeAll(async () => {
  standIn = await openTwilioStandIn()
})
beforeEach(() => {
  standIn.sent.length = 0
  standIn.damaged.length = 0
  standIn.calls.length = 0
})
afterAll(async () => {
  await standIn.close()
  expect(standIn.malformed).toEqual([])
})

function openSms(change = {}, timeoutMs = 3_000, publicUrl = 'https://passport.example') {
  const { url: apiUrl, password } = standIn
  const account = { accountSid: twilioAccount, username: twilioAccount, password }
  const settings = { ...account, authToken: undefined, sender: service, apiUrl, ...change }
  return openTwilio(settings, publicUrl, timeoutMs)
}

function message(change: { readonly to?: string; readonly triedSince?: Date | null } = {}) {
  const { to = newPhone(), triedSince = null } = change
  const body = '012345 is your Carbon Passport code.\n\n@passport.example #012345'
  return { key: 'outbox-1', template: 'otp', to, permit: new SendPermit(to), body, triedSince }
}

describe('a message', () => {
  it.each([
    ['the messaging service', service],
    ['a number', { From: '+447700900123' }],
    ['a name', { From: 'Passport' }],
  ])('is sent unchanged from %s', async (_name, sender) => {
    const one = message()
    const { id } = await openSms({ sender }).send(one)
    expect(standIn.sent).toMatchObject([{ sid: id, to: one.to, body: one.body }])
    expect(standIn.calls[0]?.body).toMatchObject(sender)
  })

  it('sets a status callback only where Twilio can reach us', async () => {
    const told = async (publicUrl: string) => {
      await openSms({ authToken: standIn.password }, 3_000, publicUrl).send(message())
      return standIn.calls.at(-1)?.body.StatusCallback
    }
    expect(await told('https://passport.example')).toContain('https://passport.example/')
    expect(await told('http://localhost:3000')).toBeUndefined()
  })

  it('to a phone that answered STOP is refused as such', async () => {
    const one = message()
    standIn.refuse(one.to, 21610)
    await expect(openSms().send(one)).rejects.toThrow(RecipientStopped)
  })

  it.each([21211, 21214, 21217, 21265, 21408, 21612, 21614, 21617])(
    'is given up finally after error %i',
    async (code) => {
      const one = message()
      standIn.refuse(one.to, code)
      await expect(openSms().send(one)).rejects.toThrow(MessageRefused)
    },
  )

  it.each([20429, 30001, 21606])('may be tried again after error %i', async (code) => {
    const one = message()
    standIn.refuse(one.to, code)
    const failure = await openSms()
      .send(one)
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'TwilioFailure', code: String(code) })
  })

  it('may be tried again where Twilio is busy, or refuses our account', async () => {
    standIn.fail('CreateMessage', 'busy')
    await expect(openSms().send(message())).rejects.toMatchObject({ code: '20503' })
    const stranger = openSms({ password: 'another-token' })
    await expect(stranger.send(message())).rejects.toMatchObject({ code: '20003' })
  })
})

describe('a message without an answer', () => {
  it.each(['lost before', 'lost after', 'hang'] as const)(
    'ends in time with its outcome unknown: %s',
    async (fault) => {
      standIn.fail('CreateMessage', fault)
      await expect(openSms({}, 300).send(message())).rejects.toThrow('no answer')
    },
  )

  it('that was sent is found by the next attempt, not sent twice', async () => {
    const one = message()
    const queuedAt = new Date()
    standIn.fail('CreateMessage', 'lost after')
    await expect(openSms().send(one)).rejects.toThrow()
    const { id } = await openSms().send({ ...one, triedSince: queuedAt })
    expect(standIn.sent.map(({ sid }) => sid)).toEqual([id])
  })

  it('that was not sent is sent by the next attempt, regardless of other messages to the phone', async () => {
    const one = message()
    await openSms().send(one)
    await openSms().send({ ...one, body: 'Something else.' })
    for (const earlier of standIn.sent) earlier.createdAt = new Date(Date.now() - 30_000)
    const queuedAt = new Date()
    standIn.fail('CreateMessage', 'lost before')
    await expect(openSms().send(one)).rejects.toThrow()
    await openSms().send({ ...one, triedSince: queuedAt })
    expect(standIn.sent.filter(({ body }) => body === one.body)).toHaveLength(2)
  })

  it('is searched from a few seconds before, and also behind later messages to the phone', async () => {
    const one = message()
    const triedSince = new Date(Date.now() + 3_000)
    const { id } = await openSms().send(one)
    await openSms().send({ ...one, body: 'Something else.' })
    expect(await openSms().send({ ...one, triedSince })).toEqual({ id })
  })

  it.each(['failed', 'canceled'])(
    'that Twilio could not deliver (%s) is sent again',
    async (status) => {
      const one = message()
      await openSms().send(one)
      for (const earlier of standIn.sent) earlier.status = status
      await openSms().send({ ...one, triedSince: new Date() })
      expect(standIn.sent).toHaveLength(2)
    },
  )

  it('is not sent again where the list cannot be read', async () => {
    standIn.fail('ListMessage', 'busy')
    await expect(openSms().send(message({ triedSince: new Date() }))).rejects.toThrow('20503')
    expect(standIn.sent).toEqual([])
  })
})

describe('a list', () => {
  const readable = { sid: `SM${'d'.repeat(32)}`, direction: 'outbound-api', status: 'failed' }
  const since = new Date(0)

  it.each([
    ['no object', 'a message'],
    ['no id', { ...readable, sid: undefined }],
    ['NUL in the id', { ...readable, sid: `SM\u0000${'d'.repeat(31)}` }],
    ['no time', { ...readable, direction: 'inbound', body: 'STOP', date_created: 'yesterday' }],
    ['a status of another kind', { ...readable, status: 3 }],
  ])(
    'with an entry that has %s has the others, and says that one cannot be read',
    async (_, entry) => {
      const phone = newPhone()
      standIn.receive(phone, 'STOP', new Date('2026-03-04T05:06:07Z'))
      standIn.damaged.push(entry)
      const events = await openSms().eventsSince(since)
      expect(events).toContainEqual({
        kind: 'stopped',
        phone,
        at: new Date('2026-03-04T05:06:07Z'),
      })
      expect(events.filter(({ kind }) => kind === 'unreadable')).toEqual([{ kind: 'unreadable' }])
      await expect(openSms().send(message({ triedSince: new Date() }))).rejects.toThrow()
      expect(standIn.sent).toEqual([])
    },
  )

  it('may lack fields that Twilio leaves empty', async () => {
    standIn.damaged.push(readable)
    expect((await openSms().eventsSince(since)).slice(-1)).not.toEqual([{ kind: 'unreadable' }])
    expect(await openSms().eventsSince(since)).toContainEqual({
      kind: 'failed',
      messageId: readable.sid,
      errorCode: null,
    })
  })
})

describe('erasing a number', () => {
  it('redacts every message to it and from it, and the named ones to others, over all pages', async () => {
    const sms = openSms()
    const [phone, other] = [newPhone(), newPhone()]
    for (let count = 0; count < 55; count += 1) await sms.send(message({ to: phone }))
    const named = await sms.send(message({ to: other }))
    const kept = await sms.send(message({ to: other }))
    const written = standIn.receive(phone, 'Please delete what you know of me, Ada')
    await sms.forget({ phone, messageIds: [named.id, `SM${'e'.repeat(32)}`] })
    const left = standIn.sent.filter(({ body }) => body !== '')
    expect(left.map(({ sid }) => sid)).toEqual([kept.id])
    const updated = () => standIn.calls.filter(({ operation }) => operation === 'UpdateMessage')
    expect(updated().map(({ params }) => params.Sid)).toContain(written)
    const before = standIn.calls.length
    await sms.forget({ phone, messageIds: [] })
    expect(standIn.calls.slice(before).map(({ operation }) => operation)).not.toContain(
      'UpdateMessage',
    )
  })

  it('fails where Twilio does not answer, so that it is tried again', async () => {
    const one = message()
    await openSms().send(one)
    standIn.fail('UpdateMessage', 'busy')
    await expect(openSms().forget({ phone: one.to, messageIds: [] })).rejects.toThrow('20503')
    expect(standIn.sent[0]?.body).toBe(one.body)
  })

  it('redacts all others where one fails or cannot be read', async () => {
    const [sms, phone] = [openSms(), newPhone()]
    for (let count = 0; count < 3; count += 1) await sms.send(message({ to: phone }))
    const bodies = () => standIn.sent.map(({ body }) => body)
    standIn.fail('UpdateMessage', 'busy')
    await expect(sms.forget({ phone, messageIds: [] })).rejects.toThrow('20503')
    expect(bodies().filter((body) => body === '')).toHaveLength(2)
    standIn.damaged.push({ sid: null, body: 'left' })
    await expect(sms.forget({ phone, messageIds: [] })).rejects.toThrow('cannot be read')
    expect(bodies()).toEqual(['', '', ''])
    standIn.damaged.length = 0
    await sms.forget({ phone, messageIds: [] })
  })
})
