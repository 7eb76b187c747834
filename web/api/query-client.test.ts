// Tests when a failed query is repeated without Retry.
import { onlineManager } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ApiError } from './api.ts'
import { newQueryClient } from './query-client.ts'

const { retry } = newQueryClient().getDefaultOptions().queries ?? {}
const asksAgain = (failures: number, error: Error) =>
  typeof retry === 'function' && retry(failures, error)

it('repeats once if the server was unreachable, and never after an answer', () => {
  const unreached = new TypeError('Failed to fetch')
  expect([asksAgain(0, unreached), asksAgain(1, unreached)]).toEqual([true, false])
  const refused = new ApiError(new Response(null, { status: 503 }), {})
  expect(asksAgain(0, refused)).toBe(false)
})

it('sends queries in a browser that reports itself offline, and shares an answer for a few seconds', async () => {
  const client = newQueryClient()
  let asked = 0
  const ask = () =>
    client.fetchQuery({
      queryKey: ['one'],
      queryFn: async () => {
        asked += 1
        return asked
      },
    })
  onlineManager.setOnline(false)
  expect([await ask(), await ask()]).toEqual([1, 1])
  onlineManager.setOnline(true)
  client.clear()
})
