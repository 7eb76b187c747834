// PgBouncer as deploy/cluster/pgbouncer.ini sets it up, in front of whichever server is the primary.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, makeFolderOf } from '#embedded-postgres/account.ts'
import { freePort } from '#embedded-postgres/process.ts'
import { isAnswering } from '#tests/support/postgres.ts'

const sample = resolve(import.meta.dirname, '../../../deploy/cluster/pgbouncer.ini')
const upWithinMs = 10_000

export type Pooler = {
  /** The product's address of its database. */
  readonly url: string
  /** Calls go to this server from then on. */
  pointTo(server: { readonly port: number }): Promise<void>
  start(): Promise<void>
  kill(): Promise<void>
}

type PoolerOptions = {
  /** Where it makes a folder of its own. */
  readonly folder: string
  readonly program: string
  readonly account: Account
  /** As whom, and to which database, the product goes: the one of the file, or another. */
  readonly target: { readonly user: string; readonly password: string; readonly database: string }
  /** Serves every database of the server, not the target's alone. */
  readonly isForAll?: boolean
  /** Connections of a database, if not as many as the file says. */
  readonly size?: number
  /** How many times longer than the file says everything may take; 1 unless told. */
  readonly patience?: number
}

export async function makePooler(options: PoolerOptions): Promise<Pooler> {
  const { program, account, target } = options
  const { user, password, database } = target
  const folder = join(options.folder, 'pgbouncer')
  const port = await freePort(null)
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  const file = join(folder, 'pgbouncer.ini')
  await makeFolderOf(account, folder)
  const users = `"${user}" "${password}"\n`
  await writeFile(join(folder, 'users.txt'), users, { mode: 0o600 })
  await give('users.txt')
  let running: ChildProcess | undefined

  async function give(name: string): Promise<void> {
    if (account.owner === null) return
    await chown(join(folder, name), account.owner.uid, account.owner.gid)
  }

  return {
    url,
    async pointTo(server) {
      const text = adapt(await readFile(sample, 'utf8'), options)
        .replaceAll('PRIMARY_HOST', '127.0.0.1')
        .replaceAll('PRIMARY_PORT', String(server.port))
        .replaceAll('LISTEN_PORT', String(port))
        .replaceAll('FOLDER', folder)
      await writeFile(file, text)
      await give('pgbouncer.ini')
      running?.kill('SIGHUP')
    },
    async start() {
      const { command, args, ...identity } = account.launch(program, [file])
      running = spawn(command, args, { ...identity, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
      let said = ''
      running.stderr?.on('data', (text) => {
        said = (said + text).slice(-2_000)
      })
      const deadline = performance.now() + upWithinMs
      while (!(await isAnswering(url))) {
        if (running.exitCode !== null || performance.now() > deadline) {
          throw new Error(`PgBouncer did not start:\n${said}`)
        }
        await sleep(50)
      }
    },
    async kill() {
      if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
      running.kill('SIGKILL')
      await once(running, 'exit')
    },
  }
}

function adapt(text: string, { isForAll, size, patience = 1 }: PoolerOptions): string {
  const own = /^carbon_passport = (.*) dbname=carbon_passport /m
  const databases = isForAll ? text.replace(own, '* = $1 ') : text
  const sized = size === undefined ? databases : databases.replace(/(pool_size = )\d+/, `$1${size}`)
  const times = (_: string, name: string, value: string) => `${name}${Number(value) * patience}`
  return sized.replaceAll(/(timeout = )(\d+)/g, times)
}
