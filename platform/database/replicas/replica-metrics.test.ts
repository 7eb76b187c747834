// Tests the lag of each replica in the metrics.
import { register } from 'prom-client'
import { expect, it } from 'vitest'
import { noteLag } from './replica-metrics.ts'

it('reports the lag of each replica in seconds, and -1 while it is unknown', async () => {
  noteLag('one', performance.now() - 5_000)
  noteLag('other', null)
  const read = async () => {
    const metric = await register.getSingleMetric('database_replica_lag_seconds')?.get()
    const values = metric?.values.map(({ labels, value }) => [labels.replica, value] as const)
    return Object.fromEntries(values ?? [])
  }
  const { one = 0, other } = await read()
  expect(Math.floor(one / 5)).toBe(1)
  expect(other).toBe(-1)
  noteLag('other', performance.now() - 60_000)
  expect(Math.floor(((await read()).other ?? 0) / 60)).toBe(1)
})
