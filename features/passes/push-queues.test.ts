// Tests the push queues with a change during a push, and with concurrent workers. Only the tests'
// own calls run.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Person } from '#tests/support/people/person.ts'
import { Phone } from '#tests/support/people/phone.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { writeGooglePass } from './pass-queries.ts'
import { pushChanges } from './push-changes.ts'
import {
  announceChanges,
  forgetDevice,
  forgetUnusedPass,
  takeDueDevices,
  takeDueGooglePasses,
} from './push-queries.ts'

const changePass = statement(
  'test-change-pass',
  {},
  'update passports set total_kg = total_kg + 1 where id = $1',
)
const announceNow = statement(
  'test-announce-now',
  {},
  'update wallet_passes set announce_at = now() where announce_at is not null',
)
const deviceOf = statement(
  'test-device',
  { attempts: 'int2', is_due: 'bool?', wait_seconds: 'int4?' },
  `select attempts, push_due_at <= now() as is_due,
     ceil(extract(epoch from push_due_at - now()))::int4 as wait_seconds
   from wallet_pass_devices where id = $1`,
)
const setAttempts = statement(
  'test-set-attempts',
  {},
  'update wallet_pass_devices set attempts = $2, push_due_at = now() where id = $1',
)
const forgetDevices = statement('test-forget-devices', {}, 'delete from wallet_pass_devices')
const linkedAgo = statement(
  'test-linked-ago',
  {},
  'update google_passes set linked_at = now() - $2::interval where id = $1',
)
const settleGooglePasses = statement(
  'test-settle-google-passes',
  {},
  'update google_passes set push_due_at = null',
)
const devicesOf = statement(
  'test-devices-of-pass',
  { device_id: 'text' },
  `select device_id from wallet_pass_registrations where passport_id = $1
   order by device_id collate "C"`,
)
const googlePasses = statement('test-google-passes', { id: 'text' }, 'select id from google_passes')
const googlePassOf = statement(
  'test-google-pass',
  { wait_seconds: 'int4', news: 'int4' },
  `select round(extract(epoch from push_due_at - now()) / 10)::int4 * 10 as wait_seconds, news
   from google_passes where id = $1`,
)
const failGooglePass = statement(
  'test-fail-google-pass',
  {},
  'update google_passes set attempts = 3, push_due_at = now() where id = $1',
)
const dueGooglePass = statement(
  'test-due-google-pass',
  { attempts: 'int2', is_due: 'bool' },
  'select attempts, push_due_at <= now() as is_due from google_passes where id = $1',
)
const dueAgo = statement(
  'test-due-ago',
  {},
  'update wallet_pass_devices set push_due_at = now() - $2::interval where id = $1',
)
const announceAgo = statement(
  'test-announce-ago',
  {},
  'update wallet_passes set announce_at = now() - $2::interval where passport_id = $1',
)
const forgetGooglePasses = statement('test-forget-google-passes', {}, 'delete from google_passes')
const insertGooglePass = statement(
  'test-insert-google-pass',
  {},
  'insert into google_passes (id, passport_id, push_due_at) values ($1, $2, now())',
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
})
afterAll(() => test.close())
beforeEach(() => test.services.db.run(forgetDevices))

type Holder = { readonly person: Person; readonly phone: Phone }

async function holder(): Promise<Holder> {
  const person = await new Person(test.url).signIn()
  const phone = await Phone.with(person)
  expect(await phone.register()).toBe(201)
  return { person, phone }
}

/** Changes the pass; the push is due at once. */
async function change({ person }: Holder): Promise<void> {
  await test.services.db.run(changePass, [person.id])
  await test.services.db.run(announceNow)
}

/** Runs one round of a worker whose pushes the test decides. Returns how many it sent. */
async function round(push: () => Promise<void> = async () => undefined): Promise<number> {
  let sent = 0
  const passPush = {
    ...test.services.passPush,
    async push() {
      sent += 1
      await push()
      return 'accepted' as const
    },
  }
  await pushChanges({ ...test.services, passPush })
  return sent
}

const fail = async () => {
  throw new Error('the far side is down')
}

async function stateOf({ phone }: Holder) {
  const [row] = await test.services.db.run(deviceOf, [phone.device])
  return row
}

describe('a device', () => {
  it('is pushed once for a change, and again for the next', async () => {
    const one = await holder()
    await change(one)
    expect([await round(), await round()]).toEqual([1, 0])
    await change(one)
    expect([await round(), await round()]).toEqual([1, 0])
  })

  it('is pushed a second time for a change that comes during a push', async () => {
    const one = await holder()
    await change(one)
    const first = await round(async () => {
      await change(one)
      expect(await round()).toBe(1)
      await change(one)
      // Another worker has announced the change, and may be sending it as well.
      await test.services.db.transaction((tx) => announceChanges(tx, 10))
    })
    expect(first).toBe(1)
    expect(await stateOf(one)).toMatchObject({ attempts: 0, is_due: true })
    expect([await round(), await round()]).toEqual([1, 0])
  })

  it('is pushed at once for a change that comes during a push that fails', async () => {
    const one = await holder()
    await change(one)
    await round(fail)
    expect(await stateOf(one)).toMatchObject({ attempts: 1, is_due: false, wait_seconds: 1 })
    await test.services.db.run(setAttempts, [one.phone.device, 5])
    await round(fail)
    expect(await stateOf(one)).toMatchObject({ attempts: 6, is_due: false, wait_seconds: 1_024 })
    await test.services.db.run(setAttempts, [one.phone.device, 5])
    await round(async () => {
      await change(one)
      await test.services.db.transaction((tx) => announceChanges(tx, 10))
      await fail()
    })
    expect(await stateOf(one)).toMatchObject({ is_due: true })
    expect([await round(), await round()]).toEqual([1, 0])
  })

  it('is given up after eight failures, until the next change', async () => {
    const one = await holder()
    await change(one)
    await test.services.db.transaction((tx) => announceChanges(tx, 10))
    await test.services.db.run(setAttempts, [one.phone.device, 6])
    await round(fail)
    expect(await stateOf(one)).toMatchObject({ attempts: 7, is_due: false })
    await test.services.db.run(setAttempts, [one.phone.device, 7])
    await round(fail)
    expect(await stateOf(one)).toMatchObject({ attempts: 0, is_due: null })
    await change(one)
    expect(await round()).toBe(1)
  })

  it('of each pass that changed since the last round is pushed, and so is Google', async () => {
    const { db } = test.services
    const holders = [await holder(), await holder(), await holder()] as const
    const [one, other, still] = holders
    for (const { person } of holders) await db.run(insertGooglePass, [person.id, person.id])
    await db.run(settleGooglePasses)
    await db.run(changePass, [one.person.id])
    await change(other)
    const pushed: string[] = []
    const push = async (token: string) => {
      pushed.push(token)
      return 'accepted' as const
    }
    const services = { ...test.services, passPush: { ...test.services.passPush, push } }
    // It counts both the passes and their devices, so that a full round is followed by the next at once.
    expect([await pushChanges(services), await pushChanges(services)]).toEqual([4, 0])
    expect(pushed.toSorted()).toEqual([one.phone.pushToken, other.phone.pushToken].toSorted())
    const due = await takeDueGooglePasses(db, 10)
    expect(due.map(({ id }) => id).toSorted()).toEqual([one.person.id, other.person.id].toSorted())
    expect(await stateOf(still)).toMatchObject({ attempts: 0, is_due: null })
    await db.run(forgetGooglePasses)
  })

  it('that is the oldest of 21 leaves one pass, and stays if it has another', async () => {
    const { db } = test.services
    const [one, relative] = [await holder(), await holder()]
    const oldest = one.phone
    const shared = relative.phone.onSameDeviceAs(oldest)
    expect(await shared.register()).toBe(201)
    const others = []
    for (let count = 0; count < 21; count += 1) {
      const phone = await Phone.with(one.person)
      expect(await phone.register()).toBe(201)
      others.push(phone)
    }
    const [second, ...kept] = others
    const idsOf = async (person: Person) =>
      (await db.run(devicesOf, [person.id])).map(({ device_id }) => device_id)
    expect(await idsOf(one.person)).toEqual(kept.map(({ device }) => device).toSorted())
    expect(await idsOf(relative.person)).toEqual([relative.phone.device, oldest.device].toSorted())
    expect(await db.run(deviceOf, [oldest.device])).toHaveLength(1)
    expect(await db.run(deviceOf, [second?.device])).toEqual([])
    // Of its two passes, the device leaves one, and then the other.
    expect(await shared.unregister()).toBe(200)
    expect(await db.run(deviceOf, [oldest.device])).toEqual([])
  })

  it('that has waited longest is pushed first', async () => {
    const { db } = test.services
    const [late, early] = [await holder(), await holder()]
    for (const [{ phone, person }, ago] of [
      [late, '1 minute'],
      [early, '2 minutes'],
    ] as const) {
      await db.run(dueAgo, [phone.device, ago])
      await db.run(announceAgo, [person.id, ago])
    }
    const due = await takeDueDevices(db, 1)
    expect(due.map(({ id }) => id)).toEqual([early.phone.device])
    await db.run(setAttempts, [early.phone.device, 5])
    await db.transaction((tx) => announceChanges(tx, 1))
    // Later changes get all their attempts again.
    expect(await stateOf(early)).toMatchObject({ attempts: 0 })
    expect(await db.transaction((tx) => announceChanges(tx, 10))).toBe(1)
  })

  it('is pushed once its owner was erased', async () => {
    const one = await holder()
    const code = await one.person.codeFor('delete')
    const removed = await one.person.signed('/api/profile', { code }, { method: 'DELETE' })
    expect(removed.status).toBe(204)
    expect(await round()).toBe(1)
  })

  it('is taken by one worker, and by another when that one ends', async () => {
    const one = await holder()
    await change(one)
    await test.services.db.transaction(async (tx) => {
      await announceChanges(tx, 10)
    })
    await test.services.db.transaction(async (tx) => {
      expect(await takeDueDevices(tx, 10)).toHaveLength(1)
      expect(await takeDueDevices(test.services.db, 10)).toEqual([])
    })
    expect(await takeDueDevices(test.services.db, 10)).toEqual([])
    expect((await stateOf(one))?.wait_seconds).toBeGreaterThan(20)
  })

  it('with a new token by the time its old one is invalid is not deleted', async () => {
    const one = await holder()
    await change(one)
    await test.services.db.transaction((tx) => announceChanges(tx, 10))
    const [due] = await takeDueDevices(test.services.db, 10)
    if (due === undefined) throw new Error('nothing is due')
    one.phone.pushToken = `${one.phone.pushToken}-new`
    expect(await one.phone.register()).toBe(200)
    await forgetDevice(test.services.db, due)
    expect(await stateOf(one)).toBeDefined()
    await forgetDevice(test.services.db, { ...due, push_token: one.phone.pushToken })
    expect(await stateOf(one)).toBeUndefined()
  })
})

describe('a pass at Google', () => {
  it('is checked ten minutes after its link, and each new link keeps it another day', async () => {
    const { person } = await holder()
    const { db } = test.services
    const id = await writeGooglePass(db, person.id, randomBytes(16).toString('hex'))
    expect(await db.run(googlePassOf, [id])).toEqual([{ wait_seconds: 600, news: 0 }])
    await db.run(linkedAgo, [id, '25 hours'])
    expect(await writeGooglePass(db, person.id, randomBytes(16).toString('hex'))).toBe(id)
    expect(await db.run(googlePassOf, [id])).toEqual([{ wait_seconds: 600, news: 1 }])
    await forgetUnusedPass(db, { id, passport_id: person.id, changes: 1, attempts: 0 })
    expect(await db.run(googlePasses)).toEqual([{ id }])
    // A change that is due now waits neither for another link nor for its earlier failures.
    await db.run(failGooglePass, [id])
    expect(await writeGooglePass(db, person.id, randomBytes(16).toString('hex'))).toBe(id)
    expect(await db.run(dueGooglePass, [id])).toEqual([{ attempts: 0, is_due: true }])
    await db.run(forgetGooglePasses)
  })

  it('is taken by one worker, and kept while its link may be used', async () => {
    const { person } = await holder()
    const { db } = test.services
    const id = randomBytes(16).toString('hex')
    await db.run(insertGooglePass, [id, person.id])
    const due = await db.transaction(async (tx) => {
      const taken = await takeDueGooglePasses(tx, 10)
      expect(await takeDueGooglePasses(db, 10)).toEqual([])
      return taken
    })
    expect(due).toMatchObject([{ id, passport_id: person.id }])
    const [pass] = due
    if (pass === undefined) throw new Error('nothing is due')
    await db.run(linkedAgo, [id, '23 hours 59 minutes'])
    await forgetUnusedPass(db, pass)
    expect(await db.run(googlePasses)).toEqual([{ id }])
    await db.run(linkedAgo, [id, '24 hours 1 minute'])
    await forgetUnusedPass(db, pass)
    expect(await db.run(googlePasses)).toEqual([])
  })
})
