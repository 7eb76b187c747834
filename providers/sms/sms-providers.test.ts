// Tests the promises of the port (sms-provider.ts) with every provider that SMS_PROVIDER may name.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Webhook } from '#platform/http/guard/webhook.ts'
import { openLog } from '#platform/logger.ts'
import { openProvider, webhooksOf } from '#providers/provider-table.ts'
import { hasFaults } from '#providers/setting-faults.ts'
import { SendPermit } from '#providers/sms/send-permit.ts'
import {
  RecipientStopped,
  type SmsMessage,
  type SmsProvider,
  type SmsReport,
} from '#providers/sms/sms-provider.ts'
import { smsProviders, smsShape } from '#providers/sms/sms-providers.ts'
import { RequestRefused } from '#providers/with-timeout.ts'
import { newPhone } from '#tests/support/people/person.ts'
import { createTestDatabase, type TestDatabase, timeoutFactor } from '#tests/support/postgres.ts'
import {
  openSmsStandIn,
  publicUrl,
  type SmsStandIn,
} from '#tests/support/stand-ins/sms-stand-ins.ts'

let keyCount = 0
function message(phone: string, body = 'Your code is 012345.'): SmsMessage {
  keyCount += 1
  const permit = new SendPermit(phone)
  return { key: `message-${keyCount}`, permit, body, template: 'otp', triedSince: null }
}

it('each real provider is in the list of outside services', () => {
  const text = readFileSync('docs/outside-services.md', 'utf8')
  const real = Object.keys(smsProviders).filter((kind) => kind !== 'sandbox')
  expect(real.filter((kind) => !text.includes(`SMS_PROVIDER=${kind}`))).toEqual([])
})

describe.each(Object.entries(openSmsStandIn))('SMS by %s', (kind, openStandIn) => {
  let database: TestDatabase
  let standIn: SmsStandIn
  let sms: SmsProvider
  let webhook: Webhook<SmsReport> | undefined
  beforeAll(async () => {
    database = await createTestDatabase()
    standIn = await openStandIn(database.url)
    const values = z.object(smsShape).parse(standIn.settings)
    const settings = smsProviders[values.SMS_PROVIDER].read(values)
    if (hasFaults(settings)) throw new Error(settings.faults.join(' '))
    const host = { databaseUrl: database.url, publicUrl, timeoutFactor, clock: Date.now }
    const quiet = { log: openLog('silent'), print: () => undefined }
    sms = (await openProvider(smsProviders, settings, { ...host, ...quiet })).sms
    webhook = webhooksOf(smsProviders, settings).find(
      ({ call }) => call.path === `/webhooks/${kind}`,
    )
  })
  afterAll(async () => {
    await sms.close()
    await standIn.close()
    await database.drop()
  })

  it('delivers a message unchanged to its phone, and to no other', async () => {
    const [phone, other] = [newPhone(), newPhone()]
    const body = 'Your code is 012345.\n\n@passport.example #012345 ü €'
    const { id } = await sms.send(message(phone, body))
    const later = await sms.send(message(phone, 'Another.'))
    expect(later.id).not.toBe(id)
    expect(await standIn.storedTexts(phone)).toEqual([body, 'Another.'])
    expect(await standIn.storedTexts(other)).toEqual([])
  })

  it('sends a repeated message once, under the same id', async () => {
    const one = message(newPhone())
    const triedSince = new Date()
    const { id } = await sms.send(one)
    expect(await sms.send({ ...one, triedSince })).toEqual({ id })
    expect(await standIn.storedTexts(one.permit.to)).toEqual([one.body])
  })

  it.each(['answer', 'message'] as const)(
    'leaves the outcome open where the %s is lost, and the next attempt makes it one message',
    async (what) => {
      const one = message(newPhone())
      const triedSince = new Date()
      await standIn.loseNext(what)
      const error = await sms.send(one).catch((thrown: unknown) => thrown)
      // The message is neither refused finally, nor has the phone stopped: it is tried again.
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(RequestRefused)
      expect(await standIn.storedTexts(one.permit.to)).toEqual(what === 'answer' ? [one.body] : [])
      expect((await sms.send({ ...one, triedSince })).id).toMatch(/./)
      expect(await standIn.storedTexts(one.permit.to)).toEqual([one.body])
    },
  )

  it('sends no message to a phone that answered STOP, until it answers START', async () => {
    const phone = newPhone()
    await standIn.answer(phone, 'STOP')
    await expect(sms.send(message(phone))).rejects.toThrow(RecipientStopped)
    expect(await standIn.storedTexts(phone)).toEqual([])
    await standIn.answer(phone, 'START')
    await sms.send(message(phone))
    expect(await standIn.storedTexts(phone)).toHaveLength(1)
  })

  it('lists the answers from phones since a time, and none from before it', async () => {
    const [stopped, started] = [newPhone(), newPhone()]
    // Some providers tell whole seconds.
    const since = new Date(Date.now() - 2_000)
    await standIn.answer(stopped, 'STOP')
    await standIn.answer(started, 'START')
    const events = await sms.eventsSince(since)
    expect(events).toContainEqual({ kind: 'stopped', phone: stopped, at: expect.any(Date) })
    expect(events).toContainEqual({ kind: 'started', phone: started, at: expect.any(Date) })
    expect(await sms.eventsSince(new Date(Date.now() + 3_600_000))).toEqual([])
  })

  it('finds the answer that a webhook names, and none in our own messages', async () => {
    const phone = newPhone()
    const call = await standIn.answer(phone, 'STOP')
    expect(call === null).toBe(webhook === undefined)
    if (call !== null) {
      const told = webhook?.read(call, Date.now())
      if (typeof told !== 'object' || told.kind !== 'answered') throw new Error('no answer told')
      const found = await sms.findAnswer(told)
      expect(found).toEqual({ kind: 'stopped', phone, at: expect.any(Date) })
      const forged = { ...call, address: `${call.address}/other` }
      expect(webhook?.read(forged, Date.now())).toBe('bad_signature')
    }
    const { id } = await sms.send(message(newPhone(), 'STOP'))
    expect(await sms.findAnswer({ messageId: id })).toBeNull()
  })

  it('erases a number and the named messages to others, also when repeated', async () => {
    const [phone, other] = [newPhone(), newPhone()]
    await sms.send(message(phone, 'One.'))
    await sms.send(message(phone, 'Two.'))
    const named = await sms.send(message(other, 'About somebody.'))
    await sms.send(message(other, 'About others.'))
    const erased = { phone, messageIds: [named.id] }
    await sms.forget(erased)
    await sms.forget(erased)
    expect(await standIn.storedTexts(phone)).toEqual([])
    expect(await standIn.storedTexts(other)).toEqual(['About others.'])
  })
})
