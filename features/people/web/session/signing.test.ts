// Tests how often a signed call is sent, and what changes between two attempts.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import {
  askSigned,
  onConfirmPerson,
  sendSigned,
  signedHeaders,
} from '#features/people/web/session/signing.ts'
import { call as apiCall, json } from '#values/call.ts'
import { BadAnswerError } from '#web/api/api.ts'
import { newIdempotencyKey } from '#web/api/idempotency-key.ts'
import { forget, joinGeneration, readGeneration } from '#web/storage/browser-store.ts'
import { importTerminal, keepTerminal } from './terminal.ts'

const key = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
type Asked = { path: string; headers: Record<string, string>; body?: string }
let asked: Asked[]
/** The answers to the signed calls, in order; the last one repeats. */
let codes: string[]
let terminals: number
beforeEach(async () => {
  await forget('terminal')
  asked = []
  terminals = 0
  vi.stubGlobal('fetch', async (path: string, call: Omit<Asked, 'path'>) => {
    asked.push({ path, ...call })
    if (path === '/api/auth/terminal') {
      terminals += 1
      return Response.json({ id: `terminal_${terminals}`, key })
    }
    const code = codes.length > 1 ? codes.shift() : codes[0]
    return code === 'ok' ? Response.json({}) : Response.json({ code }, { status: 401 })
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await forget('terminal')
})

const words = {
  tag: 'Test',
  summary: 'A signed call.',
  description: 'For a test.',
  access: 'signed',
} as const
const complete = apiCall({
  ...words,
  id: 'complete',
  method: 'POST',
  path: '/api/tokens/validatePin',
  body: z.object({ txId: z.string() }),
  answers: { 200: json(z.object({}), 'It is complete.', {}) },
})
const endSession = apiCall({
  ...words,
  id: 'endSession',
  method: 'DELETE',
  path: '/api/profile/sessions/:id',
  params: z.object({ id: z.string() }),
  answers: { 200: json(z.object({}), 'It has ended.', {}) },
})
const call = () => sendSigned(complete, { body: { txId: 'CP-1' } }, { idempotencyKey: 'key-1' })
const signed = () => asked.filter(({ path }) => path !== '/api/auth/terminal')
const all = (name: string) => signed().map(({ headers }) => headers[name])

it('carries all that the server checks, and the bytes that were signed', async () => {
  codes = ['ok']
  await call()
  expect(signed()).toMatchObject([
    {
      body: '{"txId":"CP-1"}',
      headers: {
        ...{ 'x-terminal-id': 'terminal_1', 'idempotency-key': 'key-1' },
        'x-nonce': expect.stringMatching(/^\d{13}\.[0-9a-f]{32}$/),
        'x-signature': expect.stringMatching(/^v1=[0-9a-f]{64}$/),
      },
    },
  ])
})

it('the signature is of method, path, terminal, nonce, key and body, in this order', async () => {
  codes = ['ok']
  // Its text has both letters that differ from plain base64.
  const secret = Buffer.from(
    'fbff00112233445566778899aabbccddeeff00112233445566778899aabbccdd',
    'hex',
  )
  const own = await importTerminal({ id: 'partner_1', key: secret.toString('base64url') })
  const parts = { method: 'POST', path: '/api/x?y=1', rawBody: '{"kg":1}', idempotencyKey: 'key-2' }
  const headers = await signedHeaders(own, parts)
  const encode = (text: string) => new TextEncoder().encode(text)
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', encode(parts.rawBody)))
  const fields = ['v1', 'POST', parts.path, own.id, headers['x-nonce'], 'key-2']
  const text = [...fields, digest.toString('hex')].join('\n')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign'])
  const signature = Buffer.from(await crypto.subtle.sign('HMAC', imported, encode(text)))
  expect(headers['x-signature']).toBe(`v1=${signature.toString('hex')}`)
  expect(headers).toMatchObject({ 'x-terminal-id': 'partner_1', 'idempotency-key': 'key-2' })
})

it('a call without a body and a key sends neither, and its answer is checked', async () => {
  codes = ['ok']
  const input = { params: { id: 'a b' } }
  expect(await askSigned({ ...endSession, check: () => true }, input)).toEqual({})
  const [sent] = signed()
  expect(sent).toMatchObject({ path: '/api/profile/sessions/a%20b', method: 'DELETE' })
  expect(sent).not.toHaveProperty('body')
  expect(sent?.headers).not.toHaveProperty('idempotency-key')
  const wrong = askSigned({ ...endSession, check: () => false }, input)
  await expect(wrong).rejects.toThrow(BadAnswerError)
})

it.each(['replayed', 'stale_signature'])('%s is signed again once, under one key', async (code) => {
  codes = [code, 'ok']
  await call()
  expect(new Set(all('x-nonce')).size).toBe(2)
  expect(all('x-terminal-id')).toEqual(['terminal_1', 'terminal_1'])
  expect(all('idempotency-key')).toEqual(['key-1', 'key-1'])
  codes = [code]
  await expect(call()).rejects.toMatchObject({ code })
  expect(signed()).toHaveLength(4)
})

it('a bad signature is followed by one with a new terminal, once', async () => {
  codes = ['bad_signature', 'ok']
  await call()
  expect(all('x-terminal-id')).toEqual(['terminal_1', 'terminal_2'])
  codes = ['bad_signature']
  await expect(call()).rejects.toMatchObject({ code: 'bad_signature' })
  expect(signed()).toHaveLength(4)
})

it('any other refusal is returned', async () => {
  codes = ['other']
  await expect(call()).rejects.toMatchObject({ code: 'other' })
  expect(signed()).toHaveLength(1)
})

it('a key that needs a fresh code is requested again once the user typed one', async () => {
  codes = ['ok']
  let wanted = 0
  let typed = false
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/api/auth/terminal') return Response.json({ path })
    wanted += 1
    const isGiven = typed && wanted > 1
    if (isGiven) return Response.json({ id: 'terminal_9', key })
    return Response.json({ code: wanted > 9 ? 'rate_limited' : 'code_required' }, { status: 403 })
  })
  const stop = onConfirmPerson(async () => typed)
  await expect(call()).rejects.toMatchObject({ code: 'code_required' })
  expect(wanted).toBe(1)
  wanted = 0
  typed = true
  expect((await call()).ok).toBe(true)
  expect(wanted).toBe(2)
  wanted = 9
  typed = false
  await expect(call()).rejects.toMatchObject({ code: 'rate_limited' })
  stop()
})

it('a kept key that the server refuses is not used again', async () => {
  joinGeneration(await readGeneration())
  codes = ['ok', 'bad_signature', 'ok']
  await call()
  await call()
  await call()
  const [lost, renewed] = ['terminal_1', 'terminal_2']
  expect(all('x-terminal-id')).toEqual([lost, lost, renewed, renewed])
  joinGeneration(undefined)
})

it('a key that another tab has renewed meanwhile serves this one too', async () => {
  joinGeneration(await readGeneration())
  codes = ['ok']
  await call()
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, sent: Omit<Asked, 'path'>) => {
    if (path !== '/api/auth/terminal' && sent.headers['x-terminal-id'] === 'terminal_1') {
      await keepTerminal({ id: 'of the other tab', key })
      return Response.json({ code: 'bad_signature' }, { status: 401 })
    }
    return answer(path, sent)
  })
  await call()
  expect([all('x-terminal-id').at(-1), terminals]).toEqual(['of the other tab', 1])
  joinGeneration(undefined)
})

it('a key is a random UUID of version 4, and each is another', () => {
  const keys = Array.from({ length: 200 }, newIdempotencyKey)
  for (const key of keys) {
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
  expect(new Set(keys).size).toBe(200)
})

describe('the lock of all tabs', () => {
  afterEach(() => vi.restoreAllMocks())
  type Options = { readonly signal: AbortSignal }
  type Grant = () => Promise<unknown>
  const stubLocks = (request: (name: string, options: Options, act: Grant) => Promise<unknown>) =>
    vi.stubGlobal('navigator', { locks: { request } })

  it('is used where the browser has it', async () => {
    const names: string[] = []
    stubLocks((name, _options, act) => {
      names.push(name)
      return act()
    })
    codes = ['ok']
    await call()
    expect(names).toEqual(['carbon-passport-terminal'])
    expect(terminals).toBe(1)
  })

  it('is done without where it is refused', async () => {
    stubLocks(() => Promise.reject(new Error('SecurityError')))
    codes = ['ok']
    await call()
    expect(terminals).toBe(1)
  })

  it('is done without, once, where the browser gives it too late or never', async () => {
    const clock = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
    const grants: Grant[] = []
    stubLocks((_name, _options, act) => {
      grants.push(act)
      return new Promise(() => undefined)
    })
    codes = ['ok']
    const sent = call()
    await vi.waitFor(() => expect(grants).toHaveLength(1))
    expect(terminals).toBe(0)
    clock.abort()
    await sent
    await grants[0]?.()
    expect(terminals).toBe(1)
    expect(timeout).toHaveBeenCalledWith(3_000)
  })
})
