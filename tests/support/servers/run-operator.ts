// Runs the operator's command line from tests.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { runProgram } from '#operator/run-program.ts'
import { numbersKey } from '#tests/support/number-keys.ts'
import { timeoutFactor } from '#tests/support/postgres.ts'

const operatorFile = resolve(import.meta.dirname, '../../../operator/operator.ts')

export type ProgramResult = {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Environment variables in addition to those of the test itself. */
export type TestSettings = Readonly<Record<string, string | undefined>>

const environment = (settings: TestSettings) => ({
  ...process.env,
  SECRET_KEY: '5f'.repeat(32),
  NUMBERS_KEY: numbersKey,
  TIMEOUT_FACTOR: String(timeoutFactor),
  ...settings,
})

/** Runs a command in the test's own process, which is faster than a separate program. */
export async function runOperator(
  settings: TestSettings,
  args: readonly string[],
): Promise<ProgramResult> {
  const stdout: string[] = []
  const stderr: string[] = []
  const code = await runProgram(args, environment(settings), {
    out: (part) =>
      void stdout.push(
        typeof part === 'string' ? `${part}\n` : Buffer.from(part).toString('latin1'),
      ),
    err: (line) => void stderr.push(`${line}\n`),
  })
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

/** Starts a command as a separate program, for tests that stop it. */
export function startOperatorProgram(
  settings: TestSettings,
  args: readonly string[],
): ChildProcess {
  return spawn(process.execPath, [operatorFile, ...args], {
    env: environment(settings),
    stdio: 'ignore',
  })
}

/** Runs a command as a separate program. */
export function runOperatorProgram(
  settings: TestSettings,
  args: readonly string[],
): Promise<ProgramResult> {
  const env = environment(settings)
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [operatorFile, ...args],
      { env },
      (_, stdout, stderr) => done({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}
