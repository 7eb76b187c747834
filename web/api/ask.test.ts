// Tests how a call is sent and its answer read: its address, its body, and an answer of another shape.
import { afterEach, expect, it, vi } from 'vitest'
import { getProject, listFeaturedProjects } from '#features/catalogue/catalogue-calls.ts'
import { BadAnswerError } from './api.ts'
import { addressOfCall, ask, shapeOf } from './ask.ts'

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
  const call = {
    ...{ id: 'buy', method: 'POST', path: '/buy', tag: 'T', summary: 'Buys.', answers: {} },
    check: (value: unknown) => typeof Reflect.get(Object(value), 'kg') === 'number',
  } as const
  const asked = ask(call, {})
  await expect(asked).rejects.toThrow(BadAnswerError)
  expect(sent.mock.calls[0]?.[0]).toBe('/buy')
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ method: 'POST' })
})

it('throws for a call that the build did not prepare for browsers', () => {
  expect(() => shapeOf(getProject)).toThrow('getProject')
})
