// Tests which callers share a read, and that no result is kept.
import { expect, it } from 'vitest'
import { shareReadings } from '#platform/shared-readings.ts'

it('Shares a running read by key, and starts a new one afterwards', async () => {
  const share = shareReadings<number>()
  let readings = 0
  const read = async () => {
    readings += 1
    return readings
  }
  expect(await Promise.all([share('a', read), share('a', read), share('b', read)])).toEqual([
    1, 1, 2,
  ])
  expect(await share('a', read)).toBe(3)
})

it('Passes a failure to all who share the read, and keeps none', async () => {
  const share = shareReadings<string>()
  const fail = () => Promise.reject(new Error('away'))
  const failed = await Promise.allSettled([share('a', fail), share('a', fail)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await share('a', async () => 'there')).toBe('there')
})
