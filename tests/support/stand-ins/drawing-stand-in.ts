// A thread that draws words instead of papers, for the tests of what starts and loses such threads: it can
// fail, fall and hang as it is told.
import { existsSync, rmSync } from 'node:fs'
import { threadId } from 'node:worker_threads'
import { answerJobs } from '#platform/drawing/answer-jobs.ts'

/** `fallsOf`: ends the thread while that file is there, and takes the file away. */
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
