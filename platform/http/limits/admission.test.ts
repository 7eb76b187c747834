// Tests that a process refuses requests above its limits at once: in all, and of one address. It admits the next one
// once one ends.
import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { problemKinds } from '#server/problems.ts'
import { admitRequests } from './admission.ts'

let app: FastifyInstance
let work: PromiseWithResolvers<void>
beforeEach(async () => {
  work = Promise.withResolvers()
  app = Fastify({ trustProxy: true })
  app.decorate('problemKinds', problemKinds)
  admitRequests(app, { exemptsLoopback: false }, { max: 3, maxOfAddress: 2 })
  app.get('/work', async () => {
    await work.promise
    return 'done'
  })
  app.post('/upload', async () => 'done')
  app.get('/health/live', async () => 'live')
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

const get = (path: string, address = '203.0.113.1') =>
  fetch(`${app.listeningOrigin}${path}`, { headers: { 'x-forwarded-for': address } })

it('requests above a limit are given a time to come again; admitted ones are answered', async () => {
  const admitted = [get('/work'), get('/work')]
  await new Promise((resolve) => setTimeout(resolve, 50))
  const refused = await get('/work')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
  admitted.push(get('/work', '203.0.113.2'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  const refusedToAll = await get('/work', '203.0.113.3')
  expect([refusedToAll.status, refusedToAll.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refusedToAll.json()).toMatchObject({ code: 'unavailable' })
  expect((await get('/health/live')).status).toBe(200)
  work.resolve()
  expect((await Promise.all(admitted)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await get('/work')).status).toBe(200)
})

it('a client that leaves frees its place', async () => {
  for (let count = 0; count < 2; count += 1) {
    const leaving = new AbortController()
    const left = fetch(`${app.listeningOrigin}/work`, { signal: leaving.signal })
    await new Promise((resolve) => setTimeout(resolve, 50))
    leaving.abort()
    await expect(left).rejects.toThrow()
  }
  // At once: its work may continue.
  const upload = () => fetch(`${app.listeningOrigin}/upload`, { method: 'POST' })
  await expect.poll(async () => (await upload()).status).toBe(200)
  work.resolve()
})

it('a slowly sent body takes no place', async () => {
  const port = Number(new URL(app.listeningOrigin).port)
  const slow = Array.from({ length: 5 }, () => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.write('POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n')
    socket.write('Content-Length: 20\r\n\r\n{"a":')
    return socket
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  work.resolve()
  expect((await get('/work')).status).toBe(200)
  for (const socket of slow) socket.destroy()
})
