// Runs the operator's command line as the program that it is.
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'

const program = resolve(import.meta.dirname, '../../operator/operator.ts')

export type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** `settings` are environment variables beside those of the test itself. */
export function runOperator(
  settings: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<Ran> {
  const env = { ...process.env, SECRET_KEY: '5f'.repeat(32), ...settings }
  return new Promise((done) => {
    const child = execFile(process.execPath, [program, ...args], { env }, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}
