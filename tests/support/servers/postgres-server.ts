// Runs one PostgreSQL server on its own files. Tests of replicas and `npm run cluster` freeze, kill,
// promote and restart it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '#embedded-postgres/postgres-cluster.ts'
import { superuserUrl } from '#embedded-postgres/postgres-session.ts'
import { isPostmasterOf, startPostmaster, stopPostmaster } from '#embedded-postgres/process.ts'
import { processExists } from '#embedded-postgres/running-processes.ts'
import { isAnswering, runSql, timeoutFactor } from '#tests/support/postgres.ts'
import { childrenOf, runningPostmaster } from './child-processes.ts'

export type PostgresServer = {
  /** Address of the database "postgres" for the superuser. */
  readonly url: string
  readonly port: number
  /** Starts the server, with additional settings for this start only. Resolves once it answers. */
  start(startSettings?: Readonly<Record<string, string>>): Promise<void>
  /** Stops all processes of the server, whose connections stay open without an answer. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Kills all processes of the server, like a power cut. Resolves once the server has ended. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Turns a standby into a primary. */
  promote(): Promise<void>
  /** Lets a standby receive changes without applying them, so that its queries show no new data. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  /** Lets a standby apply changes with this delay, like a slow standby. */
  delayReplay(ms: number): Promise<void>
}

const startWithinMs = 2_000 * timeoutFactor

export function openServer(
  cluster: Cluster,
  port: number,
  settings: Readonly<Record<string, string>>,
): PostgresServer {
  const url = superuserUrl(cluster, { port, socketFolder: null })
  const onPort = { listen_addresses: '127.0.0.1', port: String(port) }
  const pid = async () => (await runningPostmaster(cluster.data)) ?? 0

  async function signal(name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const postmaster = await pid()
    for (const each of [postmaster, ...(await childrenOf(postmaster).catch(() => []))]) {
      // The process of a connection may have ended meanwhile.
      if (processExists(each)) process.kill(each, name)
    }
  }

  return {
    url,
    port,
    async start(startSettings = {}) {
      const { ending } = await startPostmaster(cluster, {
        ...onPort,
        ...settings,
        ...startSettings,
      })
      const deadline = performance.now() + startWithinMs
      while (!(await isAnswering(url))) {
        const ended = await ending()
        if (ended !== null || performance.now() > deadline) {
          throw new Error(`PostgreSQL in ${cluster.data} did not start: ${ended ?? 'no answer'}`)
        }
        await sleep(20)
      }
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async kill() {
      const postmaster = await pid()
      const all = [postmaster, ...(await childrenOf(postmaster).catch(() => []))]
      for (const each of all) if (processExists(each)) process.kill(each, 'SIGKILL')
      while (isPostmasterOf(cluster.data, postmaster)) await sleep(20)
    },
    async stop() {
      const postmaster = await pid()
      if (postmaster === 0) return
      await signal('SIGCONT')
      await stopPostmaster(cluster.data, postmaster)
    },
    promote: () => runSql(url, 'select pg_promote()'),
    pauseReplay: () => runSql(url, 'select pg_wal_replay_pause()'),
    resumeReplay: () => runSql(url, 'select pg_wal_replay_resume()'),
    async delayReplay(ms) {
      await runSql(url, `alter system set recovery_min_apply_delay = ${ms}`)
      await runSql(url, 'select pg_reload_conf()')
    },
  }
}
