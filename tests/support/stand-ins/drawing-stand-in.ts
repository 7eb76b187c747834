// Simulates a drawing thread that returns words instead of documents, for tests that start and lose
// drawing threads. It fails, crashes and hangs on request.
import { existsSync, rmSync } from 'node:fs'
import { threadId } from 'node:worker_threads'
import { answerJobs } from '#platform/drawing/answer-jobs.ts'

/** `fall` ends the thread. `falls-once` ends it only if the file exists, and removes the file. */
export type WordsJob =
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'thread' | 'failure' | 'fall' | 'hang' }
  | { readonly kind: 'falls-once'; readonly file: string }

answerJobs(async (job: WordsJob) => {
  switch (job.kind) {
    case 'words':
      return Buffer.from(job.words)
    case 'thread':
      return Buffer.from(String(threadId))
    case 'failure':
      throw new Error('no such letter')
    case 'fall':
      return process.exit(1)
    case 'falls-once':
      if (!existsSync(job.file)) return Buffer.from('risen')
      rmSync(job.file)
      return process.exit(1)
    case 'hang':
      for (;;);
  }
})
