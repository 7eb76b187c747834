// Tests the host and the origin for which passkeys are valid, at each kind of address.
import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { relyingPartyOf } from './relying-party.ts'

const partyOf = (
  publicUrl: string,
  publicUrlIsDefault: boolean,
  origin?: string,
  localPort?: number,
) =>
  relyingPartyOf(
    { headers: origin === undefined ? {} : { origin }, socket: { localPort } } as FastifyRequest,
    { publicUrl, publicUrlIsDefault, port: 3_000 },
  )

it.each([
  ['https://passport.example', 'passport.example'],
  ['https://passport.example:8443', 'passport.example'],
  ['https://app.passport.example', 'app.passport.example'],
])('at %s is the whole host, and no other origin', (url, id) => {
  expect(partyOf(url, false, 'http://localhost:5173', 4_000)).toEqual({ id, origin: url })
})

it.each(['http://127.0.0.1:3000', 'https://[::1]', 'https://192.0.2.7'])('at %s is none', (url) => {
  expect(partyOf(url, false)).toBeNull()
  expect(partyOf(url, true)).toBeNull()
})

it.each([
  ['http://localhost', 'http://localhost'],
  ['http://localhost:5173', 'http://localhost:5173'],
  ['https://localhost:5173', 'http://localhost:4000'],
  ['http://localhost.example', 'http://localhost:4000'],
  ['http://evil.example/http://localhost', 'http://localhost:4000'],
  [undefined, 'http://localhost:4000'],
])('in development a page of %s has the origin %s', (page, origin) => {
  expect(partyOf('http://localhost:3000', true, page, 4_000)).toEqual({ id: 'localhost', origin })
})

it('in development a page without a port has that of the settings', () => {
  const origin = 'http://localhost:3000'
  expect(partyOf(origin, true)).toEqual({ id: 'localhost', origin })
})
