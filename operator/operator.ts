// Runs the operator's command line: npm run operator -- <command> [--json]. It works while the server
// runs.
import { ClosedOutput, runProgram } from '#operator/run-program.ts'

/**
 * Returns a writer that calls `onClosed` if the reader closes the output early, as `head` does. That is
 * no fault of the command.
 */
function writerTo(
  stream: NodeJS.WriteStream,
  onClosed: () => void,
): (part: string | Uint8Array) => void {
  let isClosed = false
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    isClosed = true
  })
  return (part) => {
    if (isClosed) onClosed()
    else stream.write(typeof part === 'string' ? `${part}\n` : part)
  }
}

process.exitCode = await runProgram(process.argv.slice(2), process.env, {
  out: writerTo(process.stdout, () => {
    throw new ClosedOutput()
  }),
  // A failed write of a progress line must not stop a change.
  err: writerTo(process.stderr, () => undefined),
})
