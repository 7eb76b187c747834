// What somebody is told who asks again before the first answer has come.
import { afterEach, expect, it, vi } from 'vitest'
import { createVerifier, type Verification } from './use-verification.ts'

afterEach(() => vi.unstubAllGlobals())

it('is what came of the latest wish, also where an earlier one is answered after it', async () => {
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('location', { origin: 'https://a.example' })
  vi.stubGlobal('fetch', () => answer.promise)
  const told: Verification[] = []
  const verify = createVerifier((state) => told.push(state))
  const earlier = verify('0123456789ABCDEF')
  await verify('no code at all')
  const unclear = { kind: 'refused', why: 'unclear' }
  expect(told).toEqual([{ kind: 'busy' }, { kind: 'busy' }, unclear])
  answer.resolve(new Response(null, { status: 404 }))
  await earlier
  expect(told.at(-1)).toEqual(unclear)
  await verify('0123456789ABCDEF')
  expect(told.at(-1)).toEqual({ kind: 'refused', why: 'not_found' })
})
