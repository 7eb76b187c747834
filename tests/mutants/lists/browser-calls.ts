// Faults of the browser half's calls.
import type { FaultyFile } from '../fault.ts'

export const calls: readonly FaultyFile[] = [
  {
    file: 'web/api/api.ts',
    tests: ['web/api/api.test.ts'],
    faults: [
      {
        fault: 'a kept answer sets the clock',
        find: "if (!response.headers.get('cache-control')?.includes('no-store')) return",
        replace: "if (response.headers.get('cache-control') === null) return",
      },
      {
        fault: 'a clock that is behind is never corrected',
        find: 'Math.abs(offset) > 2000',
        replace: 'offset > 2000',
      },
      {
        fault: 'a clock that was wrong once stays so',
        find: 'clockOffsetMs = Math.abs(offset) > 2000 ? offset : 0',
        replace: 'if (Math.abs(offset) > 2000) clockOffsetMs = offset',
      },
      {
        fault: 'whoever has stopped listening is told of a sign-out',
        find: 'return () => signOutListeners.delete(listener)',
        replace: 'return () => signOutListeners.has(listener)',
      },
      {
        fault: 'a time that is a date is a number of seconds',
        find: 'Number.isFinite(seconds) ? seconds : undefined',
        replace: 'seconds',
      },
      {
        fault: 'an answer of another shape is taken for none of ours',
        find: 'throw new BadAnswerError(true)',
        replace: 'throw new BadAnswerError(false)',
      },
    ],
  },
  {
    file: 'features/people/web/session/signing.ts',
    tests: ['features/people/web/session/signing.test.ts'],
    faults: [
      {
        fault: 'a stale signature is not made anew',
        find: "error.code === 'replayed' || error.code === 'stale_signature'",
        replace: "error.code === 'replayed'",
      },
      {
        fault: 'a replayed call is not signed anew',
        find: "error.code === 'replayed' || error.code === 'stale_signature'",
        replace: "error.code === 'stale_signature'",
      },
      {
        fault: 'a bad signature is sent again with the same terminal',
        find: 'sendSigned(await newTerminal(terminal.id), call)',
        replace: 'sendSigned(terminal, call)',
      },
      {
        fault: 'a kept key that was refused is taken for a newer one',
        find: 'await newTerminal(terminal.id)',
        replace: 'await newTerminal(undefined)',
      },
      {
        fault: 'a signed call goes out without its key',
        find: "...(idempotencyKey === '' ? {} : { 'idempotency-key': idempotencyKey }),",
        replace: '',
      },
    ],
  },
]
