// Tests the result that a user sees, also after a second input before the first answer.
import { afterEach, expect, it, vi } from 'vitest'
import { createVerifier, type Verification } from './use-verification.ts'

afterEach(() => vi.unstubAllGlobals())

it('the result is that of the latest input, also where an earlier one is answered after it', async () => {
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('location', { origin: 'https://a.example' })
  vi.stubGlobal('fetch', () => answer.promise)
  const told: Verification[] = []
  const verify = createVerifier((state) => told.push(state))
  const earlier = verify('0123456789ABCDEF')
  await verify('no code at all')
  const unclear = { kind: 'refused', reason: 'unclear' }
  expect(told).toEqual([{ kind: 'busy' }, { kind: 'busy' }, unclear])
  answer.resolve(new Response(null, { status: 404 }))
  await earlier
  expect(told.at(-1)).toEqual(unclear)
  await verify('0123456789ABCDEF')
  expect(told.at(-1)).toEqual({ kind: 'refused', reason: 'not_found' })
})

const block = { registry: 'GS', serial: 'GS1-1', first_place: 401, last_place: 500 }
const proof = {
  ...{ index: 0, entry: '{}', hashes: [], salt: '00'.repeat(16), tx_id: 'CP-1' },
  checkpoint: 'a.example/log\n1\n',
}
const certificate = { kg: 100, project: 'Forest', ...block, replacement: null, proof }

/** Returns the final state, with a log that answers or none. */
async function toldOf(json: unknown, hasLog = true): Promise<Verification | undefined> {
  vi.stubGlobal('location', { origin: 'https://a.example' })
  vi.stubGlobal('fetch', async (path: string) =>
    hasLog && path === '/log/key'
      ? new Response('a.example/log+00000000+AA==')
      : new Response(null, { status: 404 }),
  )
  const told: Verification[] = []
  await createVerifier((state) => told.push(state))(JSON.stringify(json))
  return told.at(-1)
}

it.each([
  ['an invalid certificate', { ...certificate, kg: '100' }, 'no_certificate'],
  ['a certificate that the log does not contain yet', { ...certificate, proof: null }, 'unproven'],
])('%s is reported', async (_what, json, reason) => {
  expect(await toldOf(json)).toEqual({ kind: 'refused', reason })
})

it('a log that does not answer proves nothing, and one that does is named by its key', async () => {
  expect(await toldOf(certificate, false)).toEqual({ kind: 'refused', reason: 'no_log' })
  expect(await toldOf(certificate)).toMatchObject({
    ...{ kind: 'done', logKey: 'a.example/log+00000000+AA==' },
    ...{ certificate: { kg: 100 }, proof: { txId: 'CP-1' }, checks: { entry: 'fails' } },
  })
})

it('a certificate that declares a serial as not comparable keeps that mark', async () => {
  for (const isUncompared of [false, true]) {
    const told = await toldOf({ ...certificate, uncompared: isUncompared })
    expect(told).toMatchObject({ kind: 'done', certificate: { isUncompared } })
  }
  const step = { proof: null }
  const replacement = { present: [block, { ...block, uncompared: true }], steps: [step] }
  expect(await toldOf({ ...certificate, replacement })).toMatchObject({
    certificate: { isUncompared: true },
  })
})

it('a browser that cannot hash is reported before any request', async () => {
  vi.stubGlobal('crypto', {})
  expect(await toldOf(certificate)).toEqual({ kind: 'refused', reason: 'no_crypto' })
})
