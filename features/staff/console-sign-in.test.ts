// Tests invitations, passkeys and sessions of the console: who gets in, and who does not.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resetMember } from '#features/staff/members/manage-staff.ts'
import { endAllStaffAccess } from '#features/staff/sessions/staff-session-queries.ts'
import { buildConsole } from '#server/console/build-console.ts'
import { Person } from '#tests/support/people/person.ts'
import { runSql } from '#tests/support/postgres.ts'
import {
  StaffClient,
  startTestConsole,
  type TestConsole,
} from '#tests/support/servers/test-console.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let staffConsole: TestConsole
beforeAll(async () => {
  test = await startTestApp()
  staffConsole = await startTestConsole(test)
})
afterAll(async () => {
  await staffConsole.close()
  await test.close()
})

const sql = (text: string) => runSql(test.databaseUrl, text)
async function invited(...roles: string[]) {
  const { id, token } = await staffConsole.invite(`Guest ${randomUUID()}`, roles)
  return { client: new StaffClient(staffConsole.url, id, 'Guest'), token }
}

describe('an invitation', () => {
  it('registers a passkey once, and signs in', async () => {
    const { client, token } = await invited('support')
    expect(await client.register(token)).toMatchObject({
      status: 201,
      body: { roles: ['support'], needs_passkey: false, has_approvals: true },
    })
    expect((await client.get('/me')).status).toBe(200)
    const second = new StaffClient(staffConsole.url, client.id, 'Guest')
    const options = await second.post(`/invitations/${token}/options`)
    expect(options).toMatchObject({ status: 404, body: { code: 'invitation_not_found' } })
  })

  it('is not used up by its options', async () => {
    const { client, token } = await invited('look')
    for (const _ of [1, 2, 3]) {
      expect((await client.post(`/invitations/${token}/options`)).status).toBe(200)
    }
    expect((await client.register(token)).status).toBe(201)
  })

  it('is used once by 20 browsers at the same time', async () => {
    const { client, token } = await invited('look')
    const browsers = Array.from(
      { length: 20 },
      () => new StaffClient(staffConsole.url, client.id, 'Guest'),
    )
    const options = await Promise.all(
      browsers.map((each) => each.post(`/invitations/${token}/options`)),
    )
    const answers = await Promise.all(
      browsers.map((each, index) => {
        const credential = each.authenticator.create(options[index]?.body)
        return each.post(`/invitations/${token}`, { credential })
      }),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(new Set(statuses)).toEqual(new Set([201, 404]))
  })

  it.each([
    ['has expired', `update staff_invitations set expires_at = now()`],
    ['is for an ended member', `update staff set ended_at = now() where name like 'Guest%'`],
  ])('is refused if it %s', async (_, change) => {
    const { client, token } = await invited('look')
    const { body: options } = await client.post(`/invitations/${token}/options`)
    await sql(change)
    const credential = client.authenticator.create(options)
    const refused = await client.post(`/invitations/${token}`, { credential })
    expect(refused).toMatchObject({ status: 404, body: { code: 'invitation_not_found' } })
    expect((await client.get('/me')).status).toBe(401)
  })

  it.each([
    ['of another origin', { origin: 'http://localhost:1' }],
    ['for another host', { rpId: 'passport.example' }],
    ['without a verified user', { isVerified: false }],
    ['in a frame', { crossOrigin: true }],
  ])('refuses a passkey %s, and stays open', async (_, changes) => {
    const { client, token } = await invited('look')
    const { body: options } = await client.post(`/invitations/${token}/options`)
    const credential = client.authenticator.create(options, changes)
    const refused = await client.post(`/invitations/${token}`, { credential })
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_staff_passkey' } })
    expect((await client.register(token)).status).toBe(201)
  })
})

describe('a sign-in', () => {
  it('replaces the session, and confirms the passkey', async () => {
    const client = await staffConsole.signIn('support')
    const { cookie } = client
    await sql(`update staff_sessions set verified_at = now() - interval '1 hour'`)
    expect((await client.get('/me')).body.needs_passkey).toBe(true)
    expect(await client.signIn()).toMatchObject({ status: 200, body: { needs_passkey: false } })
    client.cookie = cookie
    expect((await client.get('/me')).status).toBe(401)
  })

  it('is refused alike: unknown, replayed, of another person, ended', async () => {
    const client = await staffConsole.signIn('support')
    const { body: options } = await client.post('/passkey/options')
    const credential = client.authenticator.get(options)
    expect((await client.post('/passkey', { credential })).status).toBe(200)
    const replayed = await client.post('/passkey', { credential })
    const stranger = new StaffClient(staffConsole.url, client.id, 'Guest')
    const unknown = await stranger.signIn()
    const other = await staffConsole.signIn('admin')
    const { body: fresh } = await client.post('/passkey/options')
    const userHandle = other.authenticator.userHandle
    const foreign = client.authenticator.get(fresh, { userHandle })
    const mixed = await client.post('/passkey', { credential: foreign })
    await sql(`update staff set ended_at = now() where id = '${client.id}'`)
    const ended = await client.signIn()
    for (const refused of [replayed, unknown, mixed, ended]) {
      expect(refused).toMatchObject({ status: 401, body: { code: 'staff_passkey_refused' } })
    }
  })

  it('is refused with a passkey of the product, and the product with one of the console', async () => {
    const client = await staffConsole.signIn('admin')
    const person = new Person(test.url)
    const { body: options } = await person.post('/api/auth/passkey/options')
    const credential = client.authenticator.get(options)
    expect((await person.post('/api/auth/passkey', { credential })).status).toBe(401)
    expect((await client.post('/passkey', { credential })).status).toBe(401)
  })

  it('ends a passkey whose counter goes back', async () => {
    const client = await staffConsole.signIn('look')
    const signWith = async (counter: number) => {
      const { body: options } = await client.post('/passkey/options')
      const credential = client.authenticator.get(options, { counter })
      return client.post('/passkey', { credential })
    }
    expect((await signWith(7)).status).toBe(200)
    expect((await signWith(7)).status).toBe(401)
    expect((await signWith(8)).status).toBe(401)
  })
})

describe('a session', () => {
  it.each([
    ['30 minutes without use', `last_seen_at = now() - interval '31 minutes'`],
    ['12 hours', `created_at = now() - interval '721 minutes'`],
  ])('ends after %s', async (_, change) => {
    const client = await staffConsole.signIn('look')
    expect((await client.get('/me')).status).toBe(200)
    await sql(`update staff_sessions set ${change} where staff_id = '${client.id}'`)
    expect(await client.get('/me')).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
  })

  it('ends with the sign-out', async () => {
    const client = await staffConsole.signIn('look')
    const { cookie } = client
    expect((await client.post('/logout')).status).toBe(204)
    client.cookie = cookie
    expect((await client.get('/me')).status).toBe(401)
  })

  it('of the product opens nothing here, and the other way round', async () => {
    const person = await new Person(test.url).signIn()
    const client = await staffConsole.signIn('admin')
    const { cookie } = client
    client.cookie = person.cookie
    expect((await client.get('/me')).status).toBe(401)
    const response = await fetch(`${test.url}/api/auth/me`, { headers: { cookie } })
    expect(response.status).toBe(401)
  })

  it('has a cookie that no script and no other site reads', async () => {
    const client = await staffConsole.signIn('look')
    const { headers } = await client.signIn()
    expect(headers.getSetCookie()[0]).toMatch(/^staff=[\w-]{43};.*HttpOnly.*SameSite=Strict/)
  })
})

it('no answer with data may be stored', async () => {
  const client = await staffConsole.signIn('admin')
  for (const path of ['/me', '/actions', '/audit', '/staff', '/people', '/today']) {
    const { status, headers } = await client.get(path)
    expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
  }
})

describe('an unsafe call', () => {
  it.each([
    [{ origin: 'http://localhost:1' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'none' }],
  ])('with %j is refused', async (headers) => {
    const client = await staffConsole.signIn('look')
    const refused = await client.post('/logout', undefined, headers)
    expect(refused).toMatchObject({ status: 403, body: { code: 'wrong_origin' } })
    expect((await client.get('/me')).status).toBe(200)
  })

  it('without an origin is refused', async () => {
    const { cookie } = await staffConsole.signIn('look')
    const response = await fetch(`${staffConsole.url}/console/api/logout`, {
      method: 'POST',
      headers: { cookie },
    })
    expect(response.status).toBe(403)
  })
})

it('a restore ends sessions, passkeys and invitations', async () => {
  const client = await staffConsole.signIn('look')
  const { token } = await invited('look')
  await endAllStaffAccess(test.services.db)
  expect((await client.get('/me')).status).toBe(401)
  expect((await client.signIn()).status).toBe(401)
  expect((await client.post(`/invitations/${token}/options`)).status).toBe(404)
})

it('the product does not know the console’s addresses', async () => {
  const person = await new Person(test.url).signIn()
  for (const path of ['/console/api/me', '/console/api/people', '/console']) {
    const unknown = await person.get(`${path}-nowhere`)
    const { status, body } = await person.get(path)
    expect([status, body?.code]).toEqual([unknown.status, unknown.body?.code])
  }
})

it('a reset ends the session of a sign-in that is under way', async () => {
  const { client, token } = await invited('support')
  await client.register(token)
  const lock = await holdLock(
    test,
    `select from staff_passkeys where staff_id = '${client.id}' for update`,
  )
  const signedIn = client.signIn()
  await lock.untilWaiting('row')
  const noRecord = async () => undefined
  const reset = resetMember(test.services.db, { id: null }, client.id, noRecord)
  await lock.untilWaiting('row', 2)
  await lock.release()
  await Promise.all([signedIn, reset])
  expect((await client.get('/me')).status).toBe(401)
})

it('a console at an IP address has no passkeys, and each of its calls says why', async () => {
  const settings = { ...test.services.settings, consoleUrl: 'http://192.0.2.7:3001' }
  const app = await buildConsole({ ...test.services, settings })
  const headers = { host: '192.0.2.7:3001', origin: settings.consoleUrl }
  const { client, token } = await invited('look')
  const created = client.authenticator.create(
    (await client.post(`/invitations/${token}/options`)).body,
  )
  await client.register(token)
  const used = client.authenticator.get((await client.post('/passkey/options')).body)
  for (const [path, payload] of [
    [`/invitations/${token}/options`, undefined],
    [`/invitations/${token}`, { credential: created }],
    ['/passkey/options', undefined],
    ['/passkey', { credential: used }],
  ] as const) {
    const url = `/console/api${path}`
    const answer = await app.inject({
      ...{ method: 'POST', url, headers },
      ...(payload === undefined ? {} : { payload }),
    })
    expect([path, answer.statusCode, answer.json()]).toEqual([
      path,
      404,
      {
        error: 'The console needs an address with a host name.',
        ...{ code: 'console_unavailable', request_id: expect.any(String) },
      },
    ])
  }
  await app.close()
})
