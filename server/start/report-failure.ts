// Ends a program that could not start, with the reason on standard error.
import { isRefusedStart, refusedStart } from './refused-start.ts'

/** Prints the error and exits. `takenPort` is the sentence for a port that is taken. */
export function failStart(error: unknown, takenPort: string): never {
  const isRefused = isRefusedStart(error)
  const isExpected = isRefused || (error instanceof Error && 'code' in error)
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const code = error instanceof Error && 'code' in error ? error.code : null
  const text = code === 'EADDRINUSE' ? takenPort : isExpected ? message : stack
  process.stderr.write(`${text}\n`)
  process.exit(isRefused ? refusedStart : 1)
}
