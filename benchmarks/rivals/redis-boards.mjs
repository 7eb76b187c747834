// Runs the rival of leaderboards: a sorted set of Redis with the same people. Each query reads a rank and
// its neighbouring rows, directly or behind HTTP with session and names in Redis. Reads commands as JSON
// lines and answers each with one line.
//   node redis-boards.mjs <port>
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { createClient } from 'redis'

const board = 'board'
const names = 'names'
const rowsAbove = 5
const rowsBelow = 4
const warmUpMs = 700
const peoplePerBatch = 10_000
const namesCount = 10_000

const redis = await createClient({ url: `redis://127.0.0.1:${process.argv[2]}` }).connect()

/** Copies all people and their scores from the product's database to Redis. */
async function fill({ url }) {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const pageAfter = async (id) => {
    const { rows } = await database.query({
      name: 'page',
      text: 'select id, total_kg from passports where id > $1 order by id limit $2',
      values: [id, peoplePerBatch],
    })
    return rows
  }
  let people = 0
  let nextPage = pageAfter('00000000-0000-0000-0000-000000000000')
  for (;;) {
    const rows = await nextPage
    if (rows.length === 0) break
    nextPage = pageAfter(rows.at(-1).id)
    const members = rows.map(({ id, total_kg }) => ({ value: id, score: Number(total_kg) }))
    await redis.zAdd(board, members)
    people += rows.length
  }
  await database.end()
  for (let number = 0; number < namesCount; number += 1) {
    await redis.hSet(names, String(number), `Member ${number}`)
  }
  return { people }
}

/** Returns the key of a person's name. Many people share a name, which means less work than ours. */
function nameOf(id) {
  return String(Number.parseInt(id.slice(-12), 16) % namesCount)
}

async function rowsAround(id) {
  const rank = await redis.zRevRank(board, id)
  if (rank === null) throw new Error(`${id} is on no board`)
  const first = Math.max(0, rank - rowsAbove)
  const rows = await redis.zRangeWithScores(board, first, rank + rowsBelow, { REV: true })
  if (rows.length < rowsBelow) throw new Error('a board with too few rows')
  return { first, rows }
}

/** Answers like a service: reads the session, the rows and their names. */
const server = createServer(async (request, response) => {
  const id = await redis.get(`session:${request.headers.cookie}`)
  const { first, rows } = await rowsAround(id)
  const nameKeys = rows.map(({ value }) => nameOf(value))
  const rowNames = await redis.hmGet(names, nameKeys)
  const answerRows = rows.map(({ value, score }, place) => {
    return { rank: first + place + 1, name: rowNames[place], score, isMe: value === id }
  })
  const body = JSON.stringify(answerRows)
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-length', Buffer.byteLength(body))
  response.end(body)
})

// The product has this value too. Idle connections stay open while other clients are measured.
server.keepAliveTimeout = 65_000

/** Stores a random person's session for each cookie, and starts the server. Returns its port. */
async function serve({ cookies, people }) {
  for (const cookie of cookies) await redis.set(`session:${cookie}`, randomPersonId(people))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: server.address().port }
}

/** Returns the id of a random person, in the form of the ids that the benchmark created. */
function randomPersonId(people) {
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
        const startedAt = performance.now()
        if (startedAt >= end) return
        await rowsAround(randomPersonId(people))
        const endedAt = performance.now()
        if (startedAt >= begin && endedAt <= end) timesMs.push(endedAt - startedAt)
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
