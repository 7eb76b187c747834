// Tests that a start waits for a database that is not up yet, and names its setting. A database
// that is too old or refuses the connection ends the start at once.
import { connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { OldDatabaseError, reachDatabase } from './reach-database.ts'

let database: TestDatabase
let nobody: string
let old: Server
beforeAll(async () => {
  database = await createTestDatabase()
  nobody = `postgres://somebody:secret@127.0.0.1:${await portOfNobody()}/passport`
  old = await listenAsOldServer()
})
afterAll(async () => {
  old.close()
  await database.drop()
})

function listen(server: Server, port = 0): Promise<number> {
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}

async function portOfNobody(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Messages of PostgreSQL's protocol 3.0 (documentation, chapter "Message Formats"). */
function message(kind: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(5)
  head.write(kind, 0, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const int32 = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])
const int16 = (value: number) => Buffer.from([value >>> 8, value])
const text = (value: string) => Buffer.from(`${value}\0`)
const int4Type = 23
const textType = 25
const column = (name: string, type: number) =>
  Buffer.concat([text(name), int32(0), int16(0), int32(type), int16(4), int32(-1), int16(0)])
const field = (value: string) => Buffer.concat([int32(value.length), Buffer.from(value)])

/**
 * Plays a PostgreSQL 15 as far as it is asked here: it accepts every client and reports its
 * version.
 */
async function listenAsOldServer(): Promise<Server> {
  const ready = message('Z', Buffer.from('I'))
  const columns = [column('number', int4Type), column('text', textType)]
  const answer = Buffer.concat([
    message('T', int16(columns.length), ...columns),
    message('D', int16(columns.length), field('150018'), field('15.18 (Debian)')),
    message('C', text('SELECT 1')),
    ready,
  ])
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), ready]))
      socket.on('data', (asked) => asked[0] === 'Q'.charCodeAt(0) && socket.write(answer))
    })
    socket.on('error', () => undefined)
  })
  await listen(server)
  return server
}

it('a database that answers causes no message about', async () => {
  const said: string[] = []
  await reachDatabase(database.url, { waitMs: 0, say: (line) => void said.push(line) })
  expect(said).toEqual([])
})

it('a database that comes up a little later is waited for, with one message', async () => {
  const said: string[] = []
  const { port } = new URL(nobody)
  const { hostname, port: realPort } = new URL(database.url)
  const proxy = createServer((socket) => {
    const through = connect(Number(realPort), hostname)
    socket.pipe(through).pipe(socket)
    for (const each of [socket, through]) each.on('error', () => undefined)
  })
  const later = new URL(database.url)
  later.port = port
  const say = (line: string) => {
    said.push(line)
    void listen(proxy, Number(port))
  }
  await reachDatabase(later.href, { waitMs: 60_000, say })
  proxy.close()
  expect(said).toEqual([expect.stringContaining('DATABASE_URL')])
  expect(said[0]).toContain(`${later.host}`)
})

it('a database that stays away is named by its setting, without its password', async () => {
  const reached = reachDatabase(nobody, { waitMs: 0, say: () => undefined })
  const { message } = await reached.then(
    () => new Error('it answered'),
    (error: Error) => error,
  )
  expect(message).toMatch(/^The database of DATABASE_URL \(127\.0\.0\.1:\d+\) cannot be reached/)
  expect(message).not.toContain('secret')
})

it('a database that refuses the connection is not tried again', async () => {
  const wrong = new URL(database.url)
  wrong.password = 'wrong'
  const say = () => {
    throw new Error('it was tried again')
  }
  await expect(reachDatabase(wrong.href, { waitMs: 60_000, say })).rejects.toThrow('refuses us')
})

it('a PostgreSQL under 18 is refused by its version', async () => {
  const address = old.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const reached = reachDatabase(`postgres://somebody@127.0.0.1:${port}/passport`, {
    waitMs: 60_000,
    say: () => undefined,
  })
  await expect(reached).rejects.toThrow(OldDatabaseError)
  await expect(reached).rejects.toThrow('PostgreSQL 15.18')
})
