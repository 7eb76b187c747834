// Tests calls that waited for a number's lock while another call erased or moved the passport: they change nothing.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseForOwner } from '#features/own-data/erase-passport.ts'
import { moveForOwner } from '#features/own-data/move-for-owner.ts'
import { announceMove, lockAnnouncedMove } from '#features/people/announced-moves.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { holdLock, numberLock } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
})
afterAll(() => test.close())

const numberOf = statement(
  'test-number-and-erasure',
  { phone: 'text?', is_erased: 'bool' },
  'select phone, erased_at is not null as is_erased from passports where id = $1',
)
const rowOf = async ({ id }: Person) => (await test.services.db.run(numberOf, [id]))[0]
const erase = statement(
  'test-erase-passport',
  {},
  'update passports set phone = null, erased_at = now() where id = $1',
)
const moveAway = statement(
  'test-move-passport-away',
  {},
  'update passports set phone = $2 where id = $1',
)
const announce = async (person: Person, phone: string, dueAgo = '1 hour') => {
  await test.services.db.transaction((tx) => announceMove(tx, person.id, phone))
  await test.services.db.run(
    statement(
      'test-move-is-due',
      {},
      'update number_moves set due_at = now() - $2::interval where passport_id = $1',
    ),
    [person.id, dueAgo],
  )
}
const announced = (person: Person) =>
  test.services.db.transaction((tx) => lockAnnouncedMove(tx, person.id))
const moveTo = ({ id, phone: previousPhone }: Person, phone: string) =>
  moveForOwner(test.services, {
    ...{ passportId: id, previousPhone, phone, again: false },
    record: async () => undefined,
  })

/** Runs `call` while a lock of the person's number is held, and makes `change` before the call goes on. */
async function behind<Result>(
  person: Person,
  change: () => Promise<unknown>,
  call: () => Promise<Result>,
): Promise<Result> {
  const lock = await holdLock(test, numberLock(person.phone))
  const waiting = call()
  await lock.untilWaiting('advisory')
  await change()
  await lock.release()
  return waiting
}

const changes = [
  ['erased', (person: Person) => test.services.db.run(erase, [person.id])],
  ['moved', (person: Person) => test.services.db.run(moveAway, [person.id, newPhone()])],
] as const

it.each(changes)(
  'a change of number moves no passport that was %s meanwhile',
  async (_, change) => {
    const person = await new Person(test.url).signIn()
    const phone = newPhone()
    const code = await person.codeFor('change_number')
    const codes = { phone, code, new_code: await person.codeFor('change_number', phone) }
    let changed: Awaited<ReturnType<typeof rowOf>>
    const answer = await behind(
      person,
      async () => {
        await change(person)
        changed = await rowOf(person)
      },
      () => person.signed('/api/profile/phone', codes),
    )
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_code' } })
    expect(await rowOf(person)).toEqual(changed)
  },
)

it.each(changes)('a deletion leaves a passport alone that was %s meanwhile', async (_, change) => {
  const [person, other] = [await new Person(test.url).signIn(), await new Person(test.url).signIn()]
  const code = await person.codeFor('delete')
  const answer = await behind(
    person,
    () => change(person),
    () => person.signed('/api/profile', { code }, { method: 'DELETE' }),
  )
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_code' } })
  let isRecorded = false
  const refused = await behind(
    other,
    () => change(other),
    () =>
      eraseForOwner(test.services, { passportId: other.id, phone: other.phone }, async () => {
        isRecorded = true
      }),
  )
  expect(refused).toEqual({ problem: 'no_number' })
  expect(isRecorded).toBe(false)
})

it.each([
  ['erased', { problem: 'passport_erased' }],
  [
    'moved',
    { problem: 'move_objected', text: 'The number of the passport has changed meanwhile.' },
  ],
] as const)('support moves no passport that was %s meanwhile', async (kind, problem) => {
  const person = await new Person(test.url).signIn()
  const phone = newPhone()
  await announce(person, phone)
  const change = new Map(changes).get(kind)
  expect(
    await behind(
      person,
      async () => change?.(person),
      () => moveTo(person, phone),
    ),
  ).toEqual(problem)
  expect((await rowOf(person))?.phone).not.toBe(phone)
  // The first call, which would announce, writes no announcement either.
  const unannounced = await new Person(test.url).signIn()
  const answer = await behind(
    unannounced,
    async () => change?.(unannounced),
    () => moveTo(unannounced, newPhone()),
  )
  expect(answer).toEqual(problem)
  expect(await announced(unannounced)).toBeNull()
})

it('the owner’s own change of number is an objection to a move that support announced', async () => {
  const person = await new Person(test.url).signIn()
  const lost = newPhone()
  await announce(person, lost)
  const phone = newPhone()
  const code = await person.codeFor('change_number')
  const codes = { phone, code, new_code: await person.codeFor('change_number', phone) }
  expect((await person.signed('/api/profile/phone', codes)).status).toBe(200)
  const moved = Object.assign(person, { phone })
  expect(await moveTo(moved, lost)).toMatchObject({ problem: 'move_objected' })
  expect(await rowOf(person)).toEqual({ phone, is_erased: false })
})

it('of two moves of a parked passport, the second finds that its number has changed', async () => {
  const person = await new Person(test.url).signIn()
  const park = statement(
    'test-park-passport',
    {},
    `with parked as (update passports set phone = null where id = $1)
     insert into parked_passports (passport_id, phone) values ($1, $2)`,
  )
  await test.services.db.run(park, [person.id, 'former'])
  const row = `select from parked_passports where passport_id = '${person.id}' for update`
  const lock = await holdLock(test, row)
  const move = (phone: string) =>
    moveForOwner(test.services, {
      ...{ passportId: person.id, previousPhone: null, phone, again: false },
      record: async () => undefined,
    })
  const phones = [newPhone(), newPhone()]
  const moves = phones.map(move)
  await lock.untilWaiting('row', 2)
  await lock.release()
  const results = await Promise.all(moves)
  const problem = {
    problem: 'move_objected',
    text: 'The number of the passport has changed meanwhile.',
  }
  expect(results).toContainEqual({ stage: 'moved' })
  expect(results).toContainEqual(expect.objectContaining(problem))
  const moved = phones[results.findIndex((result) => 'stage' in result)]
  expect(await rowOf(person)).toEqual({ phone: moved, is_erased: false })
})
