// Tests that pages load pictures from their own origin and from the hosts that the operator listed
// (docs/product.md#content-security).
import { expect, it } from 'vitest'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp } from '#tests/support/test-app.ts'

it.each([
  [{}, "img-src 'self' data:", ''],
  [
    { IMAGE_HOSTS: 'logos.example,pictures.example:8443' },
    "img-src 'self' data: https://logos.example https://pictures.example:8443",
    'logos.example pictures.example:8443',
  ],
])('with %j the policy says %s, and so does the page', async (env, policy, told) => {
  const test = await startTestApp(env)
  const { headers, body } = await new Person(test.url).get('/')
  expect(headers.get('content-security-policy')?.split(';')).toContain(policy)
  expect(body).toContain(`data-image-hosts="${told}"`)
  expect(body).toContain('data-sandbox="sms cards passes"')
  await test.close()
})
