// Compares a leaderboard query (own rank and ten rows) among millions of people with a sorted set of
// Redis with the same people. Scores are written without purchases, so the final check covers only the
// boards. BENCH_PEOPLE sets the number of people (default 5 million).
import { randomInt } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import {
  type Claim,
  compareAll,
  type Finding,
  type Measure,
  p99Of,
  type Rate,
} from '#benchmarks/compare.ts'
import { type Connection, openConnection, requestText } from '#benchmarks/connection.ts'
import { runClients } from '#benchmarks/load.ts'
import { createRivalDatabase, openRedis, openRival, type Rival } from '#benchmarks/rivals.ts'
import { openShop, type Shopper } from '#benchmarks/shop.ts'
import { boardComparisons } from '#features/boards/check-boards.ts'
import { openBoards } from '#features/boards/read-board.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/schema/migrate.ts'
import { statement } from '#platform/database/statement.ts'

const manyPeople = Number(process.env.BENCH_PEOPLE ?? 5_000_000)
const fewPeople = manyPeople / 5
const clients = 16
/** Buffers that hold all people and their indexes in memory, as Redis does with its sorted set. */
const sharedBuffers = '2GB'
const rival = 'Redis ZREVRANK and ZREVRANGE'
const timesReply = z.object({ timesMs: z.array(z.number()) })
const portReply = z.object({ port: z.number() })
/** Scores are kilograms from 1,000 to 100,999 with some ties, so that all people are in one league. */
const leagueFrom = 1_000
const scores = 100_000
/** Maximum ratio of the time among all people to the time among a fifth of them. */
const flatRatioMax = 1.2

const placeOnBoard = statement(
  'bench-place-on-board',
  {},
  `update passports set total_kg = $2, offset_league = 'gold' where id = $1`,
)

export async function measureBoards(seconds: number, rounds: number): Promise<Finding[]> {
  const shop = await openShop({}, { shared_buffers: sharedBuffers })
  const redis = await openRedis()
  const sortedSet = await openRival('redis-boards.mjs', [String(redis.port)])
  try {
    const fewUrl = await createRivalDatabase(shop.superuserUrl, 'boards')
    await migrate(fewUrl)
    await fillBoard(fewUrl, fewPeople)
    const manyUrl = shop.ownSuperuserUrl
    await fillBoard(manyUrl, manyPeople)
    await sortedSet.ask({ command: 'fill', url: manyUrl })
    const people = await shop.signIn(clients)
    for (const { person } of people) {
      await shop.db.run(placeOnBoard, [person.id, leagueFrom + randomInt(scores)])
    }
    const behindHttp = await openBehindHttp(sortedSet)
    const [readFew, readMany] = [
      openReader(fewUrl, fewPeople),
      openReader(shop.databaseUrl, manyPeople),
    ]
    const measured = { readFew, readMany, people, sortedSet, behindHttp }
    const findings = await compareAll(boardClaims(measured, seconds), rounds)
    await Promise.all([readFew.close(), readMany.close()])
    const { faults } = await checkLedger(shop.db, boardComparisons)
    const wrongBoards = faults.filter(({ check }) => check in boardComparisons)
    if (wrongBoards.length > 0)
      throw new Error(`the boards do not hold: ${JSON.stringify(wrongBoards)}`)
    return findings
  } finally {
    await sortedSet.close()
    await redis.close()
    await shop.closeUnchecked()
  }
}

type Measured = {
  readonly readFew: Reader
  readonly readMany: Reader
  readonly people: readonly Shopper[]
  readonly sortedSet: Rival
  readonly behindHttp: readonly BoardRequest[]
}
/** Requests a person's board over HTTP. */
type BoardRequest = () => ReturnType<Connection['send']>

function boardClaims(
  { readFew, readMany, people, sortedSet, behindHttp }: Measured,
  seconds: number,
): Claim[] {
  const measureMany = () => readMany.measure(seconds)
  const path = '/api/achievements/leaderboard/offsets?league=gold'
  const ours = people.map((person) => () => person.get(path))
  return [
    {
      row: '8',
      measure: `own rank and 10 rows of ${manyPeople} people, the query path, p99`,
      rival: `${rival}, p99`,
      goal: 1,
      isMaximum: true,
      measureOurs: measureMany,
      measureRival: () => measureSortedSet(sortedSet, seconds),
    },
    {
      row: '8b',
      measure: 'the same over HTTP, session checked, p99',
      rival: `node:http, session and names in Redis, ${rival}, p99`,
      goal: 1,
      isMaximum: true,
      measureOurs: () => measureHttp(ours, seconds),
      measureRival: () => measureHttp(behindHttp, seconds),
    },
    {
      row: '8c',
      measure: `p99 among ${manyPeople} people`,
      rival: `p99 among ${fewPeople}`,
      goal: flatRatioMax,
      isMaximum: true,
      measureOurs: measureMany,
      measureRival: () => readFew.measure(seconds),
    },
  ]
}

/** Returns SQL for the id of the person with a number. */
const idOf = (number: string) =>
  `('00000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

/** Inserts people with scores and nicknames, and loads their rows and indexes into the buffers. */
async function fillBoard(url: string, people: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const began = performance.now()
  // Drops the indexes and creates them after all rows, which takes a tenth of the time.
  const { rows: indexes } = await client.query(
    `select indexname, indexdef from pg_indexes where indexname like 'passports_by_%'`,
  )
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  await client.query(
    `insert into passports (id, country, currency, total_kg, offset_league, nickname)
     select ${idOf('n')}, 'GB', 'GBP',
       ${leagueFrom} + (hashint8(n) & 2147483647) % ${scores}, 'gold',
       'Person ' || translate(n::text, '0123456789', 'abcdefghij')
     from generate_series(1::bigint, ${people}) as n`,
  )
  for (const { indexdef } of indexes) await client.query(indexdef)
  await client.query('vacuum analyze passports')
  // Reads both whole indexes, because rows of an index scan stay in the buffers.
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off')
  await client.query(`select sum(total_kg) from passports where id > ${idOf('0')}`)
  await client.query(`select count(id) from passports where offset_league = 'gold'
    and not hide_from_leaderboards`)
  await client.end()
  const took = Math.round((performance.now() - began) / 1_000)
  process.stderr.write(`${people} people in ${took} s\n`)
}

type Reader = { measure(seconds: number): Promise<Measure>; close(): Promise<void> }

/** Opens the function that the route calls. It runs in this process, as the rival's client does. */
function openReader(url: string, people: number): Reader {
  const applicationName = 'carbon-passport benchmark'
  const db = openDatabase({ url, connectionsMax: 10, applicationName, indexesOnly: true })
  const boards = openBoards({ db, server: 'primary' })
  const readOne = async () => {
    const id = `00000000-0000-4000-8000-${randomInt(1, people).toString(16).padStart(12, '0')}`
    const rows = await boards.read(id, 'offsets', 'gold')
    if (!Array.isArray(rows) || rows.length !== 10) throw new Error('a board without ten rows')
  }
  return {
    async measure(seconds) {
      // The first call in a process builds the score counts.
      await readOne()
      return p99Measure(runClients(new Array(clients).fill(readOne), seconds))
    },
    close: () => db.close(),
  }
}

async function p99Measure(measured: Promise<Rate>): Promise<Measure> {
  return { ms: (await measured).p99Ms ?? Number.NaN }
}

async function measureSortedSet(sortedSet: Rival, seconds: number): Promise<Measure> {
  const command = { command: 'measure', clients, seconds, people: manyPeople }
  const { timesMs } = timesReply.parse(await sortedSet.ask(command))
  return { ms: p99Of(timesMs) }
}

async function openBehindHttp(sortedSet: Rival): Promise<BoardRequest[]> {
  const cookies = Array.from({ length: clients }, (_, number) => `session=${number}`)
  const command = { command: 'serve', cookies, people: manyPeople }
  const { port } = portReply.parse(await sortedSet.ask(command))
  return Promise.all(
    cookies.map(async (cookie) => {
      const connection = await openConnection(port)
      const request = requestText('GET', '/', [`Cookie: ${cookie}`])
      return () => connection.send(request)
    }),
  )
}

function measureHttp(reads: readonly BoardRequest[], seconds: number): Promise<Measure> {
  return p99Measure(
    runClients(
      reads.map((ask) => async () => {
        const { status, body } = await ask()
        if (status !== 200 || !body.includes('"isMe":true')) throw new Error(`no board: ${status}`)
      }),
      seconds,
    ),
  )
}
