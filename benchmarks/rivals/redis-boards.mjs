// Runs the rival of leaderboards: the same people in a sorted set of Redis, with a rank and its
// neighbouring rows. It runs alone, and behind HTTP with session and names in Redis. Reads one JSON
// line at a time and answers each with one. node redis-boards.mjs <port>
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { createClient } from 'redis'

const board = 'board'
const names = 'names'
const rowsAbove = 5
const rowsBelow = 4
const warmUpMs = 700
const addedAtOnce = 10_000
const namesKept = 10_000

const redis = await createClient({ url: `redis://127.0.0.1:${process.argv[2]}` }).connect()

/** All people on the board of the database. */
async function fill({ url }) {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const pageAfter = async (id) => {
    const { rows } = await database.query({
      name: 'page',
      text: 'select id, total_kg from passports where id > $1 order by id limit $2',
      values: [id, addedAtOnce],
    })
    return rows
  }
  let people = 0
  let next = pageAfter('00000000-0000-0000-0000-000000000000')
  for (;;) {
    const rows = await next
    if (rows.length === 0) break
    next = pageAfter(rows.at(-1).id)
    const members = rows.map(({ id, total_kg }) => ({ value: id, score: Number(total_kg) }))
    await redis.zAdd(board, members)
    people += rows.length
  }
  await database.end()
  for (let number = 0; number < namesKept; number += 1) {
    await redis.hSet(names, String(number), `Member ${number}`)
  }
  return { people }
}

/** Few names for many people: less work than the product has. */
function nameOf(id) {
  return String(Number.parseInt(id.slice(-12), 16) % namesKept)
}

async function rowsAround(id) {
  const rank = await redis.zRevRank(board, id)
  if (rank === null) throw new Error(`${id} is on no board`)
  const first = Math.max(0, rank - rowsAbove)
  const rows = await redis.zRangeWithScores(board, first, rank + rowsBelow, { REV: true })
  if (rows.length < rowsBelow) throw new Error('a board with too few rows')
  return { first, rows }
}

/** As a service would: checks the session, reads the rows, and their names. */
const server = createServer(async (request, response) => {
  const id = await redis.get(`session:${request.headers.cookie}`)
  const { first, rows } = await rowsAround(id)
  const places = rows.map(({ value }) => nameOf(value))
  const named = await redis.hmGet(names, places)
  const told = rows.map(({ value, score }, place) => {
    return { rank: first + place + 1, name: named[place], score, isMe: value === id }
  })
  const body = JSON.stringify(told)
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-length', Buffer.byteLength(body))
  response.end(body)
})

// The product's value: clients wait while others are measured.
server.keepAliveTimeout = 65_000

/** A person's session for each cookie; returns the port. */
async function serve({ cookies, people }) {
  for (const cookie of cookies) await redis.set(`session:${cookie}`, anybodyOf(people))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: server.address().port }
}

/** Ids as the benchmark creates them. */
function anybodyOf(people) {
  const number = 1 + Math.floor(Math.random() * people)
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
}

async function measure({ clients, seconds, people }) {
  const begin = performance.now() + warmUpMs
  const end = begin + seconds * 1_000
  const timesMs = []
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (;;) {
        const started = performance.now()
        if (started >= end) return
        await rowsAround(anybodyOf(people))
        const done = performance.now()
        if (started >= begin && done <= end) timesMs.push(done - started)
      }
    }),
  )
  return { timesMs }
}

const commands = { fill, serve, measure }
for await (const line of createInterface({ input: process.stdin })) {
  const { command, ...rest } = JSON.parse(line)
  process.stdout.write(`${JSON.stringify(await commands[command](rest))}\n`)
}
process.exit(0)
