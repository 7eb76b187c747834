// The operator's command line: npm run operator -- <command> [--json]. It works while the server runs.
import { ClosedOutput, runProgram } from '#operator/run-program.ts'

/** A reader may close the output early, as `head` does: that is no fault of the command. */
function writerTo(stream: NodeJS.WriteStream, onClosed: () => void): (line: string) => void {
  let isClosed = false
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    isClosed = true
  })
  return (line) => {
    if (isClosed) onClosed()
    else stream.write(`${line}\n`)
  }
}

process.exitCode = await runProgram(process.argv.slice(2), process.env, {
  out: writerTo(process.stdout, () => {
    throw new ClosedOutput()
  }),
  // A failed progress line never stops a change.
  err: writerTo(process.stderr, () => undefined),
})
