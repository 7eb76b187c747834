// Tests that pipelined requests of one connection are handled one at a time, also where the client
// reads no answer.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerInTurn } from './answer-in-turn.ts'

/** More than the buffers of a socket hold, so that an unread answer stays on its way. */
const largeBytes = 16 * 1024 * 1024
const body = Buffer.alloc(largeBytes, 'x')

let app: FastifyInstance
/** Paths that were worked on, in order. */
let worked: string[]
let clients: Socket[]

beforeEach(async () => {
  worked = []
  clients = []
  app = Fastify()
  answerInTurn(app)
  app.get('/*', async ({ url }) => {
    worked.push(url)
    return url.startsWith('/large') ? body : 'small'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  await app.close()
})

async function open(paths: readonly string[]): Promise<Socket> {
  const address = app.server.address()
  const client = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
  client.on('error', () => undefined)
  clients.push(client)
  await once(client, 'connect')
  client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
  return client
}

async function workedOn(count: number): Promise<void> {
  while (worked.length < count) await setTimeout(5)
}

it('Answers pipelined requests in their order', async () => {
  const client = await open(['/a', '/b', '/c'])
  let text = ''
  client.on('data', (chunk) => {
    text += chunk
  })
  while (text.split('small').length < 4) await setTimeout(5)
  expect(worked).toEqual(['/a', '/b', '/c'])
})

it('Starts no request behind an unread answer, and continues when it is read', async () => {
  const client = await open(['/large', '/b', '/c'])
  client.pause()
  await workedOn(1)
  const other = await open(['/other'])
  other.resume()
  await workedOn(2)
  expect(worked).toEqual(['/large', '/other'])
  client.resume()
  await workedOn(4)
  expect(worked).toEqual(['/large', '/other', '/b', '/c'])
})

it('Drops the waiting requests of a closed connection', async () => {
  const client = await open(['/large', '/b'])
  client.pause()
  await workedOn(1)
  const gone = new Promise((resolve) => app.server.getConnections((_, n) => resolve(n)))
  expect(await gone).toBe(1)
  client.destroy()
  const other = await open(['/other'])
  other.resume()
  await workedOn(2)
  expect(worked).toEqual(['/large', '/other'])
})
