// Tests how a call is sent and its answer read: its address, its body, and an answer of another shape.
import { afterEach, expect, it, vi } from 'vitest'
import { getProject, listFeaturedProjects } from '#features/catalogue/catalogue-calls.ts'
import { previewPayment } from '#features/wallet/wallet-calls.ts'
import { BadAnswerError } from './api.ts'
import { addressOfCall, ask } from './ask.ts'
import { shapeOf } from './shape.ts'

afterEach(() => vi.unstubAllGlobals())

it('writes parameters into the path and the query behind it', () => {
  expect(addressOfCall(getProject, { params: { id: 'a' } })).toBe('/api/projects/a')
  expect(addressOfCall(listFeaturedProjects, { query: { country: 'GB' } })).toBe(
    '/api/projects/featured?country=GB',
  )
  expect(addressOfCall(listFeaturedProjects, { query: { country: undefined } })).toBe(
    '/api/projects/featured',
  )
})

it('never makes an input part of the address itself', () => {
  expect(addressOfCall(getProject, { params: { id: '../me?x=$&' } })).toBe(
    '/api/projects/..%2Fme%3Fx%3D%24%26',
  )
  expect(addressOfCall(listFeaturedProjects, { query: { country: 'G&q=1' } })).toBe(
    '/api/projects/featured?country=G%26q%3D1',
  )
})

it('sends a body as JSON by the call’s method, and refuses an answer of another shape', async () => {
  const sent = vi.fn(async (..._given: readonly unknown[]) => Response.json({ kg: 'x' }))
  vi.stubGlobal('fetch', sent)
  const check = (value: unknown) => typeof Reflect.get(Object(value), 'kg') === 'number'
  const body = { phone: '+447400123456', total_price: 2, currency: 'GBP', user_currency: 'GBP' }
  await expect(ask({ ...previewPayment, check }, { body })).rejects.toThrow(BadAnswerError)
  const [address, request] = sent.mock.calls[0] ?? []
  expect(address).toBe('/api/wallet/prepay-preview')
  expect(request).toMatchObject({ method: 'POST', body: JSON.stringify(body) })
})

it('sends each read of a page that opens in a task of its own, and a write at once', async () => {
  const sent = vi.fn(async (..._given: readonly unknown[]) => Response.json([]))
  vi.stubGlobal('fetch', sent)
  const tasks: (() => void)[] = []
  vi.stubGlobal('setTimeout', (task: () => void) => tasks.push(task))
  const check = () => true
  const read = () => ask({ ...listFeaturedProjects, check }, { query: { country: 'GB' } })
  const reads = [read(), read()]
  expect([tasks.length, sent.mock.calls.length]).toEqual([2, 0])
  tasks[0]?.()
  await reads[0]
  expect(sent).toHaveBeenCalledTimes(1)
  tasks[1]?.()
  await reads[1]
  expect(sent).toHaveBeenCalledTimes(2)
  const body = { phone: '+447400123456', total_price: 2, currency: 'GBP', user_currency: 'GBP' }
  const write = ask({ ...previewPayment, check }, { body })
  expect(sent).toHaveBeenCalledTimes(3)
  await write
})

it('throws for a call that the build did not prepare for browsers', () => {
  expect(() => shapeOf(getProject)).toThrow('getProject')
})

it('sends no signed call', () => {
  const signed = { ...previewPayment, access: 'signed' } as const
  const body = { phone: '', total_price: 2, currency: 'GBP', user_currency: 'GBP' }
  // @ts-expect-error signing.ts sends it. Checked by `npm run check`.
  const neverRuns = () => ask(signed, { body })
  expect(neverRuns).toBeTypeOf('function')
})
