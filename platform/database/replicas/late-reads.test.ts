// Tests which reads a replica answers, from what the primary and the replicas report, without a server.
import { register } from 'prom-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database, Db } from '#platform/database/database.ts'
import { type LateRead, type Replicas, readsOf } from './replicas.ts'
import { watchedReplica, watchOpened } from './watch-replicas.ts'

type Row = Readonly<Record<string, unknown>>
/** The present answer of a server; undefined while it does not answer. */
type Server = { row: Row | undefined; isClosed: boolean; asked: string[] }

const measureEveryMs = 100
const lateMaxMs = 400
const primaryRow = { system: 'one', position: '0/10', next_transaction: '50' }
const replicaRow = {
  ...{ system: 'one', is_replica: true, position: '0/10', oldest_transaction: '50' },
}

function serverOf(row: Row): { readonly server: Server; readonly db: Database } {
  const server: Server = { row, isClosed: false, asked: [] }
  const run = async ({ name }: { readonly name: string }) => {
    server.asked.push(name)
    return server.row === undefined ? new Promise(() => undefined) : [server.row]
  }
  const close = async () => {
    server.isClosed = true
  }
  return { server, db: { run, close } as unknown as Database }
}

let primary: Server
let first: Server
let second: Server
let reads: Replicas
let dbs: readonly Db[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const [main, one, two] = [primaryRow, replicaRow, replicaRow].map(serverOf)
  if (!main || !one || !two) throw new Error('no servers')
  primary = main.server
  first = one.server
  second = two.server
  dbs = [one.db, two.db]
  const replicas = [watchedReplica('one:1', one.db), watchedReplica('two:2', two.db)]
  reads = readsOf(watchOpened(main.db, replicas, 2 * lateMaxMs))
})
afterEach(async () => {
  await reads.close()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const onReplica = async (db: Db) => `replica ${dbs.indexOf(db) + 1}`
const read = (needs: LateRead = 'committed') => reads.read(needs, onReplica, async () => 'primary')
/** Returns the servers that answer the next two reads. */
const answerers = async (needs?: LateRead) => [await read(needs), await read(needs)].sort()

/** Begins the measurement, and waits until the first one is confirmed: 9 ms after the second one. */
async function measured(): Promise<void> {
  await read()
  await pass(measureEveryMs + 10)
}

async function figureOf(name: string, label: string, value: string) {
  const metric = await register.getSingleMetric(name)?.get()
  return metric?.values.find(({ labels }) => labels[label] === value)?.value
}

it('no replica answers before the primary has confirmed its first position', async () => {
  expect(primary.asked).toEqual([])
  expect(await read()).toBe('primary')
  await pass(1)
  expect([primary.asked, first.asked]).toEqual([['primary-moment'], ['replica-position']])
  expect(await read()).toBe('primary')
  await pass(measureEveryMs + 9)
  expect(await answerers()).toEqual(['replica 1', 'replica 2'])
})

it('takes the replicas in turn, and counts who answered', async () => {
  const [before = 0, primaryBefore = 0] = [
    await figureOf('database_late_reads_total', 'server', 'replica'),
    await figureOf('database_late_reads_total', 'server', 'primary'),
  ]
  await measured()
  for (const _ of [1, 2, 3]) expect(await answerers()).toEqual(['replica 1', 'replica 2'])
  expect(await figureOf('database_late_reads_total', 'server', 'replica')).toBe(before + 6)
  expect(await figureOf('database_late_reads_total', 'server', 'primary')).toBe(primaryBefore + 1)
})

it.each<[string, number, () => readonly Server[]]>([
  // Without the primary, no position after the first one is confirmed.
  ['primary', lateMaxMs - measureEveryMs, () => [primary]],
  ['replicas', lateMaxMs, () => [first, second]],
])(
  'the %s may be silent until the last confirmed position is 400 ms old',
  async (_, ms, silent) => {
    await measured()
    for (const server of silent()) server.row = undefined
    await pass(ms - 15)
    expect(await answerers()).toEqual(['replica 1', 'replica 2'])
    await pass(15)
    expect(await answerers()).toEqual(['primary', 'primary'])
  },
)

it('a replica that does not move on is read for 400 ms, and again once it has caught up', async () => {
  await measured()
  primary.row = { ...primaryRow, position: '0/20' }
  await pass(measureEveryMs)
  expect(await answerers()).toEqual(['replica 1', 'replica 2'])
  await pass(lateMaxMs)
  expect(await answerers()).toEqual(['primary', 'primary'])
  second.row = { ...replicaRow, position: '0/20' }
  await pass(2 * measureEveryMs)
  expect(await answerers()).toEqual(['replica 2', 'replica 2'])
})

it('a read of ended transactions needs that older transactions ended there', async () => {
  first.row = { ...replicaRow, oldest_transaction: '49' }
  await measured()
  expect(await answerers('committed')).toEqual(['replica 1', 'replica 2'])
  expect(await answerers('ended')).toEqual(['replica 2', 'replica 2'])
})

it.each<[string, Row]>([
  ['of another system', { system: 'other' }],
  ['that has become a primary', { is_replica: false }],
  ['that has replayed nothing', { position: null }],
  ['that is ahead of the primary', { position: '0/11' }],
])('a replica %s is not read', async (_, differing) => {
  first.row = { ...replicaRow, ...differing }
  await measured()
  expect(await answerers()).toEqual(['replica 2', 'replica 2'])
  first.row = replicaRow
  await pass(2 * measureEveryMs)
  expect(await answerers()).toEqual(['replica 1', 'replica 2'])
  first.row = { ...replicaRow, ...differing }
  await pass(2 * measureEveryMs)
  expect(await answerers()).toEqual(['replica 2', 'replica 2'])
})

it('the primary answers a read that fails on a replica, which is not asked before its next measurement', async () => {
  await measured()
  const failing = async (db: Db) => {
    if (db === dbs[0]) throw new Error('gone')
    return 'replica 2'
  }
  const answers = []
  for (const _ of [1, 2, 3, 4]) {
    answers.push(await reads.read('committed', failing, async () => 'primary'))
  }
  expect(answers.toSorted()).toEqual(['primary', 'replica 2', 'replica 2', 'replica 2'])
  await pass(measureEveryMs)
  expect(await answerers()).toEqual(['replica 1', 'replica 2'])
})

it('reports how far each replica is behind', async () => {
  await measured()
  second.row = { ...replicaRow, system: 'other' }
  await pass(2 * measureEveryMs)
  const lag = (replica: string) => figureOf('database_replica_lag_seconds', 'replica', replica)
  expect([await lag('one:1'), await lag('two:2')]).toEqual([expect.closeTo(0.11, 2), -1])
})

it('ends with the server: the replicas are closed, and the primary answers', async () => {
  await measured()
  await reads.close()
  expect([first.isClosed, second.isClosed, primary.isClosed]).toEqual([true, true, false])
  expect(await read()).toBe('primary')
  const asked = primary.asked.length
  await pass(10 * measureEveryMs)
  expect(primary.asked).toHaveLength(asked)
})
