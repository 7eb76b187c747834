// Tests the content coding that a client gets, and 304 for answers that it has.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { codingFor, keepBytes, sendKept } from './kept-bytes.ts'

it.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['zstd', null],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.5, gzip;q=1.0', 'gzip'],
  ['gzip;q=0.8, br;q=0.8', 'br'],
  ['*;q=0.5, gzip;q=0.9', 'gzip'],
  ['identity, gzip;q=0.5', null],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity, gzip', 'gzip'],
  ['identity;q=0, gzip', 'gzip'],
  ['identity;q=0, *;q=0.1', 'br'],
  ['zstd, gzip;q=0.1', 'gzip'],
  ['br; q=0.1', 'br'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', null],
  ['gzip;q=0', null],
  ['gzip;q=junk', null],
  ['brotli, abr', null],
])('Accept-Encoding %s gives %s', (header, coding) => {
  expect(codingFor(header)).toBe(coding)
})

it('Sends each coding with its own tag, and 304 for a tag that the client has', async () => {
  const text = 'kilogram '.repeat(1_000)
  const kept = keepBytes(text, 5)
  const app = Fastify()
  app.get('/', (request, reply) =>
    sendKept(request, reply, kept, { type: 'text/plain', cacheControl: 'no-cache' }),
  )
  const get = (coding: string, held = '') =>
    app.inject({ url: '/', headers: { 'accept-encoding': coding, 'if-none-match': held } })
  const [br, gzip, plain] = [await get('br'), await get('gzip'), await get('identity')]
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(text)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(text)
  expect(plain.body).toBe(text)
  const tags = [br, gzip, plain].map(({ headers }) => String(headers.etag))
  expect(new Set(tags).size).toBe(3)
  expect((await get('br', tags[0])).statusCode).toBe(304)
  expect((await get('gzip', tags[0])).statusCode).toBe(200)
  await app.close()
})

it('Sends an answer that fits into a packet uncompressed', async () => {
  const app = Fastify()
  const kept = keepBytes('short', 5)
  app.get('/', (request, reply) =>
    sendKept(request, reply, kept, { type: 'text/plain', cacheControl: 'no-cache' }),
  )
  const { headers } = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
  expect(headers['content-encoding']).toBeUndefined()
  expect(headers.vary).toBe('Accept-Encoding')
  await app.close()
})
