// Tests how the log asks its witnesses: real ones, and slow, absent, wrong and hostile ones. The log goes on with all.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { register } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAppendRound } from '#features/log/append/append-in-background.ts'
import { readVerifierText } from '#features/log/tree/signed-note.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { fetchLog, readNote, Tree } from '#tests/support/rfc6962.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { createWitnessRound } from './ask-witnesses.ts'
import { cosign, createWitnessSigner, type WitnessSigner, witnessKeyText } from './cosignature.ts'
import { readPolicy, witnessesOf } from './policy.ts'
import { serveWitness } from './serve-witness.ts'
import { openWitnessState } from './witness-state.ts'

const endLease = statement(
  'witness-test-end-lease',
  {},
  `update log_witnessings set lease_until = now() - interval '1 second'`,
)
const closeLog = statement('witness-test-close-log', {}, 'update logs set closed_at = now()')
const readEvidence = statement(
  'witness-test-evidence',
  { witness: 'text', status: 'int2', request: 'text', answer: 'text' },
  'select witness, status, request, answer from log_witness_evidence order by id',
)

let test: TestApp
let folder: string
let append: () => Promise<number>
let logKey: string
/** Milliseconds by which the round's clock is ahead of its begin. */
let elapsedMs = 0
const ends: (() => void)[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-asks-'))
  test = await startTestApp({}, undefined, { background: false })
  append = createAppendRound(test.services)
  await append()
  logKey = await (await fetch(`${test.url}/log/key`)).text()
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await grow()
})
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  await test.services.db.run(endLease, [])
})

/** Appends an entry, so that there is a new checkpoint. */
async function grow(): Promise<void> {
  await issueTestBatch(test.services.db, { kg: 1_000 })
  while ((await append()) > 0);
}

const served = async () => (await fetch(`${test.url}/log/checkpoint`)).text()
async function figure(name: string): Promise<number | undefined> {
  return (await register.getSingleMetric(name)?.get())?.values[0]?.value
}

type Asked = { readonly name: string; readonly signer: WitnessSigner; readonly url: string }

let count = 0
/** A witness of our own that knows the log. */
async function realWitness(name: string): Promise<Asked> {
  count += 1
  const state = openWitnessState(join(folder, `${name}-${count}`), () => '')
  const signer = createWitnessSigner(`witness.example/${name}`, state.seed)
  const port = await freePort()
  const log = readVerifierText(logKey.trim())
  if (log === null) throw new Error('no key')
  const address = { host: '127.0.0.1', port }
  const server = await serveWitness({ logs: [log], signer, state }, address, Date.now)
  ends.push(() => {
    server.closeAllConnections()
    server.close()
    state.close()
  })
  return { name, signer, url: `http://127.0.0.1:${port}` }
}

type Answer = (request: { readonly body: string }, response: ServerResponse) => void

/** A server in the place of a witness. `requests` has the bodies that it got. */
async function standIn(name: string, answer: Answer) {
  const requests: string[] = []
  const bodyOf = async (request: IncomingMessage) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }
  const server: Server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    requests.push(body)
    answer({ body }, response)
  })
  const port = await freePort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const signer = createWitnessSigner(`witness.example/${name}`, Buffer.alloc(32, name))
  return { name, signer, url: `http://127.0.0.1:${port}`, requests }
}

/** The line of a cosignature over the checkpoint of a request. */
function lineFor(body: string, signer: WitnessSigner, time = Date.now() / 1_000): string {
  const note = body.slice(body.indexOf('\n\n') + 2)
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1)
  return `${cosign(text, signer, Math.floor(time))}\n`
}

function policyOf(witnesses: readonly Asked[], threshold: string) {
  const lines = witnesses.map(
    ({ name, signer, url }) => `witness ${name} ${witnessKeyText(signer)} ${url}`,
  )
  const names = witnesses.map(({ name }) => name).join(' ')
  return readPolicy(
    [...lines, `group all-of-them ${threshold} ${names}`, 'quorum all-of-them'].join('\n'),
  )
}

type Limits = { readonly secondsByName?: ReadonlyMap<string, number> }

/** Returns the round of a process with this policy, and the names that have cosigned what is served. */
function asking(witnesses: readonly Asked[], threshold = 'all', limits: Limits = {}) {
  const policy = policyOf(witnesses, threshold)
  const logWitnesses = { policy, secondsByName: new Map(), ...limits }
  const services = { ...test.services, settings: { ...test.services.settings, logWitnesses } }
  const begin = performance.now()
  const clocks = { elapsed: () => performance.now() - begin + elapsedMs, wall: Date.now }
  const round = createWitnessRound(services, clocks)
  const cosigned = async () => witnessesOf(policy, await served(), Date.now() / 1_000)
  return { round, cosigned }
}

/** Runs rounds until this holds. */
async function until(round: () => Promise<number>, holds: () => Promise<boolean>) {
  await expect
    .poll(
      async () => {
        await round()
        return holds()
      },
      { interval: 20 },
    )
    .toBe(true)
}

it('publishes a checkpoint with the cosignatures of all, which is one history with the tree', async () => {
  const witnesses = [await realWitness('a'), await realWitness('b')]
  const { round, cosigned } = asking(witnesses)
  const notes: string[] = []
  for (let step = 0; step < 3; step += 1) {
    await until(round, async () => !notes.includes(await served()) && (await cosigned()).isQuorum)
    notes.push(await served())
    elapsedMs += 5_000
    await grow()
    // The next checkpoint waits for its quorum. The previous one is served meanwhile.
    expect(await served()).toBe(notes.at(-1))
  }
  const { entries } = await fetchLog(`${test.url}/log`, notes.at(-1))
  const tree = new Tree(entries)
  for (const text of notes) {
    const note = readNote(text, logKey)
    expect(tree.root(0, note.size)).toEqual(note.root)
  }
  await round()
  expect(await figure('log_unwitnessed_seconds')).toBe(0)
  expect(await figure('log_witness_contradictions')).toBe(0)
})

it('makes a checkpoint at most every 5 s', async () => {
  const witness = await realWitness('a')
  const { round, cosigned } = asking([witness])
  await until(round, async () => (await cosigned()).isQuorum)
  const resumed = await served()
  await grow()
  await until(round, async () => (await served()) !== resumed && (await cosigned()).isQuorum)
  const first = await served()
  await grow()
  for (let turn = 0; turn < 5; turn += 1) await round()
  expect(await served()).toBe(first)
  elapsedMs += 5_000
  await until(round, async () => (await served()) !== first && (await cosigned()).isQuorum)
})

it('publishes without a quorum after 4 s, and adds cosignatures that come later', async () => {
  const quick = await realWitness('a')
  const waiting: (() => void)[] = []
  const slow = await standIn('slow', ({ body }, response) => {
    waiting.push(() => response.end(lineFor(body, slow.signer)))
  })
  const { round, cosigned } = asking([quick, slow])
  await round()
  elapsedMs += 5_000
  await grow()
  await until(round, async () => waiting.length > 0)
  const before = await served()
  await pause(200)
  await round()
  expect(await served()).toBe(before)
  elapsedMs += 4_000
  await until(round, async () => (await served()) !== before)
  expect(await cosigned()).toEqual({ names: ['a'], isQuorum: false })
  waiting.at(-1)?.()
  await until(round, async () => (await cosigned()).isQuorum)
  expect((await cosigned()).names).toEqual(['a', 'slow'])
})

it('goes on at once without a witness that is away, and shows since when', async () => {
  const away = {
    name: 'away',
    signer: createWitnessSigner('away', Buffer.alloc(32, 9)),
    url: 'http://127.0.0.1:1',
  }
  const { round, cosigned } = asking([await realWitness('a'), away])
  await until(round, async () => (await cosigned()).names.includes('a'))
  await pause(1_100)
  await round()
  expect(await figure('log_unwitnessed_seconds')).toBeGreaterThanOrEqual(1)
})

const badSigner = createWitnessSigner('witness.example/bad', Buffer.alloc(32, 'bad'))
it.each<[string, Answer]>([
  [
    'more than 16 KiB',
    ({ body }, response) => response.end(lineFor(body, badSigner).padEnd(16_385, '\n')),
  ],
  ['a redirect', (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end()],
  [
    'a cosignature of 10 minutes ago',
    ({ body }, response) => response.end(lineFor(body, badSigner, Date.now() / 1_000 - 600)),
  ],
  [
    'a cosignature of the future',
    ({ body }, response) => response.end(lineFor(body, badSigner, Date.now() / 1_000 + 600)),
  ],
  [
    'a cosignature of another text',
    ({ body }, response) => response.end(lineFor(body.replace(/\n(\d+)\n/, '\n9$1\n'), badSigner)),
  ],
  [
    'a cosignature of another key',
    ({ body }, response) =>
      response.end(lineFor(body, createWitnessSigner('witness.example/bad', Buffer.alloc(32, 7)))),
  ],
  ['404', (_request, response) => response.writeHead(404).end()],
  ['409 without a size', (_request, response) => response.writeHead(409).end('7\n')],
  [
    'half an answer',
    (_request, response) => {
      response.writeHead(200, { 'content-length': 500 }).write('— x')
      response.destroy()
    },
  ],
])('takes an answer of %s for none', async (_case, answer) => {
  const bad = await standIn('bad', answer)
  const { round, cosigned } = asking([await realWitness('a'), bad])
  await until(round, async () => (await cosigned()).names.includes('a') && bad.requests.length > 0)
  await pause(100)
  await round()
  expect((await cosigned()).names).toEqual(['a'])
  expect(await figure('log_witness_contradictions')).toBe(0)
})

it('asks a witness that knows an earlier size from there, once', async () => {
  const real = await realWitness('a')
  const first = asking([real])
  await until(first.round, async () => (await first.cosigned()).isQuorum)
  await test.services.db.run(endLease, [])
  await grow()
  // Another process, which does not know what the witness knows.
  const second = asking([real])
  await until(second.round, async () => (await second.cosigned()).isQuorum)

  await test.services.db.run(endLease, [])
  let size = 0
  const stubborn = await standIn('stubborn', (_request, response) => {
    size += 1
    response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end(`${size}\n`)
  })
  const third = asking([stubborn])
  await until(third.round, async () => stubborn.requests.length === 2)
  await pause(100)
  await third.round()
  expect(stubborn.requests.map((body) => body.split('\n')[0])).toEqual(['old 0', 'old 1'])
})

it('keeps the answers of a witness that contradicts the log, and goes on', async () => {
  const { db } = test.services
  const more = await standIn('more', (_request, response) =>
    response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end('999999999\n'),
  )
  const other = await standIn('other', ({ body }, response) =>
    body.startsWith('old 0\n')
      ? response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end('1\n')
      : response.writeHead(422).end('no\u0000'),
  )
  const { round, cosigned } = asking([await realWitness('a'), more, other])
  await until(round, async () => (await db.run(readEvidence, [])).length === 2)
  await until(round, async () => (await cosigned()).names.includes('a'))
  const rows = await db.run(readEvidence, [])
  expect(rows.map(({ witness, status }) => `${witness} ${status}`).sort()).toEqual([
    'more 409',
    'other 422',
  ])
  expect(rows.find(({ witness }) => witness === 'more')?.request).toBe(more.requests[0])
  await round()
  expect(await figure('log_witness_contradictions')).toBe(2)
})

it('asks a witness with a limit no more often than that', async () => {
  const limited = await standIn('limited', ({ body }, response) =>
    response.end(lineFor(body, limited.signer)),
  )
  const secondsByName = new Map([['limited', 3_600]])
  const { round, cosigned } = asking([await realWitness('a'), limited], 'any', { secondsByName })
  await until(round, async () => (await cosigned()).names.length === 2)
  for (const names of [['a'], ['a'], ['a', 'limited']]) {
    elapsedMs += names.length === 1 ? 60_000 : 3_600_000
    await grow()
    const before = await served()
    await until(round, async () => {
      const now = await cosigned()
      return (await served()) !== before && now.names.length === names.length
    })
    expect((await cosigned()).names).toEqual(names)
  }
  expect(limited.requests).toHaveLength(2)
})

it('asks a server with two keys once for a checkpoint, also if one of them signs nothing', async () => {
  const one = await standIn('one', ({ body }, response) => response.end(lineFor(body, one.signer)))
  const two = { ...one, name: 'two', signer: createWitnessSigner('two', Buffer.alloc(32, 2)) }
  const { round, cosigned } = asking([one, two], 'any')
  await until(round, async () => (await cosigned()).isQuorum)
  for (let turn = 0; turn < 5; turn += 1) await round()
  expect(one.requests).toHaveLength(1)
})

it('asks from one process, and publishes the head where that one stops', async () => {
  const asked = await standIn('asked', ({ body }, response) =>
    response.end(lineFor(body, asked.signer)),
  )
  const first = asking([asked])
  await until(first.round, async () => (await first.cosigned()).isQuorum)
  const other = asking([asked])
  elapsedMs += 5_000
  await grow()
  const requests = asked.requests.length
  for (let turn = 0; turn < 5; turn += 1) await other.round()
  expect(asked.requests).toHaveLength(requests)
  const before = await served()
  // The first process is gone.
  await test.services.db.run(endLease, [])
  const head = await served()
  expect(readNote(head, logKey).size).toBeGreaterThan(readNote(before, logKey).size)
  await other.round()
  expect(await served()).toBe(head)
  await until(other.round, async () => (await other.cosigned()).isQuorum)
  // The first one awakes: it neither asks nor publishes.
  const after = await served()
  for (let turn = 0; turn < 3; turn += 1) await first.round()
  expect(await served()).toBe(after)
})

it('reports after a restore that its new log is unknown, until a quorum has cosigned it', async () => {
  const known = asking([await realWitness('a')])
  await until(known.round, async () => (await known.cosigned()).isQuorum)
  await known.round()
  expect(await figure('log_unknown_to_witnesses')).toBe(0)

  await test.services.db.run(closeLog, [])
  append = createAppendRound(test.services)
  await append()
  // This witness still knows the key of the previous log alone.
  const { round } = asking([await realWitness('a')])
  for (let turn = 0; turn < 3; turn += 1) await round()
  expect(await figure('log_unknown_to_witnesses')).toBe(1)

  await test.services.db.run(endLease, [])
  logKey = await (await fetch(`${test.url}/log/key`)).text()
  const informed = asking([await realWitness('a')])
  await until(informed.round, async () => (await informed.cosigned()).isQuorum)
  await informed.round()
  expect(await figure('log_unknown_to_witnesses')).toBe(0)
})
