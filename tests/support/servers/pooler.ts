// Runs PgBouncer, with the configuration of deploy/cluster/pgbouncer.ini, in front of a PostgreSQL server.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, makeFolderOf } from '#embedded-postgres/account.ts'
import { isAnswering } from '#tests/support/postgres.ts'
import { freePort } from '#tests/support/servers/free-port.ts'

const sample = resolve(import.meta.dirname, '../../../deploy/cluster/pgbouncer.ini')
const startWithinMs = 10_000

export type Pooler = {
  /** The product's address of its database. */
  readonly url: string
  /** Writes the configuration for this server. A running PgBouncer reloads it. */
  pointTo(server: { readonly port: number }): Promise<void>
  start(): Promise<void>
  kill(): Promise<void>
}

type PoolerOptions = {
  /** An existing folder, in which the folder `pgbouncer` is created. */
  readonly folder: string
  readonly program: string
  readonly account: Account
  /** The user and database of the product. They may differ from those of the file. */
  readonly target: { readonly user: string; readonly password: string; readonly database: string }
  /** If true, PgBouncer serves every database of the server, not only the target's. */
  readonly isForAll?: boolean
  /** Number of connections per database. Default: the file's value. */
  readonly size?: number
  /** Factor by which every timeout of the file is multiplied. Default 1. */
  readonly timeoutFactor?: number
}

export async function makePooler(options: PoolerOptions): Promise<Pooler> {
  const { program, account, target } = options
  const { user, password, database } = target
  const folder = join(options.folder, 'pgbouncer')
  const port = await freePort()
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  const file = join(folder, 'pgbouncer.ini')
  await makeFolderOf(account, folder)
  const users = `"${user}" "${password}"\n`
  await writeFile(join(folder, 'users.txt'), users, { mode: 0o600 })
  await giveToOwner('users.txt')
  let running: ChildProcess | undefined

  async function giveToOwner(name: string): Promise<void> {
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
      await giveToOwner('pgbouncer.ini')
      running?.kill('SIGHUP')
    },
    async start() {
      const { command, args, ...identity } = account.launch(program, [file])
      running = spawn(command, args, { ...identity, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
      let errorOutput = ''
      running.stderr?.on('data', (text) => {
        errorOutput = (errorOutput + text).slice(-2_000)
      })
      const deadline = performance.now() + startWithinMs
      while (!(await isAnswering(url))) {
        if (running.exitCode !== null || performance.now() > deadline) {
          throw new Error(`PgBouncer did not start:\n${errorOutput}`)
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

function adapt(text: string, { isForAll, size, timeoutFactor = 1 }: PoolerOptions): string {
  const ownDatabase = /^carbon_passport = (.*) dbname=carbon_passport /m
  const databases = isForAll ? text.replace(ownDatabase, '* = $1 ') : text
  const withSize =
    size === undefined ? databases : databases.replace(/(pool_size = )\d+/, `$1${size}`)
  const multiplied = (_: string, name: string, value: string) =>
    `${name}${Number(value) * timeoutFactor}`
  return withSize.replaceAll(/(timeout = )(\d+)/g, multiplied)
}
