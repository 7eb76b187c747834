// Runs one PostgreSQL server on files of its own. Tests of replicas and `npm run cluster` freeze,
// kill, promote and start it again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '#embedded-postgres/postgres-cluster.ts'
import { superuserUrl } from '#embedded-postgres/postgres-session.ts'
import { isPostmasterOf, startPostmaster, stopPostmaster } from '#embedded-postgres/process.ts'
import { processExists } from '#embedded-postgres/running-processes.ts'
import { isAnswering, runSql, timeoutFactor } from '#tests/support/postgres.ts'
import { childrenOf, runningPostmaster } from './child-processes.ts'

export type PostgresServer = {
  /** Its superuser's address, in the database "postgres". */
  readonly url: string
  readonly port: number
  /** With settings for this start only. Resolves once it answers. */
  start(more?: Readonly<Record<string, string>>): Promise<void>
  /** Freezes it like a machine that swaps: its connections stay open without an answer. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** As a power cut. Resolves once it is gone. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Makes a standby a primary of its own. */
  promote(): Promise<void>
  /** A standby goes on receiving, but shows no new data. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  /** A standby shows data with this delay, like a slow one. */
  delayReplay(ms: number): Promise<void>
}

const upWithinMs = 2_000 * timeoutFactor

export function openServer(
  cluster: Cluster,
  port: number,
  settings: Readonly<Record<string, string>>,
): PostgresServer {
  const url = superuserUrl(cluster, { port, socketFolder: null })
  const onPort = { listen_addresses: '127.0.0.1', port: String(port) }
  const pid = async () => (await runningPostmaster(cluster.data)) ?? 0

  async function signal(name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const first = await pid()
    for (const each of [first, ...(await childrenOf(first).catch(() => []))]) {
      // A process for one connection may have ended meanwhile.
      if (processExists(each)) process.kill(each, name)
    }
  }

  return {
    url,
    port,
    async start(more = {}) {
      const { ending } = await startPostmaster(cluster, { ...onPort, ...settings, ...more })
      const deadline = performance.now() + upWithinMs
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
      const first = await pid()
      const all = [first, ...(await childrenOf(first).catch(() => []))]
      for (const each of all) if (processExists(each)) process.kill(each, 'SIGKILL')
      while (isPostmasterOf(cluster.data, first)) await sleep(20)
    },
    async stop() {
      const first = await pid()
      if (first === 0) return
      await signal('SIGCONT')
      await stopPostmaster(cluster.data, first)
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
