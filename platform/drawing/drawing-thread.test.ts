// Tests that each caller gets its own drawing, a refusal where too many wait, and a new thread
// after a crash.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { TooManyWaiting } from '#platform/database/group-calls.ts'
import {
  type DrawingLimits,
  DrawingUnavailable,
  openDrawings,
} from '#platform/drawing/drawing-thread.ts'
import type { WordsJob } from '#tests/support/stand-ins/drawing-stand-in.ts'

const file = new URL('../../tests/support/stand-ins/drawing-stand-in.ts', import.meta.url)
const opened: { close(): Promise<void> }[] = []
function open(limits: Partial<DrawingLimits> = {}) {
  const drawings = openDrawings<WordsJob>(file, limits)
  opened.push(drawings)
  return async (job: WordsJob, caller?: string) => String(await drawings.draw(job, caller))
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()))
})
const words = (text: string) => ({ kind: 'words', words: text }) as const

it('returns to each caller its own drawing, all from one thread', async () => {
  const draw = open()
  const texts = Array.from({ length: 12 }, (_, place) => `paper ${place}`)
  expect(await Promise.all(texts.map((text) => draw(words(text))))).toEqual(texts)
  const first = await draw({ kind: 'thread' })
  expect(await draw({ kind: 'thread' })).toBe(first)
})

it('reports an error of one drawing to its caller alone', async () => {
  const draw = open()
  const [failed, drawn] = await Promise.allSettled([draw({ kind: 'failure' }), draw(words('next'))])
  expect(failed).toMatchObject({ status: 'rejected' })
  expect(String(Object(failed).reason)).toContain('no such letter')
  expect(drawn).toEqual({ status: 'fulfilled', value: 'next' })
})

it('repeats a drawing whose thread crashed, and continues with the others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drawing-'))
  const mark = join(folder, 'fall')
  writeFileSync(mark, '')
  const draw = open()
  const before = await draw({ kind: 'thread' })
  const drawn = [draw({ kind: 'falls-once', file: mark }), draw(words('next'))]
  expect(await Promise.all(drawn)).toEqual(['risen', 'next'])
  expect(await draw({ kind: 'thread' })).not.toBe(before)
  rmSync(folder, { recursive: true })
})

it('gives up a drawing that crashes every thread, and continues with the others', async () => {
  const draw = open()
  const ended = await Promise.allSettled([draw({ kind: 'fall' }), draw(words('next'))])
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(Object(ended[0]).reason).toBeInstanceOf(DrawingUnavailable)
})

it('ends every wait after its limit, whether the drawing has begun or not', async () => {
  const draw = open({ waitMs: 300 })
  const waited = await Promise.allSettled([draw({ kind: 'hang' }), draw(words('behind it'))])
  for (const each of waited) expect(Object(each).reason).toBeInstanceOf(DrawingUnavailable)
})

it('draws the next job soon after one that its caller gave up', async () => {
  const draw = open({ waitMs: 5_000, drawingMs: 600_000 })
  await expect(draw({ kind: 'hang' })).rejects.toThrow(DrawingUnavailable)
  await expect
    .poll(() => draw(words('next')).then(String, () => undefined), { timeout: 60_000 })
    .toBe('next')
})

it('stops an endless drawing', async () => {
  await expect(open({ drawingMs: 200 })({ kind: 'hang' })).rejects.toThrow('took too long')
})

it('refuses drawings beyond a short queue, and draws the same job once for concurrent callers', async () => {
  const draw = open({ waitingMax: 2 })
  const asked = ['a', 'b', 'c', 'd', 'c'].map((text) => draw(words(text)))
  const ends = await Promise.allSettled(asked)
  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : end.reason))).toEqual([
    'a',
    'b',
    'c',
    expect.any(TooManyWaiting),
    'c',
  ])
})

it('ends an idle thread, and starts another one', async () => {
  const draw = open({ idleMs: 0 })
  const first = await draw({ kind: 'thread' })
  let next = first
  while (next === first) {
    await setTimeout(20)
    next = await draw({ kind: 'thread' })
  }
  expect(Number(next)).toBeGreaterThan(Number(first))
})

it('refuses waiting drawings when the process ends', async () => {
  const drawings = openDrawings<WordsJob>(file)
  const left = Promise.allSettled([drawings.draw({ kind: 'hang' }), drawings.draw(words('late'))])
  await drawings.close()
  expect((await left).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

it('draws for each caller in turn, and refuses what one has too many of', async () => {
  const draw = open({ waitingMax: 8, waitingOfCallerMax: 5 })
  const drawn: string[] = []
  const flood = Array.from({ length: 8 }, (_, place) =>
    draw(words(`flood ${place}`), 'one').then((text) => drawn.push(text)),
  )
  const others = [draw(words('receipt'), 'two'), draw(words('statement'), 'three')].map((each) =>
    each.then((text) => drawn.push(text)),
  )
  const ended = await Promise.allSettled([...flood, ...others])
  // One of the flood was being drawn, and five waited.
  expect(ended.map(({ status }) => status === 'fulfilled')).toEqual([
    ...Array(6).fill(true),
    ...[false, false, true, true],
  ])
  expect(drawn.slice(0, 4)).toEqual(['flood 0', 'flood 1', 'receipt', 'statement'])
})
