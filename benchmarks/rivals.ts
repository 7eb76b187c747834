// Starts the rivals in their own processes, and ends only those. The first benchmark that needs a rival
// installs its packages (rivals/package.json; a large rival has its own). The product does not depend on
// them.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { installTool, root } from '#scripts/install.mjs'
import { withDatabase } from '#tests/support/postgres.ts'
import { freePort } from '#tests/support/servers/free-port.ts'

const rivals = 'benchmarks/rivals'
const redisWaitMs = 10_000

export type Rival = {
  /** Sends a line of JSON and returns the next line that the rival prints, parsed. */
  ask(command: object): Promise<unknown>
  /** Calls `listener` with every line that the rival prints. */
  onLine(listener: (line: string) => void): void
  close(): Promise<void>
}

type RivalOptions = {
  /** The folder of the rival's package, from the root of the checkout. Default: the rivals' common one. */
  readonly folder?: string
  /** Settings in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>
}

/** Installs the rival's packages and starts `script`, a file of its folder. */
export async function openRival(
  script: string,
  args: readonly string[],
  { folder = rivals, env = {} }: RivalOptions = {},
): Promise<Rival> {
  await installTool(folder)
  const child = spawn(process.execPath, [join(root, folder, script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const listeners: ((line: string) => void)[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    for (const listener of listeners) listener(line)
  })
  const exit = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
  })
  exit.catch(() => undefined)
  const nextLine = () =>
    new Promise<string>((resolve) => {
      const listener = (line: string) => {
        listeners.splice(listeners.indexOf(listener), 1)
        resolve(line)
      }
      listeners.push(listener)
    })
  return {
    async ask(command) {
      const answer = Promise.race([nextLine(), exit])
      child.stdin.write(`${JSON.stringify(command)}\n`)
      return JSON.parse(await answer)
    },
    onLine: (listener) => void listeners.push(listener),
    close: () => end(child),
  }
}

type Files = Readonly<Record<string, Buffer>>
type Certificates = Readonly<Record<'wwdr' | 'signerCert' | 'signerKey', string>>

/** Installs passkit-generator. Returns a function that signs a pass of these files in this process. */
export async function openPasskit(): Promise<(files: Files, certificates: Certificates) => Buffer> {
  await installTool(rivals)
  const { signPass }: { signPass: (files: Files, certificates: Certificates) => Buffer } =
    await import(join(root, rivals, 'passkit-signer.mjs'))
  return signPass
}

/** Creates an empty database on the product's server. Returns its address. */
export async function createRivalDatabase(superuserUrl: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: superuserUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return withDatabase(superuserUrl, name)
}

export type Redis = { readonly port: number; close(): Promise<void> }

/** Starts a Redis that stores nothing on disk. Throws an error with instructions if it is not installed. */
export async function openRedis(): Promise<Redis> {
  const port = await freePort()
  const dir = await mkdtemp(join(tmpdir(), 'carbon-passport-redis-'))
  const child = spawn(
    'redis-server',
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      dir,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await new Promise<void>((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error('redis-server did not start.')), redisWaitMs)
    const finish = (callback: () => void) => {
      clearTimeout(timeout)
      callback()
    }
    child.once('error', (error) =>
      finish(() =>
        reject(
          'code' in error && error.code === 'ENOENT'
            ? new Error(
                'redis-server is not on this machine (Debian: apt-get install redis-server).',
              )
            : error,
        ),
      ),
    )
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) finish(resolve)
    })
  })
  return {
    port,
    async close() {
      await end(child)
      await rm(dir, { recursive: true, force: true })
    },
  }
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
