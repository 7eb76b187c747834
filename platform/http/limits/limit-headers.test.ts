// Tests the headers of limits: of a quota, of a used-up limit, and that sign-in has none.
import Fastify, { type FastifyReply } from 'fastify'
import { expect, it } from 'vitest'
import { isSignIn, setQuotaHeaders, setSpentHeader } from './limit-headers.ts'

const quota = { name: 'reads', quota: 120, windowSeconds: 6 }

/** Returns the headers of a route after `set`. */
async function headersOf(url: string, set: (reply: FastifyReply) => void) {
  const app = Fastify()
  app.get('/api/:part/call', async (_, reply) => {
    set(reply)
    return reply.send('')
  })
  app.get('/api/auth/me', async (_, reply) => {
    set(reply)
    return reply.send('')
  })
  const { headers } = await app.inject({ url })
  await app.close()
  return [headers['ratelimit-policy'], headers.ratelimit]
}

const both = (reply: FastifyReply) => {
  setQuotaHeaders(reply, quota, 7, 3)
  setSpentHeader(reply, 60)
}

it.each<[string, string, (reply: FastifyReply) => void, (string | undefined)[]]>([
  [
    'a quota has its size, the rest and the time until it is full',
    '/api/projects/call',
    (reply) => setQuotaHeaders(reply, quota, 7, 3),
    ['"reads";q=120;w=6', '"reads";r=7;t=3'],
  ],
  [
    'a used-up limit has its wait',
    '/api/projects/call',
    (reply) => setSpentHeader(reply, 60),
    [undefined, '"calls";r=0;t=60'],
  ],
  [
    'a used-up limit leaves the quota of its call',
    '/api/projects/call',
    both,
    ['"reads";q=120;w=6', '"reads";r=7;t=3'],
  ],
  ['sign-in has none', '/api/auth/me', both, [undefined, undefined]],
  // The route decides, not the spelling of its parameters.
  [
    'a route whose parameter reads like sign-in has them',
    '/api/auth/call',
    both,
    ['"reads";q=120;w=6', '"reads";r=7;t=3'],
  ],
])('%s', async (_, url, set, expected) => {
  expect(await headersOf(url, set)).toEqual(expected)
})

it.each([
  ['/api/auth/me', true],
  ['/api/auth/', true],
  ['/api/authors', false],
  ['/x/api/auth/me', false],
])('%s is of sign-in: %s', (url, is) => {
  expect(isSignIn(url)).toBe(is)
})
