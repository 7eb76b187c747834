// Tests which log a certificate is checked against, and how a typed input finds its certificate.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { certificateMaxLength } from './certificate-file.ts'
import { findCertificate, findLog } from './find-certificate.ts'

/** The site's answers by path; null where it is not reached. */
let answers: Map<string, string | number | null>
let asked: string[]
beforeEach(() => {
  asked = []
  answers = new Map()
  vi.stubGlobal('fetch', async (path: string, { credentials }: RequestInit) => {
    expect(credentials).toBe('omit')
    asked.push(path)
    const answer = answers.has(path) ? answers.get(path) : 404
    if (answer == null) throw new TypeError('Failed to fetch')
    return typeof answer === 'number'
      ? new Response(null, { status: answer })
      : new Response(answer)
  })
})
afterEach(() => vi.unstubAllGlobals())

function publish(address: string, name: string) {
  answers.set(`${address}/key`, `${name}+00000000+AA==\n`)
  answers.set(`${address}/checkpoint`, `checkpoint of ${name}`)
}

it('the present log is read where the certificate is of it', async () => {
  publish('/log', 'a.example/log')
  publish('/log/1', 'a.example/log')
  const log = await findLog('a.example/log')
  expect(log).toMatchObject({
    key: 'a.example/log+00000000+AA==',
    checkpoint: 'checkpoint of a.example/log',
  })
  expect(asked).toEqual(['/log/key', '/log/checkpoint'])
})

it('after a restore the certificate’s own previous log is read', async () => {
  publish('/log', 'a.example/log-3')
  publish('/log/1', 'a.example/log')
  publish('/log/2', 'a.example/log-2')
  expect((await findLog('a.example/log-2')).checkpoint).toBe('checkpoint of a.example/log-2')
  answers.set('/log/2/tile/0/000', 'tile')
  const { readTile } = await findLog('a.example/log-2')
  expect(new TextDecoder().decode(await readTile('0/000'))).toBe('tile')
})

it('a certificate of another log is checked against the present one, and the search ends', async () => {
  publish('/log', 'a.example/log-2')
  publish('/log/1', 'a.example/log')
  const log = await findLog('b.example/log')
  expect(log.key).toMatch(/^a\.example\/log-2\+/)
  expect(asked).not.toContain('/log/3/key')
})

it('of many restores, the newest 20 previous logs are searched', async () => {
  publish('/log', 'a.example/log-30')
  for (let number = 1; number <= 21; number += 1) {
    publish(`/log/${number}`, `a.example/log-${number}`)
  }
  expect((await findLog('a.example/log-20')).checkpoint).toBe('checkpoint of a.example/log-20')
  expect((await findLog('a.example/log-21')).key).toMatch(/^a\.example\/log-30\+/)
  expect(asked).not.toContain('/log/21/key')
})

it('a log without a checkpoint is returned without it, and one without a key is no log', async () => {
  publish('/log', 'a.example/log')
  answers.set('/log/checkpoint', 503)
  expect(await findLog('a.example/log')).toMatchObject({ checkpoint: null })
  answers.set('/log/key', 503)
  await expect(findLog('a.example/log')).rejects.toThrow('503')
})

const code = '0123456789ABCDEF'
const origin = 'https://a.example'
it.each([
  [`{"kg":1}`, '{"kg":1}', { kind: 'text', text: '{"kg":1}' }],
  [code, '{"kg":1}', { kind: 'text', text: '{"kg":1}' }],
  [`${origin}/c/${code}`, '{"kg":1}', { kind: 'text', text: '{"kg":1}' }],
  [code, 404, { kind: 'missing', reason: 'not_found' }],
  [code, 503, { kind: 'missing', reason: 'no_answer' }],
  [code, null, { kind: 'missing', reason: 'no_answer' }],
  ['nothing', '{}', { kind: 'missing', reason: 'unclear' }],
  [`https://b.example/c/${code}`, '{}', { kind: 'missing', reason: 'elsewhere' }],
])('%s, answered with %s', async (typed, answer, found) => {
  answers.set(`/c/${code}.json`, answer)
  expect(await findCertificate(` ${typed}\n`, origin)).toEqual(found)
  const names = typed === code || typed.startsWith(origin)
  expect(asked).toEqual(names ? [`/c/${code}.json`] : [])
})

it('an answer longer than any certificate is not read whole', async () => {
  answers.set(`/c/${code}.json`, 'x'.repeat(certificateMaxLength + 100))
  const found = await findCertificate(code, origin)
  expect(found.kind === 'text' && found.text.length).toBe(certificateMaxLength + 1)
})
