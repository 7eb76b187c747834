// Runs a primary, two standbys and PgBouncer, set up as in docs/scaling.md, with the files of
// deploy/cluster. It ends only processes that it started.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  type Account,
  databaseAccount,
  databaseEnvironment,
  makeFolderOf,
} from '#embedded-postgres/account.ts'
import { makeCluster, superuser } from '#embedded-postgres/init.ts'
import type { Cluster } from '#embedded-postgres/postgres-cluster.ts'
import { askRows, makeRoledDatabase, rolePassword, runSql } from '#tests/support/postgres.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { makePooler, type Pooler } from '#tests/support/servers/pooler.ts'
import { openServer, type PostgresServer } from '#tests/support/servers/postgres-server.ts'
import type { Programs } from '#tests/support/servers/server-programs.ts'

const sample = resolve(import.meta.dirname, '../../deploy/cluster/postgresql.conf')
const database = 'carbon_passport'
/** Small, as several servers share one machine here. */
const settings = { shared_buffers: '128MB', min_wal_size: '80MB', max_connections: '200' }

export type ServerName = 'server_a' | 'server_b' | 'server_c'

export type ClusterServer = PostgresServer & {
  readonly name: ServerName
  /** The database's addresses, as the serving role and as the owner. */
  readonly appUrl: string
  readonly ownerUrl: string
  /** Follows another primary. */
  follow(primary: ClusterServer): Promise<void>
  /** The last byte of the primary's WAL that it holds. */
  received(): Promise<bigint>
}

export type DatabaseCluster = {
  readonly primary: ClusterServer
  readonly standbys: readonly [ClusterServer, ClusterServer]
  readonly pooler: Pooler
  close(): Promise<void>
}

type Place = { readonly folder: string; readonly programs: Programs; readonly account: Account }

/** `folder` is empty; its caller removes it. */
export async function startCluster(folder: string, programs: Programs): Promise<DatabaseCluster> {
  const account = await databaseAccount(programs.postgres, folder, null)
  await account.admit(folder)
  const place = { folder, programs, account }
  const started: { stop(): Promise<void> }[] = []
  const close = async () => {
    for (const each of started.toReversed()) await each.stop()
  }
  try {
    await makeCluster(folder, join(folder, 'server_a'), programs)
    const password = (await readFile(join(folder, 'server_a', 'password'), 'utf8')).trim()
    const primary = await openClusterServer(place, 'server_a', password)
    started.push(primary)
    await appendFile(join(folder, 'server_a/data/postgresql.conf'), await readFile(sample, 'utf8'))
    // Until the standbys are there no commit is confirmed.
    await primary.start({ synchronous_standby_names: '' })
    await makeRoledDatabase(primary.url, database)
    const one = await copyServer(place, 'server_b', password, primary)
    started.push(one)
    await one.start()
    const other = await copyServer(place, 'server_c', password, primary)
    started.push(other)
    await other.start()
    await primary.stop()
    await primary.start()
    const pooler = await makePooler({
      ...place,
      program: programs.pgbouncer,
      target: { user: 'carbon_passport_server', password: rolePassword, database },
    })
    started.push({ stop: pooler.kill })
    await pooler.pointTo(primary)
    await pooler.start()
    return { primary, standbys: [one, other], pooler, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A standby that was not started yet. */
async function copyServer(
  place: Place,
  name: ServerName,
  password: string,
  primary: ClusterServer,
): Promise<ClusterServer> {
  const { folder, programs, account } = place
  const own = join(folder, name)
  await makeFolderOf(account, own)
  await run(account, programs.pg_basebackup, [
    `--pgdata=${join(own, 'data')}`,
    `--dbname=${conninfoOf(primary.port, password, name)}`,
    '--write-recovery-conf',
    '--wal-method=stream',
    '--checkpoint=fast',
  ])
  return openClusterServer(place, name, password)
}

async function openClusterServer(
  { folder, programs, account }: Place,
  name: ServerName,
  password: string,
): Promise<ClusterServer> {
  const own = join(folder, name)
  const cluster: Cluster = {
    folder: own,
    data: join(own, 'data'),
    logFile: join(own, 'server.log'),
    passwordFile: join(own, 'password'),
    password,
    postgres: programs.postgres,
    account,
  }
  const server = openServer(cluster, await freePort(), settings)
  const urlOf = (role: string) =>
    `postgres://${role}:${rolePassword}@127.0.0.1:${server.port}/${database}`
  return {
    ...server,
    name,
    appUrl: urlOf('carbon_passport_server'),
    ownerUrl: urlOf('carbon_passport_owner'),
    async follow(primary) {
      const conninfo = conninfoOf(primary.port, password, name)
      await runSql(server.url, `alter system set primary_conninfo = '${conninfo}'`)
      await runSql(server.url, 'select pg_reload_conf()')
    },
    async received() {
      const rows = await askRows(
        server.url,
        `select (pg_last_wal_receive_lsn() - '0/0')::text as bytes`,
      )
      return BigInt(String(rows[0]?.[0] ?? 0))
    },
  }
}

/** Under the name by which the primary waits for it. */
function conninfoOf(port: number, password: string, name: ServerName): string {
  return `host=127.0.0.1 port=${port} user=${superuser} password=${password} application_name=${name}`
}

async function run(account: Account, program: string, given: readonly string[]): Promise<void> {
  const { command, args, ...identity } = account.launch(program, given)
  const child = spawn(command, args, {
    ...identity,
    cwd: '/',
    env: databaseEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${said}`)
}
