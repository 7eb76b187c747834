// Tests the address of a call with inputs.
import { expect, it } from 'vitest'
import { addressOf } from './api-inputs.ts'

it('writes an id into the path and the query after it', () => {
  expect(addressOf('/api/projects/{id}', { path: { id: 'a' } })).toBe('/api/projects/a')
  expect(addressOf('/api/projects/featured', { query: { country: 'GB' } })).toBe(
    '/api/projects/featured?country=GB',
  )
  const inputs = { path: { tx_id: 'tx-1' }, query: { cursor: 2_000, limit: 1_000 } }
  expect(addressOf('/api/tokens/transaction/{tx_id}/tokens', inputs)).toBe(
    '/api/tokens/transaction/tx-1/tokens?cursor=2000&limit=1000',
  )
})

it('an input never adds a segment or a parameter to the address', () => {
  expect(addressOf('/api/projects/{id}', { path: { id: '../me?x=$&' } })).toBe(
    '/api/projects/..%2Fme%3Fx%3D%24%26',
  )
  expect(addressOf('/api/projects/featured', { query: { country: 'G&q=1' } })).toBe(
    '/api/projects/featured?country=G%26q%3D1',
  )
})
