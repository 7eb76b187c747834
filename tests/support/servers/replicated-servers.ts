// Runs a PostgreSQL with streaming replicas. A replica starts as a copy of the stopped primary's files,
// so that no backup program is needed.
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { giveCluster } from '#embedded-postgres/account.ts'
import { superuser } from '#embedded-postgres/init.ts'
import { type Cluster, openCluster } from '#embedded-postgres/postgres-cluster.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { openServer, type PostgresServer } from './postgres-server.ts'

const settings = {
  fsync: 'off',
  min_wal_size: '80MB',
  shared_buffers: '64MB',
  wal_receiver_status_interval: '100ms',
}

export type ReplicatedServers = {
  readonly primary: PostgresServer
  readonly replicas: readonly PostgresServer[]
  close(): Promise<void>
}

/** Starts the servers. `folder` must exist and be empty; its creator removes it after `close`. */
export async function startReplicatedServers(
  folder: string,
  replicaCount: number,
): Promise<ReplicatedServers> {
  const cluster = await openCluster(join(folder, 'primary'), () => undefined)
  const copies: Cluster[] = []
  for (let count = 1; count <= replicaCount; count += 1) {
    copies.push(await copyCluster(cluster, join(folder, `replica-${count}`)))
  }
  const primary = openServer(cluster, await freePort(), settings)
  await primary.start()
  const primary_conninfo = `host=127.0.0.1 port=${primary.port} user=${superuser} password=${cluster.password}`
  const replicas: PostgresServer[] = []
  for (const copy of copies) {
    const replica = openServer(copy, await freePort(), { ...settings, primary_conninfo })
    await replica.start()
    replicas.push(replica)
  }
  return {
    primary,
    replicas,
    async close() {
      for (const server of [...replicas, primary]) await server.stop()
    },
  }
}

/** Copies the files of a stopped server for a replica. */
async function copyCluster(from: Cluster, folder: string): Promise<Cluster> {
  const data = join(folder, 'data')
  await mkdir(folder, { mode: 0o700 })
  await from.account.admit(dirname(folder))
  await from.account.admit(folder)
  await cp(from.data, data, { recursive: true })
  await writeFile(join(data, 'standby.signal'), '')
  await giveCluster(data, from.account)
  return { ...from, folder, data, logFile: join(folder, 'server.log') }
}
