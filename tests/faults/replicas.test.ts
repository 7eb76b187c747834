// Tests the product with a replica of its database (docs/product.md#several-machines). Reads that
// may be late go to the replica, and each caller sees their own change. A replica that is late,
// frozen, gone or promoted causes no error. REPLICA_RUNS is the number of random histories.
import { rm } from 'node:fs/promises'
import fc from 'fast-check'
import pg from 'pg'
import { register } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { foldMovesAtStart } from '#features/boards/fold-moves.ts'
import { openRanks } from '#features/boards/ranks.ts'
import { migrate } from '#platform/database/schema/migrate.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { makeTestFolder, openTestDatabase, runSql } from '#tests/support/postgres.ts'
import type { PostgresServer } from '#tests/support/servers/postgres-server.ts'
import {
  type ReplicatedServers,
  startReplicatedServers,
} from '#tests/support/servers/replicated-servers.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const runs = Number(process.env.REPLICA_RUNS ?? 3)
const batchKg = 1_000_000

/** As if no user had signed in, signed or changed data for a minute. */
const age = statement(
  'test-replicas-age',
  {},
  `with sessions as (update sessions set created_at = created_at - interval '1 minute'),
     nonces as (update request_nonces set expires_at = expires_at - interval '1 minute')
   update passports set updated_at = updated_at - interval '1 minute'`,
)

let folder: string
let servers: ReplicatedServers
let replica: PostgresServer
let spare: PostgresServer
let test: TestApp
let batch: Awaited<ReturnType<typeof issueTestBatch>>
let visitor: Person
beforeAll(async () => {
  folder = await makeTestFolder()
  servers = await startReplicatedServers(folder, 2)
  const [first, second] = servers.replicas
  if (first === undefined || second === undefined) throw new Error('no replicas')
  replica = first
  spare = second
  const { url } = servers.primary
  await migrate(url)
  const database = { url, drop: async () => undefined }
  const env = { DATABASE_REPLICA_URL: `${replica.url},${spare.url}`, TIMEOUT_FACTOR: '3' }
  test = await startTestApp(env, undefined, { database, by: (own) => own })
  batch = await issueTestBatch(test.services.db, { kg: batchKg })
  visitor = await new Person(test.url).signIn()
}, 120_000)
afterAll(async () => {
  await test.close()
  await servers.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Number of late reads that each server has answered. */
async function readsOf(server: 'primary' | 'replica'): Promise<number> {
  const metric = await register.getSingleMetric('database_late_reads_total')?.get()
  return metric?.values.find(({ labels }) => labels.server === server)?.value ?? 0
}

const lateRoutes = () => [
  '/api/projects/?limit=100',
  '/api/projects/featured',
  `/api/projects/${batch.projectId}`,
  '/api/batches',
  `/api/batches/${batch.id}`,
  '/api/achievements/leaderboard',
  '/api/achievements/leaderboard/eco?league=bronze',
  '/api/achievements/leaderboard/offsets?league=bronze',
]

async function readAll(person: Person): Promise<number[]> {
  const answers = await Promise.all(lateRoutes().map((path) => person.get(path)))
  return answers.map(({ status }) => status)
}
const allFound = () => lateRoutes().map(() => 200)

/** Repeats until the replica is near enough to answer every route of one round. */
async function expectReplicaAnswers(): Promise<void> {
  await expect
    .poll(
      async () => {
        await test.services.db.run(age)
        const [before, byPrimary] = [await readsOf('replica'), await readsOf('primary')]
        expect(await readAll(visitor)).toEqual(allFound())
        return (await readsOf('replica')) > before && (await readsOf('primary')) === byPrimary
      },
      { timeout: 60_000 },
    )
    .toBe(true)
}

it('the catalogue and the boards are read on the replica by callers without recent changes', async () => {
  await expectReplicaAnswers()
}, 120_000)

type State = 'running' | 'slow' | 'paused' | 'frozen'
const reach: Readonly<Record<State, (replica: PostgresServer) => Promise<void>>> = {
  running: async () => undefined,
  slow: (each) => each.delayReplay(300),
  paused: (each) => each.pauseReplay(),
  frozen: (each) => each.freeze(),
}
const leave: Readonly<Record<State, (replica: PostgresServer) => Promise<void>>> = {
  running: async () => undefined,
  slow: (each) => each.delayReplay(0),
  paused: (each) => each.resumeReplay(),
  frozen: (each) => each.thaw(),
}
const change = fc.oneof(
  fc.record({ kind: fc.constant('buy' as const), kg: fc.integer({ min: 20, max: 60 }) }),
  fc.record({ kind: fc.constant('name' as const), at: fc.nat({ max: 9_999 }) }),
)
const history = fc.record({
  state: fc.constantFrom<State>('running', 'slow', 'paused', 'frozen'),
  changes: fc.array(change, { minLength: 2, maxLength: 5 }),
})

it(
  `every caller sees their own change, in ${runs} random histories of a replica and a person`,
  async () => {
    let left = batchKg
    await fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: 2, maxLength: 3 }), async (phases) => {
        const person = await new Person(test.url).signIn()
        const other = await new Person(test.url, person.phone).signIn()
        const me = { kg: 0, name: 'Newcomer' }
        await person.call('PATCH', '/api/profile', { nickname: me.name })
        for (const { state, changes } of phases) {
          await expectReplicaAnswers()
          await Promise.all(servers.replicas.map(reach[state]))
          try {
            for (const each of changes) {
              if (each.kind === 'buy') {
                await person.buyByCard(batch, each.kg)
                me.kg += each.kg
                left -= each.kg
              } else {
                me.name = `Person ${each.at}`
                await person.call('PATCH', '/api/profile', { nickname: me.name })
              }
              await expectOwn(person, me, left)
              await expectOwn(other, me, left)
            }
            expect(await readAll(visitor)).toEqual(allFound())
          } finally {
            await Promise.all(servers.replicas.map(leave[state]))
          }
        }
      }),
      { numRuns: runs, endOnFailure: true },
    )
    // All other callers see it, too.
    await test.services.db.run(age)
    await expect.poll(() => kgLeft(visitor)).toBe(left)
    const settings = { DATABASE_URL: servers.primary.url, OPERATOR_DATABASE_URL: replica.url }
    const { code, stdout } = await runOperator(settings, ['ledger', 'check', '--json'])
    expect([code, JSON.parse(stdout).faults]).toEqual([0, []])
  },
  120_000 + runs * 60_000,
)

async function kgLeft(person: Person): Promise<number> {
  const { body } = await person.get(`/api/batches/${batch.id}`)
  return body.kg_available
}

async function expectOwn(person: Person, me: { kg: number; name: string }, left: number) {
  expect(await kgLeft(person)).toBe(left)
  const project = await person.get(`/api/projects/${batch.projectId}`)
  expect(project.body.batches[0].kg_available).toBe(left)
  const listed = await person.get('/api/batches')
  const [own] = listed.body.filter((each: { id: string }) => each.id === batch.id)
  expect(own.kg_available).toBe(left)
  const { body: boards } = await person.get('/api/achievements/leaderboard')
  const rows = boards.offsets.filter((row: { isMe: boolean }) => row.isMe)
  expect(rows).toEqual([expect.objectContaining({ name: me.name, score: me.kg })])
}

const rankFromPeople = statement(
  'test-replicas-rank',
  { rank: 'int8' },
  `select 1 + count(*) filter (where p.total_kg > me.total_kg) as rank
   from passports p join passports me on me.id = $1 and me.offset_league = p.offset_league
   where not p.hide_from_leaderboards`,
)
const join = (kg: number) =>
  `insert into passports (country, currency, total_kg) values ('GB', 'GBP', ${kg})`

it('a transaction that ends after later ones counts once on the replica', async () => {
  const onReplica = openTestDatabase(replica.url)
  const find = openRanks({ db: onReplica, server: 'replica' }, 'offsets')
  const rank = async () => {
    const { people } = await find({ passportId: visitor.id, above: 9, below: 9 })
    return people.find(({ id }) => id === visitor.id)?.rank
  }
  const expected = async () =>
    (await test.services.db.run(rankFromPeople, [visitor.id]))[0]?.rank ?? 0
  const former = await expected()
  await expect.poll(rank).toBe(former)
  const early = new pg.Client({ connectionString: servers.primary.url })
  await early.connect()
  await early.query(`begin; ${join(50)}`)
  await runSql(servers.primary.url, join(60))
  await runSql(servers.primary.url, join(70))
  // Transactions that ended after the early one began may be counted or not, but never the early
  // one.
  for (let count = 0; count < 20; count += 1) {
    expect(await rank()).toBeLessThanOrEqual(former + 2)
  }
  await early.query('commit')
  await early.end()
  expect(await expected()).toBe(former + 3)
  await expect.poll(rank).toBe(former + 3)
  for (let round = 0; round < 3; round += 1) {
    await foldMovesAtStart(test.services.db)
    await runSql(servers.primary.url, join(80 + round))
    await expect.poll(rank).toBe(former + 4 + round)
  }
  await onReplica.close()
})

it('a replica that dies causes no error', async () => {
  await expectReplicaAnswers()
  await spare.kill()
  for (let count = 0; count < 20; count += 1) expect(await readAll(visitor)).toEqual(allFound())
}, 60_000)

it('a replica that was promoted to a primary is no longer read', async () => {
  await expectReplicaAnswers()
  await replica.promote()
  await expect
    .poll(async () => {
      const before = await readsOf('replica')
      await test.services.db.run(age)
      expect(await readAll(visitor)).toEqual(allFound())
      return (await readsOf('replica')) - before
    })
    .toBe(0)
  await visitor.call('PATCH', '/api/profile', { nickname: 'Seen at once' })
  await test.services.db.run(age)
  const { body } = await visitor.get('/api/achievements/leaderboard')
  expect(body.offsets).toContainEqual(expect.objectContaining({ name: 'Seen at once' }))
}, 60_000)
