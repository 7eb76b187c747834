// Tests the app's calls for a certificate, and the texts of failures.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#web/api/api.ts'
import {
  closeCertificate,
  makeCertificate,
  nameCertificate,
  readCertificate,
  wordsOf,
} from './certificate-requests.ts'

const own = { code: '0123456789ABCDEF', url: 'https://a.example/c/0123456789ABCDEF', name: null }
let sent: [string | undefined, string, unknown][]
let answer: unknown
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    sent.push([method, path, typeof body === 'string' ? JSON.parse(body) : undefined])
    return Response.json(answer)
  })
})
afterEach(() => vi.unstubAllGlobals())

it('a name is sent as typed, and an empty one as none, for a new and an existing one', async () => {
  answer = own
  await makeCertificate('CP-1', 'Ada')
  await makeCertificate('CP-1', '')
  await nameCertificate(own.code, 'Ada')
  expect(await nameCertificate(own.code, '')).toEqual(own)
  await closeCertificate(own.code)
  const path = `/api/certificates/${own.code}`
  expect(sent).toEqual([
    ['POST', '/api/certificates', { tx_id: 'CP-1', name: 'Ada' }],
    ['POST', '/api/certificates', { tx_id: 'CP-1', name: null }],
    ['PATCH', path, { name: 'Ada' }],
    ['PATCH', path, { name: null }],
    ['DELETE', path, undefined],
  ])
})

it('the user’s own is found by its purchase, and may be missing', async () => {
  const { signal } = new AbortController()
  answer = [own]
  expect(await readCertificate('CP 1', signal)).toEqual(own)
  expect(sent).toEqual([['GET', '/api/certificates?tx_id=CP+1', undefined]])
  answer = []
  expect(await readCertificate('CP-1', signal)).toBeNull()
})

const refused = (code: string) => new ApiError(new Response(null, { status: 400 }), { code })
it.each([
  ['the network', new TypeError('Failed to fetch'), /connection/i],
  ['a name that is too long', refused('certificate_name_too_long'), /80/],
  ['a name that claims neutrality', refused('certificate_name_claims'), /contribution/],
  ['a card number', refused('card_number_refused'), /card/i],
  ['an unknown code', refused('never_heard_of'), /did not work/],
  ['an answer that makes no sense', new Error('no JSON'), /did not work/],
])('%s has a sentence', (_what, error, words) => {
  expect(wordsOf(error)).toMatch(words)
})
