// The description of the API names every call of the specification, and its page opens for anybody.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { Person } from '#tests/support/person.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('describes the calls', async () => {
  const { status, body } = await new Person(test.url).get('/api/openapi.json')
  expect(status).toBe(200)
  expect(Object.keys(body.paths)).toEqual(
    expect.arrayContaining([
      '/api/auth/request-otp',
      '/api/auth/verify-otp',
      '/api/tokens/getPin',
      '/api/tokens/validatePin',
      '/api/projects/{id}',
      '/api/rewards/claim',
      '/api/partner/wallet/credits',
      '/api/partner/wallet/debits',
    ]),
  )
  expect(Object.keys(body.paths)).not.toContain('/dev/messages')
})

it('shows them on a page without a script', async () => {
  const { status, body, headers } = await new Person(test.url).get('/api/docs')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain('text/html')
  expect(body).toContain('POST /api/tokens/getPin')
  expect(body).not.toContain('<script')
})
