// Tests the calls that the forms of /api/docs send, and what they show of the answers.
// tests/journeys/api-docs.journey.ts sends them to the product.
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { openPage } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'

type Sent = { path: string; method: string; headers: Record<string, string>; body?: string }

let sent: Sent[]
let answer: () => Response | Promise<Response>
beforeEach(() => {
  sent = []
  answer = () => Response.json({ ok: true })
  openPage()
  vi.stubGlobal('fetch', async (path: string, init?: Omit<Sent, 'path'>) => {
    if (path === '/api/auth/logout') return new Response(null, { status: 204 })
    sent.push({ path, ...init } as Sent)
    return answer()
  })
})

const field = (name: string, place: string, value = '') =>
  `<input name="${name}" data-in="${place}" value="${value}">`
const form = (method: string, path: string, access: string, fields = '') =>
  `<form hidden data-method="${method}" data-path="${path}" data-access="${access}">${fields}<button></button><output></output></form>`

let loaded = 0
/** Opens the page with these forms, as a new document does. */
async function open(...forms: readonly string[]): Promise<void> {
  document.body.innerHTML = `<form id="other" hidden></form>${forms.join('')}`
  loaded += 1
  await import(/* @vite-ignore */ `./api-docs.ts?document=${loaded}`)
}
const nth = <Kind extends Element>(selector: string, at = 0): Kind => {
  const found = document.querySelectorAll<Kind>(selector)[at]
  if (!found) throw new Error(`no ${selector}`)
  return found
}
const shown = (at = 0) => nth('output', at).textContent
/** Sends the nth form, and returns what it shows in the end. */
async function send(at = 0): Promise<string> {
  const event = new window.Event('submit', { cancelable: true })
  nth('form[data-path]', at).dispatchEvent(event as unknown as Event)
  expect([shown(at), event.defaultPrevented]).toEqual(['…', true])
  await vi.waitFor(() => expect(shown(at)).not.toBe('…'))
  return shown(at)
}

it('the forms of calls are shown once they can send, and no other form', async () => {
  await open(form('GET', '/a', 'plain'), form('GET', '/b', 'plain'))
  const hidden = [...document.querySelectorAll('form')].map((each) => each.hidden)
  expect(hidden).toEqual([true, false, false])
})

describe('a call', () => {
  it('has its path’s parameters and its typed query, encoded', async () => {
    const fields = [
      field('kind', 'path', 'a/b'),
      field('id', 'path', "$&$'?"),
      field('limit', 'query', '2'),
      field('after', 'query'),
      field('q', 'query', 'a b&c'),
    ]
    await open(form('GET', '/api/{kind}/x/{id}', 'plain', fields.join('')))
    await send()
    expect(sent).toEqual([
      { path: "/api/a%2Fb/x/%24%26%24'%3F?limit=2&q=a+b%26c", method: 'GET', headers: {} },
    ])
  })

  it('keeps the slashes of a tile’s name', async () => {
    await open(form('GET', '/log/tile/{tile}', 'plain', field('tile', 'path', '0/x001/0 7')))
    await send()
    expect(sent.map(({ path }) => path)).toEqual(['/log/tile/0/x001/0%207'])
  })

  it('has its typed body and headers, and none that are empty', async () => {
    const fields = `${field('If-None-Match', 'header', '&quot;a&quot;')}${field('Accept', 'header')}<textarea> {"a":1}\n</textarea>`
    await open(form('POST', '/api/a', 'plain', fields))
    await send()
    const headers = { 'content-type': 'application/json', 'If-None-Match': '"a"' }
    expect(sent).toEqual([{ path: '/api/a', method: 'POST', headers, body: '{"a":1}' }])
  })

  it('has the body of its own form', async () => {
    const body = (text: string) => `<textarea>${text}</textarea>`
    await open(form('PUT', '/a', 'plain', body('1')), form('POST', '/b', 'plain', body('2')))
    await send(1)
    expect(sent.map(({ path, method, body: text }) => [path, method, text])).toEqual([
      ['/b', 'POST', '2'],
    ])
  })

  it('without a method is a GET, and each form shows its own answer', async () => {
    await open('<form data-path="/api/a"><output></output></form>', form('GET', '/b', 'plain'))
    await send()
    expect(sent).toEqual([{ path: '/api/a', method: 'GET', headers: {} }])
    expect(shown(1)).toBe('')
    answer = () => new Response('second', { headers: { 'content-type': 'text/plain' } })
    expect(await send(1)).toBe('200\ncontent-type: text/plain\n\nsecond')
    expect(shown(0)).toContain('"ok": true')
  })
})

/** The headers of a call that is signed by this terminal's key. */
async function expectSigned({ path, method, headers, body = '' }: Sent, id: string): Promise<void> {
  const { 'x-nonce': nonce = '', 'idempotency-key': key = '' } = headers
  const hexOf = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('hex')
  const digest = hexOf(await crypto.subtle.digest('SHA-256', Buffer.from(body)))
  const text = ['v1', method, path, id, nonce, key, digest].join('\n')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const secret = Buffer.from(terminal.key, 'base64url')
  const imported = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign'])
  const signature = hexOf(await crypto.subtle.sign('HMAC', imported, Buffer.from(text)))
  expect(headers).toEqual({
    ...(body === '' ? {} : { 'content-type': 'application/json' }),
    ...(key === '' ? {} : { 'idempotency-key': key }),
    'x-terminal-id': id,
    'x-nonce': expect.stringMatching(/^\d+\.[0-9a-f]{32}$/),
    'x-signature': `v1=${signature}`,
  })
}

describe('a signed call', () => {
  beforeEach(async () => {
    await openSession(ada, terminal)
    onTestFinished(() => signOut())
  })
  const key = field('Idempotency-Key', 'header')
  const buy = form('POST', '/api/buy', 'signed', `${key}<textarea>{"a":1}</textarea>`)

  it('is signed by the browser’s key, with an idempotency key of its own each time', async () => {
    await open(buy)
    await send()
    await send()
    for (const each of sent) await expectSigned(each, terminal.id)
    const keys = sent.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(2)
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{16,}$/), expect.any(String)])
  })

  it('has the typed idempotency key', async () => {
    await open(buy)
    nth<HTMLInputElement>('[name=Idempotency-Key]').value = 'typed-by-hand'
    await send()
    const [call] = sent
    expect(call?.headers['idempotency-key']).toBe('typed-by-hand')
    if (call) await expectSigned(call, terminal.id)
  })

  it('without a body signs the empty one, with its query', async () => {
    await open(form('GET', '/api/cards', 'signed', field('limit', 'query', '3')))
    await send()
    expect(sent.map(({ path }) => path)).toEqual(['/api/cards?limit=3'])
    if (sent[0]) await expectSigned(sent[0], terminal.id)
  })

  it('of a partner is signed by the terminal that is typed on the page', async () => {
    await open(
      `<input id="partner-terminal" value=" partner_7 "><input id="partner-secret" value="${terminal.key} ">`,
      form('GET', '/api/partner/balance', 'partner'),
    )
    await send()
    if (sent[0]) await expectSigned(sent[0], 'partner_7')
    expect(sent).toHaveLength(1)
  })
})

describe('the answer', () => {
  const headers = (type: string) => ({ headers: { 'content-type': type } })
  it.each<[string, () => Response, string]>([
    [
      'JSON with its headers, indented',
      () =>
        new Response('{"code":"x","a":[1]}', {
          status: 404,
          headers: { link: '</b>', 'content-type': 'application/problem+json' },
        }),
      '404\ncontent-type: application/problem+json\nlink: </b>\n\n{\n  "code": "x",\n  "a": [\n    1\n  ]\n}',
    ],
    [
      'a text as it is',
      () => new Response('a,b\n', headers('text/csv')),
      '200\ncontent-type: text/csv\n\na,b\n',
    ],
    [
      'the size of a file',
      () => new Response(new Uint8Array(12), headers('application/pdf')),
      '200\ncontent-type: application/pdf\n\n12 bytes',
    ],
    ['nothing of an empty body', () => new Response(null, { status: 204 }), '204\n\n'],
  ])('is shown: %s', async (_, given, text) => {
    answer = given
    await open(form('GET', '/api/a', 'plain'))
    expect(await send()).toBe(text)
  })

  it('that never came is an error, and the next one replaces it', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await open(form('GET', '/api/a', 'plain'))
    expect(await send()).toBe('TypeError: Failed to fetch')
    answer = () => new Response(null, { status: 204 })
    expect(await send()).toBe('204\n\n')
  })
})
