// Tests a partner's signed reads over HTTP: only its own programme's credits and balance.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setLimits } from '#features/wallet/programmes/manage-programmes.ts'
import { creditsPath, newNonce, newPartner, type Partner } from '#tests/support/people/partner.ts'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let partner: Partner
let other: Partner
let person: Person
beforeAll(async () => {
  test = await startTestApp()
  partner = await newPartner(test.services, test.url)
  other = await newPartner(test.services, test.url)
  person = await new Person(test.url).signIn()
})
afterAll(() => test.close())

describe('a partner reads', () => {
  it('its credits, newest first, page by page, with the reversed ones', async () => {
    const given: string[] = []
    for (const amount of [1, 2.5, 3]) {
      given.unshift((await partner.credit(person.phone, amount)).body.id)
    }
    const [last = '', middle = '', first = ''] = given
    const debit = await partner.debit(middle)
    const page = await partner.get(`${creditsPath}?limit=2`)
    expect(page.status).toBe(200)
    expect(page.body).toMatchObject([
      { id: last, amount: 3, currency: 'GBP', source: 'Green Bank', status: 'credited' },
      { id: middle, amount: 2.5, status: 'reversed', debit_id: debit.body.id },
    ])
    const [, { created_at, reversed_at }] = page.body
    expect(Date.parse(reversed_at)).toBeGreaterThan(Date.parse(created_at))
    expect(JSON.stringify(page.body)).not.toContain(person.phone)
    const [, next = ''] = /^<(.*)>; rel="next"$/.exec(page.headers.get('link') ?? '') ?? []
    expect(next).toContain('limit=2')
    const rest = await partner.get(next)
    expect(rest.body).toMatchObject([{ id: first, amount: 1, debit_id: null, reversed_at: null }])
    expect(rest.headers.get('link')).toBeNull()
    expect(rest.headers.get('cache-control')).toBe('no-store')
    // A last page that is full has no next one.
    const all = await partner.get(`${creditsPath}?limit=3`)
    expect([all.body.length, all.headers.get('link')]).toEqual([3, null])
  })

  it('one credit of its own, and none of another’s', async () => {
    const logo_url = 'https://logos.example/green.png'
    const given = { phone: person.phone, amount: 4, currency: 'GBP', source: 'Green', logo_url }
    const { body } = await other.post(creditsPath, given)
    const path = `${creditsPath}/${body.id}`
    expect((await other.get(path)).body).toMatchObject({ id: body.id, amount: 4, logo_url })
    for (const hidden of [path, `${creditsPath}/nothing`, `${creditsPath}/${person.id}`]) {
      expect(await partner.get(hidden)).toMatchObject({
        status: 404,
        body: { code: 'credit_not_found' },
      })
    }
    const ids = (await partner.get(creditsPath)).body.map(({ id }: { id: string }) => id)
    expect(ids).not.toContain(body.id)
  })

  it('the amount that its programme can still give', async () => {
    const small = await newPartner(test.services, test.url, undefined, 1_000)
    await small.credit(person.phone, 2.5)
    const { status, body } = await small.get('/api/partner/balance')
    expect(status).toBe(200)
    expect(body.program_id).toBe(small.terminal.programmeId)
    expect(body.balances).toContainEqual({
      currency: 'GBP',
      balance: -2.5,
      funds: 0,
      credit_line: 10,
      available: 7.5,
    })
    const listed = body.balances.map(({ currency }: { currency: string }) => currency)
    expect(listed).toEqual([...new Set(listed)].sort())
  })

  it('that nothing of the day is left, where its limit was lowered below what it gave', async () => {
    const lowered = await newPartner(test.services, test.url)
    await lowered.credit(person.phone, 2.5)
    const { programmeId } = lowered.terminal
    await setLimits(test.services.db, programmeId, { dayMinor: 100 }, async () => undefined)
    const { limits } = (await lowered.get('/api/partner/balance')).body
    expect(limits).toMatchObject({ day: 1, day_left: 0 })
  })

  it('no data without a valid signature, or with one a second time', async () => {
    const path = '/api/partner/balance'
    expect((await new Person(test.url).get(path)).status).toBe(401)
    expect((await person.get(path)).status).toBe(401)
    const forged = await partner.get(path, { forge: (signature) => signature.replace(/.$/, 'x') })
    expect(forged.body.code).toBe('bad_signature')
    const otherPath = await partner.get(`${path}?x=1`, { signed: { path } })
    expect(otherPath.body.code).toBe('bad_signature')
    const none = `${creditsPath}/${person.id}`
    for (const [each, status] of [
      [path, 200],
      [creditsPath, 200],
      [none, 404],
    ] as const) {
      const nonce = newNonce()
      expect((await partner.get(each, { nonce })).status).toBe(status)
      expect((await partner.get(each, { nonce })).body.code).toBe('replayed')
    }
    expect((await partner.get(`${creditsPath}?cursor=x`)).status).toBe(400)
  })
})
