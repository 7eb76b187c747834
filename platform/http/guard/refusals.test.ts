// Tests which refusals and headers the API's description gives a route.
import { expect, it } from 'vitest'
import { problemKinds } from '#server/problems.ts'
import { refusalsOf } from './refusals.ts'

const headersByStatus = (url: string, method: string) => {
  const config = {
    access: 'session',
    problems: ['in_progress', 'rate_limited', 'not_found'],
  } as const
  const refusals: Readonly<Record<string, { readonly headers: object }>> = refusalsOf(
    problemKinds,
    {
      ...{ method, url, config },
    },
  )
  return Object.fromEntries(
    Object.entries(refusals).map(([status, { headers }]) => [status, Object.keys(headers)]),
  )
}
const ofAll = ['X-Request-Id', 'Cache-Control']

it('each refusal has its headers: the time to wait, and the limits except at sign-in', () => {
  expect(headersByStatus('/api/own', 'POST')).toEqual({
    400: ofAll,
    401: ofAll,
    403: ofAll,
    404: ofAll,
    409: [...ofAll, 'Retry-After'],
    413: ofAll,
    414: ofAll,
    415: ofAll,
    429: [...ofAll, 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
    500: ofAll,
    503: [...ofAll, 'Retry-After'],
  })
  expect(headersByStatus('/api/auth/request-otp', 'POST')[429]).toEqual([...ofAll, 'Retry-After'])
})

it('a read has no refusal of a body', () => {
  expect(Object.keys(headersByStatus('/api/own', 'GET'))).toEqual([
    '400',
    '401',
    '404',
    '409',
    '414',
    '429',
    '500',
    '503',
  ])
})
