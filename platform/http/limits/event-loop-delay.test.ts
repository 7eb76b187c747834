// Tests load shedding: a process that stood still is late by as long as it stood, and by no more.
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { problemKinds } from '#server/problems.ts'
import { shedLoad } from './event-loop-delay.ts'

/** Longer than two samples: no timer runs meanwhile, the monitor's neither. */
const standMs = 2_500

function standStill(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, standMs)
}

async function statusAfterStandstill(maxMs: number): Promise<number[]> {
  const app = Fastify()
  app.decorate('problemKinds', problemKinds)
  shedLoad(app, maxMs)
  app.get('/', async () => 'here')
  await app.ready()
  const status = async () => (await app.inject('/')).statusCode
  const before = await status()
  standStill()
  await wait(1)
  const after = await status()
  await expect.poll(status).toBe(200)
  await app.close()
  return [before, after]
}

describe('a blocked process', () => {
  it('refuses for a short time where it was blocked for longer than allowed', async () => {
    expect(await statusAfterStandstill(500)).toEqual([200, 503])
  })

  it('serves where it was blocked for a shorter time', async () => {
    expect(await statusAfterStandstill(60_000)).toEqual([200, 200])
  })
})
