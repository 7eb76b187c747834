// Tests the result that a user sees, also after a second input before the first answer.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createVerifier, type Verification, verifyOffline } from './use-verification.ts'

afterEach(() => vi.unstubAllGlobals())

it('the result is that of the latest input, also where an earlier one is answered after it', async () => {
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('location', { origin: 'https://a.example' })
  vi.stubGlobal('fetch', () => answer.promise)
  const told: Verification[] = []
  const verify = createVerifier((state) => told.push(state))
  const earlier = verify({ certificate: '0123456789ABCDEF', policy: '' })
  await verify({ certificate: 'no code at all', policy: '' })
  const unclear = { kind: 'refused', reason: 'unclear' }
  expect(told).toEqual([{ kind: 'busy' }, { kind: 'busy' }, unclear])
  answer.resolve(new Response(null, { status: 404 }))
  await earlier
  expect(told.at(-1)).toEqual(unclear)
  await verify({ certificate: '0123456789ABCDEF', policy: '' })
  expect(told.at(-1)).toEqual({ kind: 'refused', reason: 'not_found' })
})

const block = { registry: 'GS', serial: 'GS1-1', first_place: 401, last_place: 500 }
const proof = {
  ...{ index: 0, entry: '{}', hashes: [], salt: '00'.repeat(16), tx_id: 'CP-1' },
  checkpoint: 'a.example/log\n1\n',
}
const certificate = { kg: 100, project: 'Forest', ...block, replacement: null, proof }

/** A log's key of 32 zeros. */
async function keyOf(name: string): Promise<string> {
  const key = Uint8Array.from({ length: 33 }, (_, index) => (index === 0 ? 1 : 0))
  const bytes = new Uint8Array([...new TextEncoder().encode(`${name}\n`), ...key])
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const id = Buffer.from(digest.slice(0, 4)).toString('hex')
  return `${name}+${id}+${Buffer.from(key).toString('base64')}`
}
const noteOf = (origin: string) =>
  `${origin}\n1\n${Buffer.alloc(32).toString('base64')}\n\n— ${origin} AAAA\n`

/** Returns the final state, with a log that answers or none. */
async function toldOf(
  json: unknown,
  hasLog = true,
  { policy = '', sitePolicy = 404 }: { policy?: string; sitePolicy?: string | number } = {},
): Promise<Verification | undefined> {
  vi.stubGlobal('location', { origin: 'https://a.example' })
  vi.stubGlobal('fetch', async (path: string) => {
    if (hasLog && path === '/log/key') return new Response('a.example/log+00000000+AA==')
    if (path !== '/log/policy') return new Response(null, { status: 404 })
    return typeof sitePolicy === 'string'
      ? new Response(sitePolicy)
      : new Response(null, { status: sitePolicy })
  })
  const told: Verification[] = []
  const verify = createVerifier((state) => told.push(state))
  await verify({ certificate: JSON.stringify(json), policy })
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

describe('the policy of witnesses', () => {
  const checked = { kind: 'checked', outcome: 'none_needed', cosigners: [] }

  it('is the site’s, unless the user enters one', async () => {
    const sitePolicy = 'quorum none\n'
    expect(await toldOf(certificate, true, { sitePolicy })).toMatchObject({
      witnesses: { ...checked, source: 'site' },
    })
    expect(await toldOf(certificate, true, { sitePolicy, policy: 'quorum none' })).toMatchObject({
      witnesses: { ...checked, source: 'own' },
    })
  })

  it('may be missing, fail to load, or be unreadable', async () => {
    expect(await toldOf(certificate)).toMatchObject({ witnesses: { kind: 'no_policy' } })
    for (const sitePolicy of [503, 'not a policy', '']) {
      const told = await toldOf(certificate, true, { sitePolicy })
      expect(told).toMatchObject({ witnesses: { kind: 'no_answer' } })
    }
  })

  it('of a user that cannot be read is refused by its fault, before any request', async () => {
    expect(await toldOf(certificate, true, { policy: 'quorum A' })).toEqual({
      kind: 'refused_policy',
      fault: { fault: 'undefined', line: 1, word: 'A' },
    })
  })

  it('of a user gives the key of a log that this site does not have', async () => {
    const policy = `log ${await keyOf('b.example/log')}\nquorum none`
    const foreign = { ...certificate, proof: { ...proof, checkpoint: noteOf('b.example/log') } }
    for (const hasLog of [true, false]) {
      expect(await toldOf(foreign, hasLog, { policy })).toMatchObject({
        ...{ kind: 'done', keySource: 'own', logKey: await keyOf('b.example/log') },
        ...{ checks: { consistency: 'unknown' } },
      })
    }
    expect(await toldOf(foreign, true, { policy: 'quorum none' })).toMatchObject({
      ...{ keySource: 'site', checks: { signature: 'fails' } },
    })
  })
})

describe('without a network', () => {
  const offline = (policy: string, json: unknown = certificate) =>
    verifyOffline({ certificate: JSON.stringify(json), policy })

  it('the log’s key is the policy’s, or there is none', async () => {
    vi.stubGlobal('fetch', () => {
      throw new Error('a request')
    })
    const own = { ...certificate, proof: { ...proof, checkpoint: noteOf('a.example/log') } }
    const key = await keyOf('a.example/log')
    expect(await offline(`log ${key}\nquorum none`, own)).toMatchObject({
      ...{ kind: 'done', logKey: key, keySource: 'own' },
      ...{ checks: { signature: 'fails', consistency: 'unknown' } },
    })
    for (const policy of ['', 'quorum none', `log ${await keyOf('b.example/log')}\nquorum none`]) {
      expect(await offline(policy, own)).toMatchObject({
        ...{ logKey: null, checks: { signature: 'unknown' } },
      })
    }
    expect(await offline('')).toMatchObject({ witnesses: { kind: 'not_entered' } })
  })

  it('a code is no certificate, and the faults are those of the site’s page', async () => {
    const problem = { kind: 'refused', reason: 'no_certificate' }
    const code = { certificate: '0123456789ABCDEF', policy: '' }
    expect(await verifyOffline(code)).toEqual(problem)
    expect(await offline('quorum A')).toMatchObject({ kind: 'refused_policy' })
    expect(await offline('', { ...certificate, proof: null })).toMatchObject({ reason: 'unproven' })
  })
})
