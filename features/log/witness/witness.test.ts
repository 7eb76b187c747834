// Tests a witness over HTTP, with trees and proofs that the text of RFC 6962 makes: what it cosigns, what it refuses, and
// what it keeps.
import { hash } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { signCheckpoint, signerOf } from '#features/log/tree/signed-note.ts'
import { Tree } from '#tests/support/rfc6962.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { cosignedAt, createWitnessSigner, type WitnessSigner } from './cosignature.ts'
import { serveWitness } from './serve-witness.ts'
import { openWitnessState, StateLocked, type WitnessState } from './witness-state.ts'

const log = signerOf('log.example/one', Buffer.alloc(32, 1))
const otherKey = signerOf('log.example/one', Buffer.alloc(32, 2))
const unknown = signerOf('log.example/two', Buffer.alloc(32, 1))
const treeOf = (name: string, common: number, size: number) =>
  new Tree(
    Array.from({ length: size }, (_, index) =>
      Buffer.from(index < common ? `entry ${index}` : `${name} ${index}`),
    ),
  )
const tree = treeOf('first', 0, 30)
/** Has another history from entry 5 on. */
const fork = treeOf('second', 0, 30)
const nowMs = 1_800_000_000_500

let folder: string
let state: WitnessState
let server: Server
let signer: WitnessSigner
let url: string
const fileOf = () => join(folder, 'witness.sqlite')

async function start(): Promise<void> {
  state = openWitnessState(fileOf(), () => '2026-11-28T00:00:00.000Z')
  signer = createWitnessSigner('witness.example/w1', state.seed)
  const port = await freePort()
  server = await serveWitness(
    { logs: [log], signer, state },
    { host: '127.0.0.1', port },
    () => nowMs,
  )
  url = `http://127.0.0.1:${port}`
}

function stop(): void {
  server.closeAllConnections()
  server.close()
  state.close()
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-witness-'))
  await start()
})
afterEach(async () => {
  stop()
  await rm(folder, { recursive: true })
})

async function post(body: string | Buffer) {
  const answer = await fetch(`${url}/add-checkpoint`, { method: 'POST', body })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  }
}

type Sent = {
  readonly from?: number
  readonly to?: number
  readonly of?: Tree
  readonly by?: typeof log
  readonly proof?: readonly Buffer[]
}

function requestOf({ from = 0, to = 8, of = tree, by = log, proof }: Sent): string {
  const hashes = proof ?? (from === 0 ? [] : of.consistency(from, 0, to))
  const note = signCheckpoint(to, of.root(0, to), by)
  return [`old ${from}`, ...hashes.map((each) => each.toString('base64')), '', note].join('\n')
}
const send = (sent: Sent) => post(requestOf(sent))

/** Rows of the evidence, as another process reads them once the witness has stopped. */
function evidence() {
  stop()
  const db = new DatabaseSync(fileOf())
  const rows = db
    .prepare('select size, is_fork, seen_at, request from evidence order by rowid')
    .all()
  db.close()
  return rows
}

it('cosigns a tree that grows, with its own time, and the newest one again', async () => {
  for (const [from, to] of [
    [0, 1],
    [1, 8],
    [8, 8],
    [8, 30],
  ] as const) {
    const { status, text } = await send({ from, to })
    expect([from, to, status]).toEqual([from, to, 200])
    const note = `${log.name}\n${to}\n${tree.root(0, to).toString('base64')}\n`
    expect(text.endsWith('\n')).toBe(true)
    expect(cosignedAt(note, text.trimEnd(), signer)).toBe(1_800_000_000)
  }
})

it('answers with the size that it knows to a log that is behind it or ahead of it', async () => {
  await send({ to: 8 })
  const known = { status: 409, type: 'text/x.tlog.size', text: '8\n' }
  expect(await send({ from: 0, to: 20 })).toEqual(known)
  expect(await send({ from: 9, to: 20 })).toEqual(known)
  expect(await send({ from: 0, to: 5 })).toEqual(known)
  expect((await send({ from: 8, to: 20 })).status).toBe(200)
})

it.each<[string, Sent, number]>([
  ['of an unknown log', { by: unknown }, 404],
  ['with another key', { by: otherKey }, 403],
  ['whose old size is beyond it', { from: 9, to: 8, proof: [] }, 400],
  ['with a proof from nothing', { proof: [Buffer.alloc(32)] }, 422],
])('refuses a checkpoint %s', async (_case, sent, status) => {
  expect((await send(sent)).status).toBe(status)
  expect((await send({ to: 3 })).status).toBe(200)
})

it('refuses a second history, keeps it, and goes on with the first', async () => {
  await send({ to: 8 })
  const sameSize = { from: 8, to: 8, of: fork }
  expect(await send(sameSize)).toMatchObject({ status: 422 })
  expect((await send({ from: 8, to: 20, of: fork })).status).toBe(422)
  expect((await send({ from: 8, to: 12, proof: tree.consistency(7, 0, 12) })).status).toBe(422)
  expect((await send({ from: 8, to: 12 })).status).toBe(200)
  const rows = evidence()
  expect(rows.map(({ size, is_fork }) => [size, is_fork])).toEqual([
    [8, 1],
    [20, 0],
    [12, 0],
  ])
  expect(rows[0]).toMatchObject({
    seen_at: '2026-11-28T00:00:00.000Z',
    request: requestOf(sameSize),
  })
  await start()
})

it('keeps a known checkpoint with a wrong proof as no second history', async () => {
  await send({ to: 8 })
  expect((await send({ from: 8, to: 8, proof: [Buffer.alloc(32)] })).status).toBe(422)
  expect(evidence()).toMatchObject([{ size: 8, is_fork: 0 }])
  await start()
})

it('keeps a fork however many wrong proofs follow, and each tree once', async () => {
  await send({ to: 8 })
  const roots = Array.from({ length: 120 }, (_, index) => Buffer.alloc(32, index))
  const forks = [...roots, ...roots]
  for (const [index, root] of forks.entries()) {
    state.keepEvidence(log.name, {
      head: { size: 9, root },
      isFork: false,
      request: `wrong ${index}`,
    })
    state.keepEvidence(log.name, {
      head: { size: 8, root },
      isFork: true,
      request: `fork ${index}`,
    })
  }
  const rows = evidence()
  expect(rows.filter(({ is_fork }) => is_fork === 1).map(({ request }) => request)).toEqual(
    Array.from({ length: 100 }, (_, index) => `fork ${index}`),
  )
  expect(rows.filter(({ is_fork }) => is_fork === 0)).toHaveLength(100)
  await start()
})

it('refuses a checkpoint with a wrong line of the known key under the right one', async () => {
  const signed = requestOf({})
  const [line = ''] = signed.split('\n').slice(-2)
  const [dash, name, base64 = ''] = line.split(' ')
  const bytes = Buffer.from(base64, 'base64')
  bytes[40] = (bytes[40] ?? 0) ^ 1
  const wrong = `${dash} ${name} ${bytes.toString('base64')}\n`
  expect((await post(`${signed}${wrong}`)).status).toBe(403)
  expect((await post(signed)).status).toBe(200)
})

it('shows monitors the newest checkpoint with both signatures', async () => {
  const address = `${url}/${hash('sha256', log.name, 'hex')}/checkpoint`
  expect((await fetch(address)).status).toBe(404)
  await send({ to: 8 })
  const { text } = await send({ from: 8, to: 9 })
  const answer = await fetch(address)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe(`${signCheckpoint(9, tree.root(0, 9), log)}${text}`)
  expect((await fetch(address, { method: 'POST' })).status).toBe(405)
  const other = hash('sha256', 'log.example/two', 'hex')
  expect((await fetch(`${url}/${other}/checkpoint`)).status).toBe(404)
})

const requests: readonly [string, string][] = [
  ['nothing', ''],
  ['no old size', requestOf({}).replace('old 0\n', '')],
  ['an old size with a zero before it', requestOf({}).replace('old 0', 'old 00')],
  ['a negative old size', requestOf({}).replace('old 0', 'old -1')],
  ['line breaks of Windows', requestOf({}).replaceAll('\n', '\r\n')],
  ['a hash of another length', requestOf({ proof: [Buffer.alloc(31)] })],
  ['64 hashes', requestOf({ proof: Array.from({ length: 64 }, () => Buffer.alloc(32)) })],
]
it.each(requests)('refuses a request with %s', async (_case, body) => {
  expect((await post(body)).status).toBe(400)
})

it('refuses other paths, methods, long bodies and bytes that are no text', async () => {
  expect((await fetch(`${url}/`)).status).toBe(404)
  expect((await fetch(`${url}/add-checkpoint`)).status).toBe(405)
  expect((await post(Buffer.alloc(131_073, 'a'))).status).toBe(413)
  expect((await post(Buffer.from([0xff, 0xfe]))).status).toBe(400)
  expect((await send({})).status).toBe(200)
})

it('keeps key and newest tree over a restart, in a file for its own account', async () => {
  const { publicKey } = signer
  await send({ to: 8 })
  stop()
  await start()
  expect(signer.publicKey).toEqual(publicKey)
  expect((await send({ from: 0, to: 9 })).text).toBe('8\n')
  expect((await stat(fileOf())).mode & 0o777).toBe(0o600)
})

it('lets no second process open the file', () => {
  expect(() => openWitnessState(fileOf(), () => '')).toThrow(StateLocked)
})
