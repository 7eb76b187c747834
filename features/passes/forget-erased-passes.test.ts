// Tests that a device of an erased passport loads the expired pass for 30 days, and is then forgotten.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Person } from '#tests/support/people/person.ts'
import { Phone } from '#tests/support/people/phone.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { forgetErasedPasses } from './forget-erased-passes.ts'
import { writeGooglePass } from './pass-queries.ts'

const eraseAgo = statement(
  'test-erase-pass-holder-ago',
  {},
  'update passports set erased_at = now() - $2::interval where id = $1',
)
const registrations = statement(
  'test-registrations-with-tokens',
  { passport_id: 'uuid', push_token: 'text' },
  `select r.passport_id, d.push_token from wallet_pass_devices d
   join wallet_pass_registrations r on r.device_id = d.id order by d.created_at, r.created_at`,
)
const devices = statement(
  'test-push-tokens',
  { push_token: 'text' },
  'select push_token from wallet_pass_devices order by created_at',
)
const links = statement(
  'test-linked-passports',
  { passport_id: 'uuid' },
  'select passport_id from google_passes order by linked_at',
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
})
afterAll(() => test.close())

it('devices and links of passports that were erased 30 days ago are deleted', async () => {
  const { db } = test.services
  const people = await Promise.all([1, 2, 3].map(() => new Person(test.url).signIn()))
  const [first, second, other] = people
  if (!first || !second || !other) throw new Error('three people')
  const phones: Phone[] = []
  for (const person of people) {
    const phone = await Phone.with(person)
    expect(await phone.register()).toBe(201)
    phones.push(phone)
    await writeGooglePass(db, person.id, `${person.id}-google`)
  }
  const [firstPhone, secondPhone, otherPhone] = phones
  if (!firstPhone || !secondPhone || !otherPhone) throw new Error('three phones')
  const family = (await Phone.with(second)).onSameDeviceAs(otherPhone)
  expect(await family.register()).toBe(201)

  await db.run(eraseAgo, [first.id, '29 days 23 hours'])
  await db.run(eraseAgo, [second.id, '30 days 1 minute'])
  expect(await forgetErasedPasses(db)).toBe(2)
  expect(await db.run(registrations, [])).toEqual([
    { passport_id: first.id, push_token: firstPhone.pushToken },
    { passport_id: other.id, push_token: otherPhone.pushToken },
  ])
  expect(await db.run(devices, [])).toHaveLength(2)
  expect(await db.run(links, [])).toEqual([{ passport_id: first.id }, { passport_id: other.id }])
  expect(await forgetErasedPasses(db)).toBe(0)

  // Until then a phone that was switched off loads the expired pass.
  expect((await firstPhone.list()).body.serialNumbers).toEqual([first.id])
  expect((await firstPhone.fetch()).status).toBe(200)
  expect((await secondPhone.list()).status).toBe(204)
})

it('no device is registered for an erased passport', async () => {
  const person = await new Person(test.url).signIn()
  const phone = await Phone.with(person)
  await test.services.db.run(eraseAgo, [person.id, '1 minute'])
  expect(await phone.register()).toBe(401)
  const tokens = await test.services.db.run(devices, [])
  expect(tokens).not.toContainEqual({ push_token: phone.pushToken })
})
