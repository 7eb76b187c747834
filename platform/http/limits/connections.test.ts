// Tests which connection is closed when a server has as many as it may.
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectionKey } from './connection-limits.ts'
import { connectionsFor, descriptorLimit, limitConnections } from './connections.ts'

/** Longer than a newcomer is spared. */
const agingMs = 1_100

let server: Server
let clients: Socket[]
/** Requests for /wait, answered when a test says so. */
let waiting: ServerResponse[]

async function open(max: number, maxPerKey = max): Promise<void> {
  server = createServer((request, response) => {
    if (request.url === '/wait') waiting.push(response)
    else request.resume().once('end', () => response.end('done'))
  })
  limitConnections(server, { max, maxPerKey, keyOf: () => 'one address' })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

beforeEach(() => {
  clients = []
  waiting = []
})
afterEach(() => {
  for (const client of clients) client.destroy()
  server.close()
  server.closeAllConnections()
})

/** An accepted connection, with its first bytes. */
async function connected(text = ''): Promise<Socket> {
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const taken = once(server, 'connection')
  const client = connect(port, '127.0.0.1')
  client.on('error', () => undefined)
  client.resume()
  clients.push(client)
  await taken
  client.write(text)
  return client
}

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

async function answered(client: Socket): Promise<string> {
  const [chunk] = await once(client, 'data')
  return String(chunk)
}

/** Kept open after an answer. */
async function idle(): Promise<Socket> {
  const client = await connected(request('/'))
  expect(await answered(client)).toContain('200 OK')
  return client
}

const closed = (client: Socket) => once(client, 'close')
const age = () => new Promise((resolve) => setTimeout(resolve, agingMs))

it('The oldest connection without a whole request is closed first, whether head or body is missing', async () => {
  await open(3)
  const kept = await idle()
  const headless = await connected('GET / HTTP/1.1\r\nHost: ')
  const bodiless = await connected('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1234')
  await age()
  const gone = closed(headless)
  await idle()
  await gone
  const goneToo = closed(bodiless)
  await idle()
  await goneToo
  kept.write(request('/'))
  expect(await answered(kept)).toContain('200 OK')
})

it('Then the longest idle one is closed, before any new one', async () => {
  await open(3)
  const first = await idle()
  const second = await idle()
  first.write(request('/'))
  await answered(first)
  const newcomer = await connected()
  const gone = closed(second)
  await connected()
  await gone
  newcomer.write(request('/'))
  expect(await answered(newcomer)).toContain('200 OK')
})

it('A connection whose request is being answered stays open: if all are, the newcomer is closed', async () => {
  await open(2)
  const busy = [await connected(request('/wait')), await connected(request('/wait'))]
  await expect.poll(() => waiting.length).toBe(2)
  await closed(await connected())
  const answers = Promise.all(busy.map(answered))
  for (const response of waiting) response.end('late')
  for (const answer of await answers) expect(answer).toContain('late')
  // Both are idle now, so there is room.
  await idle()
})

it('An address with many connections makes room among its own', async () => {
  await open(100, 2)
  const first = await connected()
  await connected()
  await age()
  const gone = closed(first)
  await connected()
  await gone
})

it('A connection that was closed by its client takes no place', async () => {
  await open(2)
  const kept = await idle()
  for (let count = 0; count < 5; count += 1) {
    const client = await idle()
    const left = new Promise((resolve) => server.getConnections((_error, open) => resolve(open)))
    expect(await left).toBe(2)
    client.end()
    await closed(client)
  }
  kept.write(request('/'))
  expect(await answered(kept)).toContain('200 OK')
})

it.each([
  ['198.51.100.7', 0, '198.51.100.7'],
  ['::ffff:198.51.100.7', 0, '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', 0, '2001:db8:1:2'],
  ['2001:db8:1:2:9:9:9:9', 0, '2001:db8:1:2'],
  ['127.0.0.1', 0, null],
  ['198.51.100.7', 1, null],
  [undefined, 0, null],
])('A connection of %s behind %i proxies is counted for %s', (address, proxies, key) => {
  expect(connectionKey(address, proxies)).toBe(key)
})

it('A process takes half as many connections as it may open files, and some thousands at most', () => {
  expect([500, 20_000, Number.POSITIVE_INFINITY].map(connectionsFor)).toEqual([250, 2_000, 2_000])
  expect(descriptorLimit()).toBeGreaterThan(100)
})
