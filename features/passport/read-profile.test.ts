// Tests every field of the profile, which the check of the session, the passport and the sign-in return alike.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const fill = statement(
  'test-fill-passport',
  {},
  `update passports set first_name = 'Ada', last_name = 'King', nickname = 'Sam',
     holder_name = 'Ada Lovelace', hide_from_leaderboards = true, welcomed_at = now(),
     language = 'nl', total_kg = 120, eco_score = 35, eco_league = 'gold', offset_league = 'silver',
     updated_at = '2026-11-20T09:30:00Z'
   where id = $1`,
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
})
afterAll(() => test.close())

it('a new passport has no names, the league below, and the language of its browser', async () => {
  const person = new Person(test.url, '+905012345678')
  await person.post('/api/auth/request-otp', { phone: person.phone })
  const typed = { phone: person.phone, code: await person.readCode() }
  const headers = { 'accept-language': 'tr-TR,tr;q=0.9' }
  const { body } = await person.call('POST', '/api/auth/verify-otp', typed, headers)
  expect(body.user).toEqual({
    ...{ id: expect.any(String), phone: '+905012345678' },
    ...{ firstName: null, lastName: null, nickname: null, holder_name: null },
    ...{ hide_from_leaderboards: false, is_welcomed: false, language: 'tr' },
    ...{ country: 'TR', currency: 'TRY', symbol: '₺' },
    ...{ total_offsets: 0, retired_kg: 0, eco_score: 0, eco_league: 'bronze' },
    ...{ offset_league: 'bronze', updated: expect.stringMatching(/^20.*Z$/) },
  })
})

it('each field has its own value, in every answer', async () => {
  const person = await new Person(test.url).signIn()
  await test.services.db.run(fill, [person.id])
  const profile = {
    ...{ id: person.id, phone: person.phone, firstName: 'Ada', lastName: 'King' },
    ...{ nickname: 'Sam', holder_name: 'Ada Lovelace', hide_from_leaderboards: true },
    ...{ is_welcomed: true, language: 'nl', country: 'GB', currency: 'GBP', symbol: '£' },
    ...{ total_offsets: 120, retired_kg: 0, eco_score: 35, eco_league: 'gold' },
    ...{ offset_league: 'silver', updated: '2026-11-20T09:30:00.000Z' },
  }
  for (const path of ['/api/auth/me', '/passport/me']) {
    expect((await person.get(path)).body).toEqual(profile)
  }
})
