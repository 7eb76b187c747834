// Runs in the drawing thread: draws one job after the other and posts its bytes back.
import { parentPort } from 'node:worker_threads'
import type { Drawn } from '#platform/drawing/drawing-thread.ts'

/** Listens for jobs. The module of the thread calls it once. If a drawing throws, only its job fails. */
export function answerJobs<Job>(draw: (job: Job) => Promise<Buffer>): void {
  parentPort?.on('message', async (job: Job) => {
    parentPort?.postMessage(await drawOrFail(draw, job))
  })
}

async function drawOrFail<Job>(draw: (job: Job) => Promise<Buffer>, job: Job): Promise<Drawn> {
  try {
    return { bytes: await draw(job) }
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
