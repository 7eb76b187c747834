// The operator's command line: npm run operator -- <command> [--json]. It works while the server runs.
import { runProgram } from '#operator/run-program.ts'

process.exitCode = await runProgram(process.argv.slice(2), process.env, {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
})
