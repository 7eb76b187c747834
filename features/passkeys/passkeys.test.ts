// Tests passkeys over HTTP: adding, signing in, removing, and every reason to refuse one
// (docs/product.md#passkeys).
import { register } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { moveForOwner } from '#features/own-data/move-for-owner.ts'
import { suspendPasskeys } from '#features/passkeys/passkey-queries.ts'
import { blockNumber, unblockNumber } from '#features/sign-in/number/number-blocks.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { type Answer, newPhone, Person } from '#tests/support/people/person.ts'
import {
  type Changes,
  SoftwareAuthenticator,
} from '#tests/support/people/software-authenticator.ts'
import { startTestApp, startTestAppBeside, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const list = '/api/profile/passkeys'
const newOptions = `${list}/options`
const options = '/api/auth/passkey/options'
const signIn = '/api/auth/passkey'

/** The app's clock runs ahead by this time, in milliseconds. */
let aheadMs = 0
let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, () => ({ clock: () => Date.now() + aheadMs }))
})
beforeEach(() => {
  aheadMs = 0
})
afterAll(() => test.close())

const countPassports = statement(
  'test-count-passports',
  { count: 'int8' },
  'select count(*) as count from passports',
)
/** Counts no row of sent messages, since those of other tests leave in the background. */
const countRows = statement(
  'test-count-passkey-rows',
  { count: 'int8' },
  `select (select count(*) from passkeys) + (select count(*) from request_nonces)
     + (select count(*) from sessions)
     + (select count(*) from rate_counts where bucket not like 'sms/%') as count`,
)
const ageCodes = statement(
  'test-age-passkey-codes',
  {},
  `update sessions set code_at = now() - make_interval(mins => $2),
     created_at = now() - make_interval(mins => $2) where passport_id = $1`,
)
const makeIdle = statement(
  'test-idle-with-passkey',
  {},
  `with ended as (delete from sessions where passport_id = $1)
   update passports set signed_in_at = now() - interval '13 months' where id = $1`,
)
const throttle = statement(
  'test-throttle-owner-of-passkey',
  {},
  `update sign_in_attempts set blocked_until = now() + interval '1 hour' where number_hash = $1`,
)
const passNotice = statement(
  'test-pass-notice-of-move',
  {},
  `update number_moves set due_at = now() where passport_id = $1`,
)
const letAskAgain = statement(
  'test-passkey-ask-again',
  {},
  `update sign_in_attempts set sent_at = '{}', resend_at = now() where number_hash = $1`,
)

const run = async (work: typeof countRows) => (await test.services.db.run(work))[0]?.count
const member = () => new Person(test.url).signIn()
const titlesOf = async ({ phone }: Person): Promise<string[]> => {
  const { body } = await new Person(test.url).get(`/dev/messages?to=${encodeURIComponent(phone)}`)
  return body.map(({ template }: { template: string }) => template)
}
const requestChallenge = async () => (await new Person(test.url).post(options)).body

async function add(
  person: Person,
  authenticator: SoftwareAuthenticator,
  changes: Changes = {},
): Promise<Answer> {
  const { body } = await person.signed(newOptions, undefined)
  return person.signed(list, { credential: authenticator.create(body, changes) })
}

async function withPasskey(step = 0, person?: Person) {
  const owner = person ?? (await member())
  const authenticator = new SoftwareAuthenticator(test.url, step)
  const { status, body } = await add(owner, authenticator)
  expect(status).toBe(201)
  return { owner, authenticator, id: String(body.id) }
}

async function use(authenticator: SoftwareAuthenticator, changes: Changes = {}): Promise<Answer> {
  const credential = authenticator.get(await requestChallenge(), changes)
  return new Person(test.url).post(signIn, { credential })
}

const shapeOf = ({ status, headers, body }: Answer) => ({
  status,
  headers: [...headers.keys()].filter((name) => name !== 'date').sort(),
  body: { ...body, request_id: '' },
})
const refusal = {
  status: 401,
  body: { code: 'passkey_refused', error: 'This passkey cannot sign in. Please use a code.' },
}

describe('a passkey', () => {
  it('signs in without a code, as a code does, and its owner gets an SMS', async () => {
    const { owner, authenticator, id } = await withPasskey()
    const added = { id, name: 'Passkey', last_used_at: null, created_at: expect.any(String) }
    expect((await owner.get(list)).body).toEqual([added])
    const answer = await use(authenticator)
    expect(answer).toMatchObject({ status: 200, body: { user: { id: owner.id } } })
    const browser = new Person(test.url, owner.phone)
    browser.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    browser.terminal = answer.body.terminal
    expect((await browser.get('/api/auth/me')).body).toEqual(answer.body.user)
    expect((await browser.complete('CP-2222-2222-2222')).status).toBe(404)
    expect((await browser.get('/api/profile/sessions')).body.sessions).toHaveLength(2)
    const [{ last_used_at }] = (await owner.get(list)).body
    expect(Date.parse(last_used_at)).toBeGreaterThan(Date.now() - 60_000)
    await expect.poll(() => titlesOf(owner)).toContain('passkey_added')
  })

  it('is named by its browser, or by its owner', async () => {
    const owner = await member()
    const agent =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
    const names = []
    for (const [name, headers] of [
      [undefined, { 'user-agent': agent }],
      [' Ada’s phone ', {}],
    ] as const) {
      const { body } = await owner.signed(newOptions, undefined)
      const credential = new SoftwareAuthenticator(test.url).create(body)
      const answer = await owner.signed(list, { credential, name }, { headers })
      names.push(answer.body.name)
    }
    expect(names).toEqual(['Chrome, Linux', "Ada's phone"])
    for (const name of ['', 'x'.repeat(41), 'a\u202eb']) {
      const { body } = await owner.signed(newOptions, undefined)
      const credential = new SoftwareAuthenticator(test.url).create(body)
      expect((await owner.signed(list, { credential, name })).status).toBe(400)
    }
    const { body } = await owner.signed(newOptions, undefined)
    const credential = new SoftwareAuthenticator(test.url).create(body)
    const refused = await owner.signed(list, { credential, name: 'Key 4000 0566 5566 5556' })
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'card_number_refused', field: 'name' },
    })
  })

  it('has the host of the product, the masked number, and one user handle for all', async () => {
    const { owner, authenticator } = await withPasskey()
    const { body } = await owner.signed(newOptions, undefined)
    const name = `+44•••••${owner.phone.slice(-3)}`
    expect(body).toMatchObject({
      rp: { id: 'localhost', name: 'Carbon Passport' },
      user: { id: authenticator.userHandle, name, displayName: name },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.credentialId.toString('base64url') }],
    })
    expect(Buffer.from(authenticator.userHandle, 'base64url')).toHaveLength(32)
    expect((await requestChallenge()).rpId).toBe('localhost')
  })

  it('counts as a fresh code for the export and signing keys, not for a deletion or a move', async () => {
    const { owner, authenticator } = await withPasskey()
    const { body, headers } = await use(authenticator)
    owner.cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    owner.terminal = body.terminal
    expect((await owner.get('/api/profile/export')).body.passkeys).toMatchObject([
      { name: 'Passkey', 'last used': expect.any(String) },
    ])
    owner.terminal = (await owner.post('/api/auth/terminal')).body
    const erased = await owner.signed('/api/profile', { code: '' }, { method: 'DELETE' })
    expect(erased.body.code).toBe('invalid_code')
    const moved = { phone: newPhone(), code: '', new_code: '' }
    expect((await owner.signed('/api/profile/phone', moved)).body.code).toBe('invalid_code')
  })

  it('signs in while others use up the codes of its number', async () => {
    const { owner, authenticator } = await withPasskey()
    const { phone } = owner
    await test.services.db.run(throttle, [hashOf(phone)])
    expect((await owner.post('/api/auth/request-otp', { phone })).status).toBe(429)
    expect((await use(authenticator)).status).toBe(200)
  })

  it('opens an idle passport without the question whose it is', async () => {
    const { owner, authenticator } = await withPasskey()
    await test.services.db.run(makeIdle, [owner.id])
    expect((await use(authenticator)).body.user.id).toBe(owner.id)
  })

  it('stays when its owner changes the number', async () => {
    const { owner, authenticator } = await withPasskey()
    const phone = newPhone()
    const code = await owner.codeFor('change_number')
    const new_code = await owner.codeFor('change_number', phone)
    const moved = await owner.signed('/api/profile/phone', { phone, code, new_code })
    expect(moved.status).toBe(200)
    expect((await use(authenticator)).body.user).toMatchObject({ id: owner.id, phone })
  })

  it('recognises a browser that signed in before, which keeps its own attempts', async () => {
    const { authenticator } = await withPasskey()
    async function browserAfter(cookie: string): Promise<string> {
      const credential = authenticator.get(await requestChallenge())
      const answer = await new Person(test.url).call('POST', signIn, { credential }, { cookie })
      expect(answer.status).toBe(200)
      return answer.headers.getSetCookie().find((each) => each.startsWith('device=')) ?? ''
    }
    const idOf = (cookie: string) => cookie.split('.')[0]
    const first = await browserAfter('none=')
    expect(idOf(first)).toMatch(/^device=[\w-]{22}$/)
    expect(idOf(await browserAfter(first.split(';')[0] ?? ''))).toBe(idOf(first))
    expect(idOf(await browserAfter('none='))).not.toBe(idOf(first))
  })
})

describe('every field', () => {
  it('of the options for a new passkey and for a sign-in', async () => {
    const { owner, authenticator } = await withPasskey()
    const { body } = await owner.signed(newOptions, undefined)
    const name = `+44•••••${owner.phone.slice(-3)}`
    expect(body).toEqual({
      rp: { id: 'localhost', name: 'Carbon Passport' },
      user: { id: authenticator.userHandle, name, displayName: name },
      challenge: expect.any(String),
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      attestation: 'none',
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      excludeCredentials: [
        { type: 'public-key', id: authenticator.credentialId.toString('base64url') },
      ],
    })
    expect(await requestChallenge()).toEqual({
      ...{ challenge: expect.any(String), rpId: 'localhost' },
      ...{ timeout: 300_000, userVerification: 'required' },
    })
  })

  it('of the list, newest first, and of the export; only the used one has a use', async () => {
    const { owner, authenticator, id } = await withPasskey()
    const second = new SoftwareAuthenticator(test.url)
    const { body } = await owner.signed(newOptions, undefined)
    const credential = second.create(body)
    const added = (await owner.signed(list, { credential, name: 'Blue' })).body
    const moment = expect.stringMatching(/^20.*Z$/)
    expect(added).toEqual({ id: added.id, name: 'Blue', created_at: moment, last_used_at: null })
    expect((await use(authenticator)).status).toBe(200)
    const passkeys = (await owner.get(list)).body
    expect(passkeys).toEqual([
      { id: added.id, name: 'Blue', created_at: moment, last_used_at: null },
      { id, name: 'Passkey', created_at: moment, last_used_at: moment },
    ])
    const idOf = (each: SoftwareAuthenticator) => each.credentialId.toString('base64url')
    expect((await owner.get('/api/profile/export')).body.passkeys).toEqual([
      {
        ...{ name: 'Blue', 'id on its device': idOf(second) },
        ...{ added: passkeys[0].created_at, 'last used': null },
      },
      {
        ...{ name: 'Passkey', 'id on its device': idOf(authenticator) },
        ...{ added: passkeys[1].created_at, 'last used': passkeys[1].last_used_at },
      },
    ])
    const removed = await owner.signed(`${list}/${id}`, undefined, { method: 'DELETE' })
    expect(removed.status).toBe(204)
    expect((await owner.get(list)).body).toEqual([passkeys[0]])
    expect((await use(authenticator)).status).toBe(401)
    expect((await use(second)).status).toBe(200)
  })

  it('a sign-in with a passkey counts as one, and a refused one as none', async () => {
    const steps = async () => {
      const values = (await register.getSingleMetric('sign_ins_total')?.get())?.values ?? []
      return Object.fromEntries(values.map(({ labels, value }) => [labels.step, value]))
    }
    const { owner, authenticator } = await withPasskey()
    const before = await steps()
    expect((await use(authenticator)).status).toBe(200)
    expect((await use(new SoftwareAuthenticator(test.url))).status).toBe(401)
    // A code for the profile is no sign-in.
    await owner.codeFor('export')
    expect(await steps()).toEqual({ ...before, passkey: Number(before.passkey) + 1 })
    await new Person(test.url).signIn()
    expect(await steps()).toEqual({
      passkey: Number(before.passkey) + 1,
      requested: Number(before.requested) + 1,
      verified: Number(before.verified) + 1,
    })
  })

  it('a challenge works until just before its five minutes are over', async () => {
    const { owner, authenticator } = await withPasskey()
    const credential = authenticator.get(await requestChallenge())
    const { body } = await owner.signed(newOptions, undefined)
    const another = new SoftwareAuthenticator(test.url).create(body)
    aheadMs = 295_000
    expect((await new Person(test.url).post(signIn, { credential })).status).toBe(200)
    const nonce = `${Date.now() + aheadMs}.${'l'.repeat(20)}`
    expect((await owner.signed(list, { credential: another }, { nonce })).status).toBe(201)
  })

  it('a challenge of a process whose clock is ahead works, up to ten seconds', async () => {
    const { authenticator } = await withPasskey()
    const attempt = async (ms: number) => {
      aheadMs = ms
      const credential = authenticator.get(await requestChallenge())
      aheadMs = 0
      return (await new Person(test.url).post(signIn, { credential })).status
    }
    expect([await attempt(9_000), await attempt(12_000)]).toEqual([200, 401])
  })
})

describe('the options of a sign-in', () => {
  it('store no row, however often a page requests them', async () => {
    const before = await run(countRows)
    const challenges = await Promise.all(Array.from({ length: 20 }, requestChallenge))
    expect(new Set(challenges.map(({ challenge }) => challenge)).size).toBe(20)
    expect(await run(countRows)).toBe(before)
  })

  it('are refused with the passkeys at an IP address', async () => {
    const there = await startTestAppBeside(test, { PUBLIC_URL: 'http://127.0.0.1:3000' })
    try {
      const person = await member()
      const other = new Person(there.url, person.phone)
      Object.assign(other, { cookie: person.cookie, terminal: person.terminal })
      const unavailable = { status: 404, body: { code: 'passkeys_unavailable' } }
      expect(await other.post(options)).toMatchObject(unavailable)
      const { credential } = {
        credential: new SoftwareAuthenticator(there.url).get({ challenge: '' }),
      }
      expect(await other.post(signIn, { credential })).toMatchObject(unavailable)
      expect(await other.signed(newOptions, undefined)).toMatchObject(unavailable)
      expect((await other.get(list)).body).toEqual([])
    } finally {
      await there.close()
    }
  })
})

describe('a refused passkey', () => {
  /** Each returns the answer of an attempt that must be refused. */
  const attempts: Readonly<Record<string, () => Promise<Answer>>> = {
    'of an unknown credential': () => use(new SoftwareAuthenticator(test.url)),
    'for another origin': async () =>
      use((await withPasskey()).authenticator, { origin: 'https://evil.example' }),
    'for another host': async () =>
      use((await withPasskey()).authenticator, { rpId: 'evil.example' }),
    'from a page in a frame': async () =>
      use((await withPasskey()).authenticator, { crossOrigin: true }),
    'of another ceremony': async () =>
      use((await withPasskey()).authenticator, { type: 'webauthn.create' }),
    'without a verified user': async () =>
      use((await withPasskey()).authenticator, { isVerified: false }),
    'without a user handle': async () =>
      use((await withPasskey()).authenticator, { userHandle: null }),
    'with the user handle of another user': async () =>
      use((await withPasskey()).authenticator, {
        userHandle: (await withPasskey()).authenticator.userHandle,
      }),
    'with the credential id of another user': async () => {
      const [{ authenticator }, other] = [await withPasskey(), await withPasskey()]
      const own = authenticator.get(await requestChallenge(), {
        userHandle: other.authenticator.userHandle,
      })
      const { id, rawId } = other.authenticator.get({ challenge: '' })
      return new Person(test.url).post(signIn, { credential: { ...own, id, rawId } })
    },
    'with a challenge for adding one': async () => {
      const { owner, authenticator } = await withPasskey()
      const { body } = await owner.signed(newOptions, undefined)
      return new Person(test.url).post(signIn, { credential: authenticator.get(body) })
    },
    'with a challenge of its own': async () => {
      const { authenticator } = await withPasskey()
      const challenge = Buffer.alloc(54).toString('base64url')
      return new Person(test.url).post(signIn, { credential: authenticator.get({ challenge }) })
    },
    'with an expired challenge': async () => {
      const { authenticator } = await withPasskey()
      const credential = authenticator.get(await requestChallenge())
      aheadMs = 300_000
      return new Person(test.url).post(signIn, { credential })
    },
    'with a used challenge': async () => {
      const { authenticator } = await withPasskey()
      const credential = authenticator.get(await requestChallenge())
      expect((await new Person(test.url).post(signIn, { credential })).status).toBe(200)
      return new Person(test.url).post(signIn, { credential })
    },
    'with a used challenge in another spelling': async () => {
      const { authenticator } = await withPasskey()
      const { challenge } = await requestChallenge()
      const used = authenticator.get({ challenge })
      expect((await new Person(test.url).post(signIn, { credential: used })).status).toBe(200)
      const credential = authenticator.get({ challenge: `${challenge}A` })
      return new Person(test.url).post(signIn, { credential })
    },
    'with a signature for other data': async () => {
      const { authenticator } = await withPasskey()
      const credential = authenticator.get(await requestChallenge())
      const { signature } = authenticator.get(await requestChallenge()).response
      const response = { ...credential.response, signature }
      return new Person(test.url).post(signIn, { credential: { ...credential, response } })
    },
    'that its owner removed': async () => {
      const { owner, authenticator, id } = await withPasskey()
      const removed = await owner.signed(`${list}/${id}`, undefined, { method: 'DELETE' })
      expect(removed.status).toBe(204)
      await expect.poll(() => titlesOf(owner)).toContain('passkey_removed')
      return use(authenticator)
    },
    'of a blocked number': async () => {
      const { owner, authenticator } = await withPasskey()
      const number = hashOf(owner.phone)
      await test.services.db.transaction((tx) => blockNumber(tx, number, owner.id))
      const answer = await use(authenticator)
      await test.services.db.transaction((tx) => unblockNumber(tx, number, owner.id))
      expect((await use(authenticator)).status).toBe(200)
      return answer
    },
    'of an erased passport': async () => {
      const { owner, authenticator } = await withPasskey()
      const code = await owner.codeFor('delete')
      const erased = await owner.signed('/api/profile', { code }, { method: 'DELETE' })
      expect(erased.status).toBe(204)
      return use(authenticator)
    },
    'of a passport whose number said "Not mine"': async () => {
      const { owner, authenticator } = await withPasskey()
      await test.services.db.run(makeIdle, [owner.id])
      await test.services.db.run(letAskAgain, [hashOf(owner.phone)])
      const stranger = new Person(test.url, owner.phone)
      await stranger.post('/api/auth/request-otp', { phone: owner.phone })
      const typed = { phone: owner.phone, code: await stranger.readCode(), mine: false }
      expect((await stranger.post('/api/auth/verify-otp', typed)).status).toBe(200)
      return use(authenticator)
    },
    'of a passport that the operator moved': async () => {
      const { owner, authenticator } = await withPasskey()
      const { id: passportId, phone: previousPhone } = owner
      const record = async () => undefined
      const request = { passportId, previousPhone, phone: newPhone(), again: false, record }
      await moveForOwner(test.services, request)
      await test.services.db.run(passNotice, [passportId])
      expect(await moveForOwner(test.services, request)).toEqual({ stage: 'moved' })
      return use(authenticator)
    },
    'whose counter did not rise': async () => {
      const { authenticator } = await withPasskey(1)
      expect((await use(authenticator)).status).toBe(200)
      return use(authenticator, { counter: authenticator.counter })
    },
  }

  it.each(Object.keys(attempts))('%s gets the one answer, and no passport', async (name) => {
    // An unknown credential is refused first, and creates no passport. The others answer the same.
    const unknown = shapeOf(await use(new SoftwareAuthenticator(test.url)))
    expect(unknown).toMatchObject(refusal)
    const answer = await attempts[name]?.()
    expect(answer === undefined ? null : shapeOf(answer)).toEqual(unknown)
    expect(answer?.headers.getSetCookie()).toEqual([])
  })

  it('of an unknown credential creates no passport', async () => {
    const before = await run(countPassports)
    expect(await use(new SoftwareAuthenticator(test.url))).toMatchObject(refusal)
    expect(await run(countPassports)).toBe(before)
  })

  it('opens one session when 100 calls send one assertion, and stays', async () => {
    const { owner, authenticator } = await withPasskey(1)
    const credential = authenticator.get(await requestChallenge())
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => new Person(test.url).post(signIn, { credential })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(99)
    expect((await owner.get('/api/profile/sessions')).body.sessions).toHaveLength(2)
    expect((await use(authenticator)).status).toBe(200)
  })

  it('ends when its counter did not rise, and its owner gets an SMS', async () => {
    const { owner, authenticator } = await withPasskey(1)
    expect((await use(authenticator)).status).toBe(200)
    expect((await use(authenticator, { counter: 0 })).status).toBe(401)
    expect((await owner.get(list)).body).toEqual([])
    await expect.poll(() => titlesOf(owner)).toContain('passkey_ended')
    expect((await use(authenticator)).status).toBe(401)
  })

  it('stays when a stranger sends a low counter without its key', async () => {
    const { owner, authenticator } = await withPasskey(1)
    expect((await use(authenticator)).status).toBe(200)
    const forged = new SoftwareAuthenticator(test.url)
    Object.assign(forged, {
      credentialId: authenticator.credentialId,
      userHandle: authenticator.userHandle,
    })
    expect(await use(forged)).toMatchObject(refusal)
    expect((await owner.get(list)).body).toHaveLength(1)
  })

  it('works again after a restore once its owner has typed a code', async () => {
    const { owner, authenticator } = await withPasskey()
    await suspendPasskeys(test.services.db)
    expect(await use(authenticator)).toMatchObject(refusal)
    await test.services.db.run(letAskAgain, [hashOf(owner.phone)])
    await owner.signIn()
    expect((await use(authenticator)).status).toBe(200)
  })
})

describe('adding and removing', () => {
  it('need a fresh code, whose SMS names passkeys', async () => {
    const { owner, id } = await withPasskey()
    const { body } = await owner.signed(newOptions, undefined)
    const credential = new SoftwareAuthenticator(test.url).create(body)
    const calls = () => [
      owner.signed(newOptions, undefined),
      owner.signed(list, { credential }),
      owner.signed(`${list}/${id}`, undefined, { method: 'DELETE' }),
    ]
    await test.services.db.run(ageCodes, [owner.id, 16])
    for (const call of calls()) {
      expect(await call).toMatchObject({ status: 403, body: { code: 'code_required' } })
    }
    expect((await owner.get(list)).body).toHaveLength(1)
    const code = await owner.codeFor('passkeys')
    const confirm = (purpose?: string) => owner.post('/api/profile/confirm', { code, purpose })
    expect((await confirm()).body.code).toBe('invalid_code')
    expect((await confirm('passkeys')).status).toBe(204)
    expect(await titlesOf(owner)).toContain('otp_passkeys')
    const [fresh, added, removed] = await Promise.all(calls())
    expect([fresh?.status, added?.status, removed?.status]).toEqual([200, 201, 204])
  })

  it('are signed calls of a session from our own origin', async () => {
    const { owner, id } = await withPasskey()
    const credential = new SoftwareAuthenticator(test.url).get(await requestChallenge())
    const calls = [
      ['POST', newOptions, undefined],
      ['POST', list, { credential }],
      ['DELETE', `${list}/${id}`, undefined],
    ] as const
    for (const [method, path, body] of calls) {
      const stranger = await new Person(test.url).call(method, path, body)
      expect([path, stranger.body.code]).toEqual([path, 'unauthenticated'])
      const unsigned = await owner.call(method, path, body)
      expect([path, unsigned.body.code]).toEqual([path, 'bad_signature'])
    }
    const headers = { 'sec-fetch-site': 'cross-site' }
    for (const [path, body] of [
      [options, undefined],
      [signIn, { credential }],
    ] as const) {
      expect((await owner.call('POST', path, body, headers)).status).toBe(403)
    }
    const text = await owner.call('POST', signIn, 'x', { 'content-type': 'text/plain' })
    expect(text.status).toBe(415)
    expect((await owner.post(signIn, { credential: { id: 7 } })).status).toBe(400)
    expect((await new Person(test.url).get(list)).status).toBe(401)
  })

  it('need a nonce of their own', async () => {
    const { owner, id } = await withPasskey()
    const { body } = await owner.signed(newOptions, undefined)
    const credential = new SoftwareAuthenticator(test.url).create(body)
    const calls = [
      ['POST', newOptions, undefined, 200],
      ['POST', list, { credential }, 201],
      ['DELETE', `${list}/${id}`, undefined, 204],
    ] as const
    for (const [method, path, body, status] of calls) {
      const nonce = `${Date.now()}.${'n'.repeat(20)}`
      const send = () => owner.signed(path, body, { method, nonce })
      expect([path, (await send()).status]).toEqual([path, status])
      expect(await send()).toMatchObject({ status: 401, body: { code: 'replayed' } })
    }
  })

  it('stop at ten passkeys', async () => {
    const owner = await member()
    const { body: spare } = await owner.signed(newOptions, undefined)
    for (let count = 0; count < 10; count += 1) {
      expect((await add(owner, new SoftwareAuthenticator(test.url))).status).toBe(201)
    }
    const tooMany = { status: 409, body: { code: 'too_many_passkeys' } }
    expect(await owner.signed(newOptions, undefined)).toMatchObject(tooMany)
    const credential = new SoftwareAuthenticator(test.url).create(spare)
    expect(await owner.signed(list, { credential })).toMatchObject(tooMany)
    expect((await owner.get(list)).body).toHaveLength(10)
  })

  it.each<[string, Changes]>([
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['from a page in a frame', { crossOrigin: true }],
    ['of another ceremony', { type: 'webauthn.get' }],
    ['without a verified user', { isVerified: false }],
    ['with a certificate of its maker', { format: 'fido-u2f' }],
  ])('refuse a credential %s', async (_, changes) => {
    const owner = await member()
    const invalid = { status: 400, body: { code: 'invalid_passkey', field: 'credential' } }
    expect(await add(owner, new SoftwareAuthenticator(test.url), changes)).toMatchObject(invalid)
    expect((await owner.get(list)).body).toEqual([])
  })

  it('refuse a challenge of another user, of a sign-in, that expired or was used', async () => {
    const [owner, other] = [await member(), await member()]
    const { body } = await owner.signed(newOptions, undefined)
    const create = (challenge: string) =>
      new SoftwareAuthenticator(test.url).create({ challenge, user: body.user })
    const refuses = async (challenge: string) => {
      const answer = await owner.signed(list, { credential: create(challenge) })
      expect(answer.body.code).toBe('invalid_passkey')
    }
    await refuses((await other.signed(newOptions, undefined)).body.challenge)
    await refuses((await requestChallenge()).challenge)
    expect((await owner.signed(list, { credential: create(body.challenge) })).status).toBe(201)
    await refuses(body.challenge)
    const { challenge } = (await owner.signed(newOptions, undefined)).body
    aheadMs = 300_000
    const nonce = `${Date.now() + aheadMs}.${'e'.repeat(20)}`
    const late = await owner.signed(list, { credential: create(challenge) }, { nonce })
    expect(late.body.code).toBe('invalid_passkey')
  })

  it('refuse a credential that another passport has, and the passkey of another user', async () => {
    const { authenticator, id } = await withPasskey()
    const other = await member()
    const own = authenticator.userHandle
    const { body } = await other.signed(newOptions, undefined)
    const credential = authenticator.create(body)
    expect((await other.signed(list, { credential })).body.code).toBe('invalid_passkey')
    authenticator.userHandle = own
    const removed = await other.signed(`${list}/${id}`, undefined, { method: 'DELETE' })
    expect(removed).toMatchObject({ status: 404, body: { code: 'passkey_not_found' } })
    expect((await use(authenticator)).status).toBe(200)
  })
})
