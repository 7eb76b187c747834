// Tests when the next round of a job begins. Rounds are an hour apart here, so that any earlier one
// was woken.
import { expect, it } from 'vitest'
import { createWakeSignal, startJob } from '#platform/jobs.ts'
import { openLog } from '#platform/logger.ts'

const everyMs = 3_600_000

/** A job whose rounds end when the test says so; `begun` counts them. */
function startRounds() {
  const signal = createWakeSignal()
  const rounds: PromiseWithResolvers<number>[] = []
  const round = () => {
    const next = Promise.withResolvers<number>()
    rounds.push(next)
    return next.promise
  }
  const job = startJob(openLog('silent'), { name: 'test', everyMs, round, signal })
  return {
    signal,
    job,
    begun: () => rounds.length,
    end: (found: number) => rounds.at(-1)?.resolve(found),
  }
}

it('begins at once when it is woken, and again when it is woken during a round', async () => {
  const { signal, job, begun, end } = startRounds()
  signal.wake()
  expect(begun()).toBe(1)
  signal.wake()
  signal.wake()
  expect(begun()).toBe(1)
  end(0)
  await expect.poll(begun).toBe(2)
  end(0)
  await job.stop()
  expect(begun()).toBe(2)
})

it('continues at once where a round had work, until it is stopped', async () => {
  const { signal, job, begun, end } = startRounds()
  signal.wake()
  end(3)
  await expect.poll(begun).toBe(2)
  end(0)
  await job.stop()
  signal.wake()
  expect(begun()).toBe(2)
})

it('runs at once for a wake signal from before its start', async () => {
  const signal = createWakeSignal()
  signal.wake()
  let begun = 0
  const round = async () => {
    begun += 1
    return 0
  }
  const job = startJob(openLog('silent'), { name: 'test', everyMs, round, signal })
  await job.stop()
  expect(begun).toBe(1)
})
