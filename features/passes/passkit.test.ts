// Tests Apple's web service for passes as a phone uses it: register, push, list, fetch, unregister.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveKeys } from '#platform/keys.ts'
import { openPushSandbox, type PushSandbox } from '#providers/wallet-pass/sandbox-push.ts'
import type { Services } from '#server/services.ts'
import { closeGate } from '#tests/support/closed-gate.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person, type TestBatch } from '#tests/support/people/person.ts'
import { Phone } from '#tests/support/people/phone.ts'
import { askRows, timeoutFactor } from '#tests/support/postgres.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { openPass, readJson } from '#tests/support/stand-ins/pass-file.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { pushChanges } from './push-changes.ts'

const formerSecret = Buffer.alloc(32, 7)

let test: TestApp
let dataDir: string
let pushes: PushSandbox
let batch: TestBatch
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'passkit-'))
  test = await startTestApp({
    DATA_DIR: dataDir,
    SECRET_KEY_PREVIOUS: formerSecret.toString('hex'),
  })
  pushes = await openPushSandbox(test.databaseUrl, timeoutFactor)
  batch = await issueTestBatch(test.services.db, { kg: 100_000, priceMicros: 1_000_000 })
})
afterAll(async () => {
  await pushes.close()
  await test.close()
  rmSync(dataDir, { recursive: true })
})

async function personWithPass(): Promise<{ person: Person; phone: Phone }> {
  const person = await new Person(test.url).signIn()
  return { person, phone: await Phone.with(person) }
}

async function pushesTo(phone: Phone): Promise<string[]> {
  const all = await pushes.pushes()
  return all.filter((each) => each.push_token === phone.pushToken).map(({ answer }) => answer)
}

/** Waits until background work has had its effect, or fails. */
async function until(what: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await what())) {
    if (performance.now() > deadline) throw new Error('it did not happen')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

describe.concurrent('a phone that holds a pass', () => {
  it('registers, is pushed after a purchase, lists, fetches the new figures, and leaves', async () => {
    const { person, phone } = await personWithPass()
    expect(await phone.register()).toBe(201)
    expect(await phone.register()).toBe(200)
    const before = await phone.list()
    expect(before).toMatchObject({ status: 200, body: { serialNumbers: [person.id] } })
    expect((await phone.list(before.body.lastUpdated)).status).toBe(204)

    await person.buyByCard(batch, 120)
    await until(async () => (await pushesTo(phone)).length > 0)
    const after = await phone.list(before.body.lastUpdated)
    expect(after).toMatchObject({ status: 200, body: { serialNumbers: [person.id] } })
    const fetched = await phone.fetch()
    expect(fetched.status).toBe(200)
    const pass = readJson(openPass(fetched.bytes), 'pass.json')
    expect(pass.storeCard.primaryFields[0].value).toBe(120)
    expect(pass.storeCard.secondaryFields[0].value).toBe('Silver')
    expect((await phone.fetch(fetched.lastModified)).status).toBe(304)
    expect((await phone.list(after.body.lastUpdated)).status).toBe(204)

    expect(await phone.unregister()).toBe(200)
    expect(await phone.unregister()).toBe(200)
    expect((await phone.list()).status).toBe(204)
    await person.buyByCard(batch, 1)
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    expect(await pushesTo(phone)).toEqual(['accepted'])
  })

  it('gets the date of the last change, however late it fetches', async () => {
    const { phone } = await personWithPass()
    const first = await phone.fetch()
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect((await phone.fetch()).lastModified).toBe(first.lastModified)
  })

  it('fetches each of two changes within one second', async () => {
    const { person, phone } = await personWithPass()
    const first = await phone.fetch()
    await person.buyByCard(batch, 1)
    const second = await phone.fetch(first.lastModified)
    await person.buyByCard(batch, 1)
    const third = await phone.fetch(second.lastModified)
    const kgOf = (bytes: Uint8Array) =>
      readJson(openPass(bytes), 'pass.json').storeCard.primaryFields[0].value
    expect([kgOf(first.bytes), kgOf(second.bytes), kgOf(third.bytes)]).toEqual([0, 1, 2])
  })

  it('is pushed once for a burst of purchases, by several concurrent workers', async () => {
    // No worker pushes before the burst is over, however long it takes here.
    const gate = closeGate()
    const held = ({ passPush }: Services) => ({
      passPush: { ...passPush, push: gate.before(passPush.push) },
    })
    const still = await startTestApp({ DATA_DIR: dataDir }, held, { background: false })
    const own = await issueTestBatch(still.services.db, { kg: 100, priceMicros: 1_000_000 })
    const person = await new Person(still.url).signIn()
    const phone = await Phone.with(person)
    await phone.register()
    for (let count = 0; count < 4; count += 1) await person.buyByCard(own, 1)
    const told = await openPushSandbox(still.databaseUrl, timeoutFactor)
    expect(await gate.meet(() => pushChanges(still.services))).toBe(1)
    expect(await pushChanges(still.services)).toBe(0)
    expect(await told.pushes()).toMatchObject([{ push_token: phone.pushToken, answer: 'accepted' }])
    await told.close()
    await still.close()
  })

  it('is pushed for a gift that its owner receives, not for one that they give', async () => {
    const [ada, ben] = [await personWithPass(), await personWithPass()]
    await Promise.all([ada.phone.register(), ben.phone.register()])
    const card_token = await ada.person.cardToken()
    const reserved = await ada.person.reserve({
      ...{ batchId: batch.id, count: 7, amount: batch.price_per_kg, currency: batch.currency },
      ...{
        payment_method: 'card',
        wallet_used: 0,
        is_gift: 1,
        telephone: ben.person.phone,
        card_token,
      },
    })
    expect(reserved.status).toBe(200)
    await ada.person.complete(reserved.body.txId)
    await until(async () => (await pushesTo(ben.phone)).length > 0)
    expect(await pushesTo(ada.phone)).toEqual([])
    const { bytes } = await ben.phone.fetch()
    const pass = readJson(openPass(bytes), 'pass.json')
    expect(pass.storeCard.primaryFields[0].value).toBe(7)
  })

  it('is one of several: each is pushed, and one leaving keeps the other', async () => {
    const { person, phone } = await personWithPass()
    const watch = await Phone.with(person)
    await Promise.all([phone.register(), watch.register()])
    await personWithPass().then((other) => other.phone.register())
    const passes = async () => (await person.get('/api/profile/export')).body['wallet passes']
    expect(await passes()).toMatchObject([{ 'phones with the pass': 2 }])
    await phone.unregister()
    expect(await passes()).toMatchObject([
      { 'phones with the pass': 1, 'in Google Wallet since': null },
    ])
    await person.buyByCard(batch, 2)
    await until(async () => (await pushesTo(watch)).length > 0)
    expect(await pushesTo(phone)).toEqual([])
  })

  it('may hold the passes of two users, and learns which of them is new', async () => {
    const [ada, ben] = [await personWithPass(), await personWithPass()]
    const shared = ben.phone.onSameDeviceAs(ada.phone)
    expect([await ada.phone.register(), await shared.register()]).toEqual([201, 201])
    const both = await shared.list()
    expect([...both.body.serialNumbers].sort()).toEqual([ada.person.id, ben.person.id].sort())
    await ben.person.buyByCard(batch, 3)
    const { body } = await shared.list(both.body.lastUpdated)
    expect(body.serialNumbers).toEqual([ben.person.id])
    // The other pass stays known to the device.
    expect((await shared.list(body.lastUpdated)).status).toBe(204)
  })
})

describe('a pass changed by any statement in the database', () => {
  it.each([
    ['total_kg = total_kg + 1', true],
    [`eco_league = 'silver'`, true],
    [`offset_league = 'gold'`, true],
    [`nickname = 'Somebody'`, false],
    ['total_kg = total_kg', false],
  ])('with %s is newer: %s', async (change, isNewer) => {
    const { person, phone } = await personWithPass()
    await phone.register()
    const { body } = await phone.list()
    await test.services.db.run({
      ...{ name: `test-change-${change}`, columns: {} },
      text: `update passports set ${change} where id = '${person.id}'`,
    })
    expect((await phone.list(body.lastUpdated)).status).toBe(isNewer ? 200 : 204)
  })
})

describe.concurrent('push tokens', () => {
  it('that are no longer valid are deleted with their device', async () => {
    const { person, phone } = await personWithPass()
    phone.pushToken = `gone-${phone.pushToken}`
    await phone.register()
    await person.buyByCard(batch, 1)
    await until(async () => (await phone.list()).status === 204)
    expect(await pushesTo(phone)).toEqual(['gone'])
  })

  it('that fail are repeated at growing intervals', async () => {
    const { person, phone } = await personWithPass()
    phone.pushToken = `fail-${phone.pushToken}`
    await phone.register()
    await person.buyByCard(batch, 1)
    await until(async () => (await pushesTo(phone)).length >= 3)
    const times = (await pushes.pushes())
      .filter((each) => each.push_token === phone.pushToken)
      .map(({ at }) => at.getTime())
    const [first = 0, second = 0, third = 0] = times
    expect(second - first).toBeGreaterThan(900)
    expect(third - second).toBeGreaterThan(3_500)
  })

  it('are replaced when the device registers again', async () => {
    const { person, phone } = await personWithPass()
    await phone.register()
    const former = phone.pushToken
    phone.pushToken = `${former}-new`
    expect(await phone.register()).toBe(200)
    await person.buyByCard(batch, 1)
    await until(async () => (await pushesTo(phone)).length > 0)
    expect((await pushes.pushes()).some((each) => each.push_token === former)).toBe(false)
  })
})

describe('the web service refuses', () => {
  it('another pass’s token, a wrong one and none, everywhere', async () => {
    const [ada, ben] = [await personWithPass(), await personWithPass()]
    const real = ada.phone.token
    for (const token of [ben.phone.token, 'A'.repeat(43), '', null]) {
      ada.phone.token = token
      expect(await ada.phone.register()).toBe(401)
      expect((await ada.phone.fetch()).status).toBe(401)
      expect(await ada.phone.unregister()).toBe(401)
    }
    ada.phone.token = real
    expect(await ada.phone.register()).toBe(201)
  })

  it('another pass type, an unknown serial, and a malformed body', async () => {
    const { phone } = await personWithPass()
    const path = `/passkit/v1/devices/${phone.device}/registrations`
    const headers = { authorization: `ApplePass ${phone.token}` }
    const call = (method: string, to: string, body?: unknown) =>
      new Person(test.url).call(method, to, body, headers)
    const own = `${phone.passType}/${phone.serial}`
    const ok = { pushToken: 'abc' }
    expect((await call('POST', `${path}/pass.other/${phone.serial}`, ok)).status).toBe(401)
    expect((await call('POST', `${path}/${phone.passType}/nothing`, ok)).status).toBe(401)
    expect((await call('POST', `${path}/${own}`, {})).status).toBe(400)
    expect((await call('POST', `${path}/${own}`, { pushToken: 'x'.repeat(201) })).status).toBe(400)
    const long = `/passkit/v1/devices/${'d'.repeat(101)}/registrations/${own}`
    expect((await call('POST', long, ok)).status).toBe(400)
  })

  it.each(['{', '{}', '[]', '{"pushToken":5}'])(
    'a stranger before it reads the body %s',
    async (body) => {
      const { phone } = await personWithPass()
      const path = `/passkit/v1/devices/${phone.device}/registrations/${phone.passType}`
      const register = (token: string, serial = phone.serial) =>
        new Person(test.url).call('POST', `${path}/${serial}`, body, {
          authorization: `ApplePass ${token}`,
        })
      const refusal = { status: 401, body: { code: 'wrong_pass_token' } }
      expect(await register('A'.repeat(43))).toMatchObject(refusal)
      expect(await register(phone.token ?? '', 's'.repeat(101))).toMatchObject(refusal)
      expect((await register(phone.token ?? '')).status).toBe(400)
    },
  )

  it('more passes than a family has on one device', async () => {
    const first = await personWithPass()
    await first.phone.register()
    for (let count = 1; count < 20; count += 1) {
      const { phone } = await personWithPass()
      expect(await phone.onSameDeviceAs(first.phone).register()).toBe(201)
    }
    const { phone } = await personWithPass()
    expect(await phone.onSameDeviceAs(first.phone).register()).toBe(409)
  })
})

it('serves phones whose passes were made under the previous secret', async () => {
  const { phone } = await personWithPass()
  phone.token = deriveKeys(formerSecret).passToken(phone.serial, 0)
  expect(await phone.register()).toBe(201)
  expect((await phone.fetch()).status).toBe(200)
})

it('recognises a pass that an older backup lacks, by its own token alone', async () => {
  const { phone } = await personWithPass()
  const other = new Person(test.url)
  await test.services.db.run({
    ...{ name: 'test-forget-pass', columns: {} },
    text: `delete from wallet_passes where passport_id = '${phone.serial}'`,
  })
  expect((await phone.fetch()).status).toBe(404)
  expect(await phone.register()).toBe(201)
  expect((await phone.list()).body.serialNumbers).toEqual([phone.serial])
  const passes = `/passkit/v1/devices/${phone.device}/registrations`
  expect((await other.get(`${passes}/${phone.passType}`)).status).toBe(200)
  expect((await other.get(`${passes}/pass.other`)).status).toBe(204)
})

it('keeps the twenty newest devices of a pass', async () => {
  const { person, phone } = await personWithPass()
  await phone.register()
  for (let count = 0; count < 20; count += 1) {
    expect(await (await Phone.with(person)).register()).toBe(201)
  }
  expect((await phone.list()).status).toBe(204)
})

it('keeps a device’s reports, without its ids and up to a limit', async () => {
  const { phone } = await personWithPass()
  const anybody = new Person(test.url)
  const line = `Get pass task (serial ${phone.serial}) encountered error: ${'no answer '.repeat(60)}`
  const logs = Array.from({ length: 20 }, () => line)
  expect((await anybody.post('/passkit/v1/log', { logs })).status).toBe(200)
  const kept = test.logged.filter((each) => each.includes('encountered error'))
  expect(kept).toHaveLength(5)
  expect(kept.join('')).not.toContain(phone.serial)
  expect(Math.max(...kept.map((each) => each.length))).toBeLessThan(400)
  const huge = { logs: ['x'.repeat(20_000)] }
  expect((await anybody.post('/passkit/v1/log', huge)).status).toBe(413)
})

it('has limits: on fetches of one pass, and on calls from one address', async () => {
  const limited = await startTestApp({ DATA_DIR: dataDir, LIMITS_ON_LOOPBACK: '1' })
  try {
    const phone = await Phone.with(await new Person(limited.url).signIn())
    const { status, lastModified } = await phone.fetch()
    expect(status).toBe(200)
    for (let count = 1; count < 120; count += 1) expect((await phone.fetch()).status).toBe(200)
    expect((await phone.fetch()).status).toBe(429)
    expect((await phone.fetch(lastModified)).status).toBe(304)
    const windows = async (name: string) => {
      const text = `select distinct regexp_replace(bucket, '[0-9a-f-]{36}$', 'ID'),
        window_end - window_start = interval '1 hour' from rate_counts
        where bucket like '${name}%' order by 1`
      return askRows(limited.databaseUrl, text)
    }
    expect(await windows('pass/')).toEqual([
      ['pass/download/ID', true],
      ['pass/fetch/ID', true],
    ])
    // Another user's pass has its own limit.
    const other = await Phone.with(await new Person(limited.url).signIn())
    expect((await other.fetch()).status).toBe(200)
    for (let count = 0; count < 600; count += 1) expect((await phone.list()).status).toBe(204)
    expect((await phone.list()).status).toBe(429)
    expect(await phone.register()).toBe(429)
    expect(await phone.unregister()).toBe(429)
    const complaint = await new Person(limited.url).post('/passkit/v1/log', { logs: ['a line'] })
    expect(complaint.status).toBe(429)
    const wait = Number(complaint.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(3_600)
    expect(await windows('passkit/')).toEqual([['passkit/127.0.0.1', true]])
  } finally {
    await limited.close()
  }
})

it('one address holds one connection, however many calls it sends at once', async () => {
  const limited = await startTestApp({ DATA_DIR: dataDir, LIMITS_ON_LOOPBACK: '1' })
  const person = await new Person(limited.url).signIn()
  const anybody = new Person(limited.url)
  const complain = () => anybody.post('/passkit/v1/log', { logs: ['a line'] })
  expect((await complain()).status).toBe(200)
  const bucket = `select from rate_counts where bucket like 'passkit/%' for update`
  const lock = await holdLock(limited, bucket)
  const flood = Array.from({ length: 40 }, complain)
  await lock.untilWaiting('row')
  expect((await person.get('/api/auth/me')).status).toBe(200)
  await lock.release()
  expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(Array(40).fill(200))
  await limited.close()
})
