// Reports the database connections of this process as Prometheus metrics, measured at each scrape.
import type pg from 'pg'
import { Gauge } from 'prom-client'

const pools = new Set<pg.Pool>()
let waitingPeak = 0

new Gauge({
  name: 'database_connections',
  help: 'Connections to the database, by what they do.',
  labelNames: ['state'],
  collect() {
    const sum = (count: (pool: pg.Pool) => number) =>
      [...pools].reduce((total, pool) => total + count(pool), 0)
    this.set(
      { state: 'busy' },
      sum((pool) => pool.totalCount - pool.idleCount),
    )
    this.set(
      { state: 'idle' },
      sum((pool) => pool.idleCount),
    )
  },
})

new Gauge({
  name: 'database_waiting_peak',
  help: 'The most callers that waited for a connection at once since this was last asked for.',
  collect() {
    this.set(waitingPeak)
    waitingPeak = 0
  },
})

/** Adds a pool to the metrics until it has ended. */
export function watchPool(pool: pg.Pool): void {
  pools.add(pool)
}

export function forgetPool(pool: pg.Pool): void {
  pools.delete(pool)
}

/** Records the largest number of waiting requests. Call it after each request for a connection. */
export function notePeak({ waitingCount }: pg.Pool): void {
  waitingPeak = Math.max(waitingPeak, waitingCount)
}
