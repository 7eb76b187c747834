// Runs one command of the test run and collects its output. After its timeout the command is ended, with
// all of its child processes.
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export type Outcome = { succeeded: boolean; output: string }

const root = resolve(import.meta.dirname, '..')
const programs = ['node_modules/.bin', 'tools/checks/node_modules/.bin']
const path = [...programs.map((folder) => join(root, folder)), process.env.PATH ?? ''].join(':')
/** Node's compile cache, for programs that start many times in a run. */
const compileCache = join(root, 'node_modules/.compiled')
const msPerMinute = 60_000
/** Time for a stopped command to clean up before it is killed, in milliseconds. */
const graceMs = 15_000
/**
 * Maximum wait for the output after the command has ended, in milliseconds. A process that the command
 * left running may keep the output open.
 */
const outputWaitMs = 2_000

export function runCommand(
  [command, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  waitMinutes: number,
  interrupted: AbortSignal,
  folder = '.',
): Promise<Outcome> {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: join(root, folder),
      env: { ...process.env, PATH: path, NODE_COMPILE_CACHE: compileCache, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => {
        output += text
      })
    }
    // The signal goes to the process group, so that children end too.
    const end = (signal: NodeJS.Signals) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, signal)
      } catch {
        // The process group has already ended.
      }
    }
    const stop = () => {
      // The signal of Ctrl-C: the test runners then tear down what they set up.
      end('SIGINT')
      setTimeout(() => end('SIGKILL'), graceMs).unref()
    }
    const timeout = setTimeout(() => {
      output += `\nstopped after ${waitMinutes.toFixed(1)} minutes\n`
      stop()
    }, waitMinutes * msPerMinute)
    interrupted.addEventListener('abort', stop)
    const settle = (succeeded: boolean) => {
      clearTimeout(timeout)
      interrupted.removeEventListener('abort', stop)
      done({ succeeded, output: stripVTControlCharacters(output) })
    }
    child.once('error', (error) => {
      output += `${command}: ${error.message}\n`
      settle(false)
    })
    // Emitted once no process holds the output open.
    child.once('close', (code) => settle(code === 0))
    child.once('exit', () => {
      const leftBehind = setTimeout(() => {
        end('SIGKILL')
        for (const stream of [child.stdout, child.stderr]) stream.destroy()
      }, outputWaitMs)
      child.once('close', () => clearTimeout(leftBehind))
    })
  })
}
