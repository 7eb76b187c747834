// Tests the rounds in which the log asks its witnesses, over stored rows: when each is asked again, what is published, and
// what is kept of answers that contradict the log.

import { register } from 'prom-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leafHash } from '#features/log/tree/merkle.ts'
import { signCheckpoint, signerOf } from '#features/log/tree/signed-note.ts'
import { appendLeaves, rootOf } from '#features/log/tree/tiles.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/logger.ts'
import { createWitnessRound } from './ask-witnesses.ts'
import { cosign, createWitnessSigner, witnessKeyText } from './cosignature.ts'
import { readPolicy } from './policy.ts'

const log = signerOf('a.example/log', Buffer.alloc(32, 1))
const leaves = Array.from({ length: 40 }, (_, at) => leafHash(Buffer.from(`entry ${at}`)))
const { tiles } = appendLeaves(0, [], leaves)
const signed = (size: number) =>
  signCheckpoint(size, rootOf(appendLeaves(0, [], leaves.slice(0, size)).edge), log)
const signers = ['one', 'two'].map((name) =>
  createWitnessSigner(`${name}.example/w`, Buffer.alloc(32, name)),
)
const [one, two] = signers
if (one === undefined || two === undefined) throw new Error('no signers')
const wallMs = 1_800_000_000_000

type Row = {
  readonly size: number | null
  readonly checkpoint: string | null
  readonly head_size: number
  readonly head_checkpoint: string
  readonly is_own: boolean
  readonly is_leased: boolean
  readonly lease_seconds: number
  readonly unwitnessed_seconds: number
  readonly is_unknown: boolean
}
let row: Row | null
let elapsedMs: number
/** Statements and their values, without reads. */
let written: [name: string, values: readonly unknown[]][]
let warned: unknown[][]
let requests: [url: string, body: string][]
let answers: Readonly<Record<string, (body: string) => readonly [number, string]>>
const headAt = (size: number) => ({ head_size: size, head_checkpoint: signed(size) })

beforeEach(() => {
  ;[written, warned, requests, elapsedMs] = [[], [], [], 0]
  row = {
    ...{ size: 8, checkpoint: signed(8), ...headAt(10), is_own: true, is_leased: true },
    ...{ lease_seconds: 9, unwitnessed_seconds: 0, is_unknown: false },
  }
  answers = {}
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    requests.push([url, body])
    const answer = answers[new URL(url).hostname]
    if (answer === undefined) throw new Error('away')
    const [status, text] = answer(body)
    const headers = new Headers({ 'content-type': 'text/x.tlog.size' })
    return { status, headers, body: [Buffer.from(text)] }
  })
})

afterEach(() => vi.unstubAllGlobals())

const db = {
  run: async ({ name }: { name: string }, values: readonly unknown[] = []) => {
    if (name === 'find-log-witnessing') return row === null ? [] : [{ log_number: 3, ...row }]
    if (name === 'find-log-tiles') return tiles
    written.push([name, values])
    return name === 'publish-log-checkpoint' ? [{ size: 1 }] : []
  },
} as unknown as Database
const logger = {
  warn: (...said: unknown[]) => void warned.push(['warn', ...said]),
  error: (...said: unknown[]) => void warned.push(['error', ...said]),
} as unknown as Logger

function roundOf(lines: readonly string[], seconds: Readonly<Record<string, number>> = {}) {
  const secondsByName = new Map(Object.entries(seconds))
  const logWitnesses = { policy: readPolicy(lines.join('\n')), secondsByName }
  const clocks = { elapsed: () => elapsedMs, wall: () => wallMs }
  const round = createWitnessRound({ db, log: logger, settings: { logWitnesses } }, clocks)
  return async () => {
    expect(await round()).toBe(0)
    // The answers come between rounds.
    await new Promise(setImmediate)
  }
}
const lineOne = `witness One ${witnessKeyText(one)} https://one.example/sub/`
const onlyOne = [lineOne, 'quorum One']
/** The line of a cosignature over the checkpoint of a request. */
function lineFor(body: string, signer = one, time = wallMs / 1_000) {
  const note = body.slice(body.indexOf('\n\n') + 2)
  return `${cosign(note.slice(0, note.lastIndexOf('\n\n') + 1), signer as never, time)}\n`
}
const signs = (body: string) => [200, lineFor(body)] as const
const figure = async (name: string) =>
  (await register.getSingleMetric(name)?.get())?.values[0]?.value
const namesOf = () => written.map(([name]) => name)

it('without witnesses nothing is read, and without a log nothing is asked', async () => {
  const none = createWitnessRound({ db: {} as Database, log: logger, settings: {} })
  expect(await none()).toBe(0)
  row = null
  await roundOf(onlyOne)()
  expect([requests, written]).toEqual([[], []])
})

it('a process takes the lease that no other has, and asks nothing before', async () => {
  const round = roundOf(onlyOne)
  const own = row
  row = own && { ...own, is_own: false, unwitnessed_seconds: 7, is_unknown: true }
  await round()
  expect([requests, written]).toEqual([[], []])
  expect(await figure('log_unwitnessed_seconds')).toBe(7)
  expect(await figure('log_unknown_to_witnesses')).toBe(1)
  row = own && { ...own, is_leased: false, unwitnessed_seconds: -3 }
  await round()
  expect(requests).toEqual([])
  expect(written).toEqual([['take-log-witnessing', [expect.any(String)]]])
  expect(await figure('log_unwitnessed_seconds')).toBe(0)
  expect(await figure('log_unknown_to_witnesses')).toBe(0)
})

it('the lease is renewed in its second half', async () => {
  const round = roundOf(onlyOne)
  const own = row
  row = own && { ...own, size: null, checkpoint: null, lease_seconds: 5 }
  await round()
  expect(written).toEqual([])
  row = own && { ...own, size: null, checkpoint: null, lease_seconds: 4 }
  await round()
  expect(written).toEqual([['renew-log-witnessing', [3, expect.any(String)]]])
  expect(requests).toEqual([])
})

it('a checkpoint is sent with its proof, and published with its cosignature', async () => {
  answers = { 'one.example': signs }
  const round = roundOf(onlyOne)
  await round()
  expect(requests).toEqual([['https://one.example/sub/add-checkpoint', `old 0\n\n${signed(10)}`]])
  expect(written).toEqual([])
  await round()
  const note = signed(10) + lineFor(`\n\n${signed(10)}`)
  expect(written).toEqual([['publish-log-checkpoint', [3, expect.any(String), 10, note, true]]])
  // The same one is neither sent nor published again.
  await round()
  expect([requests.length, written.length]).toEqual([1, 1])
  // The next one continues from the size that the witness knows.
  row = row && { ...row, ...headAt(12) }
  elapsedMs = 4_999
  await round()
  expect(requests).toHaveLength(1)
  elapsedMs = 5_000
  await round()
  expect(requests[1]?.[1]).toMatch(/^old 10\n([A-Za-z0-9+/=]{44}\n){3}\na\.example\/log\n12\n/)
})

it.each([
  ['300 s ago', -300, true],
  ['301 s ago', -301, false],
  ['300 s ahead', 300, true],
  ['301 s ahead', 301, false],
])('a cosignature of %s counts: %s', async (_, seconds, isTaken) => {
  answers = { 'one.example': (body) => [200, lineFor(body, one, wallMs / 1_000 + seconds)] }
  const round = roundOf(onlyOne)
  await round()
  await round()
  expect(written.map(([name, values]) => [name, values.at(-1)])).toEqual([
    ['publish-log-checkpoint', isTaken],
  ])
  expect(warned.length).toBe(isTaken ? 0 : 1)
})

it('a witness that fails is asked again after twice the time, at most a minute, with one warning', async () => {
  const round = roundOf(onlyOne)
  await round()
  let count = 1
  for (const at of [10_000, 30_000, 70_000, 130_000, 190_000]) {
    elapsedMs = at - 1
    await round()
    expect([at, requests.length]).toEqual([at, count])
    elapsedMs = at
    await round()
    count += 1
    expect([at, requests.length]).toEqual([at, count])
  }
  const warning = [
    ...['warn', 'a witness gave no cosignature'],
    { witness: 'One', error: expect.objectContaining({ message: 'away' }) },
  ]
  expect(warned).toEqual([warning])
  // After an answer the time begins again.
  answers = { 'one.example': signs }
  elapsedMs = 250_000
  await round()
  await round()
  answers = {}
  row = row && { ...row, ...headAt(12) }
  elapsedMs = 260_000
  await round()
  elapsedMs = 270_000
  await round()
  expect(requests).toHaveLength(count + 3)
  expect(warned).toEqual([warning, warning])
})

it('a checkpoint waits 4 s for its quorum, and is published without it', async () => {
  const never = Promise.withResolvers<never>()
  vi.stubGlobal('fetch', () => never.promise)
  const round = roundOf(onlyOne)
  await round()
  elapsedMs = 3_999
  await round()
  expect(written).toEqual([])
  elapsedMs = 4_000
  await round()
  expect(written).toEqual([
    ['publish-log-checkpoint', [3, expect.any(String), 10, signed(10), false]],
  ])
})

it('an answer that contradicts the log is kept, and counts until the next cosignature', async () => {
  answers = { 'one.example': () => [409, '11\n'] }
  const round = roundOf([
    ...[lineOne, `witness Two ${witnessKeyText(two)} https://two.example`],
    ...['group G any One Two', 'quorum G'],
  ])
  await round()
  const request = `old 0\n\n${signed(10)}`
  expect(written).toEqual([['insert-log-witness-evidence', [3, 'One', request, 409, '11\n']]])
  expect(warned.filter(([level]) => level === 'error')).toEqual([
    ['error', 'a witness contradicts the log', { witness: 'One', status: 409 }],
  ])
  await round()
  expect(await figure('log_witness_contradictions')).toBe(1)
  answers = { 'one.example': signs }
  elapsedMs = 10_000
  await round()
  await round()
  expect(await figure('log_witness_contradictions')).toBe(0)
})

it('a refused proof contradicts the log only if the witness knows an earlier tree', async () => {
  answers = { 'one.example': () => [422, 'no\0'] }
  const round = roundOf(onlyOne)
  await round()
  expect(namesOf()).toEqual([])
  answers = { 'one.example': signs }
  elapsedMs = 10_000
  await round()
  await round()
  row = row && { ...row, ...headAt(12) }
  answers = { 'one.example': () => [422, 'no\0'] }
  elapsedMs = 20_000
  await round()
  expect(written.at(-1)).toEqual([
    'insert-log-witness-evidence',
    [3, 'One', requests.at(-1)?.[1], 422, 'no\uFFFD'],
  ])
})

it('another root of the same size contradicts the log', async () => {
  answers = { 'one.example': () => [409, '10\n'] }
  await roundOf(onlyOne)()
  expect(requests.map(([, body]) => body.split('\n')[0])).toEqual(['old 0', 'old 10'])
  expect(written).toEqual([
    ['insert-log-witness-evidence', [3, 'One', `old 10\n\n${signed(10)}`, 409, '10\n']],
  ])
})

it('a witness that another process has shown a newer checkpoint waits for it', async () => {
  answers = {
    'one.example': () => {
      row = row && { ...row, ...headAt(12) }
      return [409, '12\n']
    },
  }
  const round = roundOf(onlyOne)
  await round()
  expect([namesOf(), warned]).toEqual([[], []])
  await round()
  expect(namesOf()).toEqual(['publish-log-checkpoint'])
  expect(requests).toHaveLength(1)
  elapsedMs = 5_000
  answers = { 'one.example': signs }
  await round()
  expect(requests.at(-1)?.[1]).toBe(`old 12\n\n${signed(12)}`)
})

it('keys of one address are one server, asked as often as its strictest limit', async () => {
  answers = { 'one.example': (body) => [200, lineFor(body) + lineFor(body, two)] }
  const round = roundOf(
    [
      ...[lineOne, `witness Two ${witnessKeyText(two)} https://one.example/sub/`],
      ...[`witness Away ${witnessKeyText(createWitnessSigner('x', Buffer.alloc(32, 'x')))}`],
      ...['group G all One Two', 'quorum G'],
    ],
    { One: 20, Two: 60 },
  )
  await round()
  await round()
  const note = signed(10) + lineFor(`\n\n${signed(10)}`) + lineFor(`\n\n${signed(10)}`, two)
  expect(written.at(-1)?.[1].slice(2)).toEqual([10, note, true])
  row = row && { ...row, ...headAt(12) }
  elapsedMs = 59_999
  await round()
  expect(requests).toHaveLength(1)
  elapsedMs = 60_000
  await round()
  expect(requests).toHaveLength(2)
  answers = {}
  row = row && { ...row, ...headAt(14) }
  elapsedMs = 120_000
  await round()
  expect(warned).toEqual([
    ['warn', 'a witness gave no cosignature', expect.objectContaining({ witness: 'One Two' })],
  ])
})
