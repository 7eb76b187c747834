// Reports the lag of each replica, and how many reads replicas and the primary answered, as
// Prometheus metrics.
import { Counter, Gauge } from 'prom-client'

/** Time (performance.now()) up to which each replica shows all commits; null while unknown. */
const shownMsByReplica = new Map<string, number | null>()

const reads = new Counter({
  name: 'database_late_reads_total',
  help: 'Reads that may be a little late, by the server that answered: primary or replica.',
  labelNames: ['server'],
})

new Gauge({
  name: 'database_replica_lag_seconds',
  help: 'How far behind the primary a replica is known to be; -1 where that is not known.',
  labelNames: ['replica'],
  collect() {
    for (const [replica, shownMs] of shownMsByReplica) {
      this.set({ replica }, shownMs === null ? -1 : (performance.now() - shownMs) / 1_000)
    }
  },
})

export function noteLag(replica: string, shownMs: number | null): void {
  shownMsByReplica.set(replica, shownMs)
}

export function countRead(server: 'primary' | 'replica'): void {
  reads.inc({ server })
}
