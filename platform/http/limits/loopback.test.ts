// Tests which callers count as this machine: for the sandbox's inbox, which shows every code, and
// for limits per address.
import { get } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { demonstration } from '#tests/support/demonstration.ts'
import { inboxToken, newPhone, Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const password = 'correct horse'
const credentials = `Basic ${Buffer.from(`any:${password}`).toString('base64')}`

let test: TestApp
afterEach(() => test.close())

/**
 * Returns the status of the inbox for a caller on the loopback. `fetch()` does not let a caller
 * choose the Host header.
 */
function statusFor(headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(`${test.url}/dev/messages`, { headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })
}

const proxied: readonly Record<string, string>[] = [
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-for': '203.0.113.5' },
  { 'x-forwarded-for': '' },
  { 'x-forwarded-host': 'localhost' },
  { 'x-forwarded-proto': 'https' },
  { forwarded: 'for=127.0.0.1' },
  { via: '1.1 proxy' },
  { 'x-real-ip': '203.0.113.7' },
  { 'x-client-ip': '203.0.113.7' },
  { 'true-client-ip': '203.0.113.7' },
  { 'cf-connecting-ip': '203.0.113.7' },
  { 'fly-client-ip': '203.0.113.7' },
  { 'x-envoy-external-address': '203.0.113.7' },
  { 'x-original-forwarded-for': '203.0.113.7' },
  { 'x-forwarded': '203.0.113.7' },
  { 'x-cluster-client-ip': '203.0.113.7' },
  { 'x-amzn-trace-id': 'Root=1' },
]

/** Headers that browsers send, also through a proxy that adds none. */
const browsers: readonly Record<string, string>[] = [
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-dest': 'document' },
  { 'sec-fetch-mode': 'navigate' },
  { 'accept-language': 'en-GB,en;q=0.9' },
  { 'upgrade-insecure-requests': '1' },
  { origin: 'http://evil.example' },
  { referer: 'http://evil.example/dev/messages' },
  { 'x-unknown': '1' },
]

describe('the inbox', () => {
  it('is open to this machine by its own names', async () => {
    test = await startTestApp()
    const { port } = new URL(test.url)
    for (const name of ['localhost', 'LOCALHOST', '127.0.0.1', '[::1]']) {
      expect([name, await statusFor({ host: `${name}:${port}` })]).toEqual([name, 200])
    }
  })

  it('is closed to foreign names that lead here', async () => {
    test = await startTestApp()
    const { port } = new URL(test.url)
    const others = [`evil.example:${port}`, 'evil.example', `localhost.evil.example:${port}`]
    for (const host of [...others, `127.0.0.1.nip.io:${port}`]) {
      expect([host, await statusFor({ host })]).toEqual([host, 401])
    }
    expect(await statusFor({ host: 'localhost:x' })).toBe(400)
  })

  it.each(['0', '1'])('is closed to a caller behind a proxy (%s trusted)', async (count) => {
    test = await startTestApp({ TRUSTED_PROXIES: count })
    for (const headers of proxied)
      expect([headers, await statusFor(headers)]).toEqual([headers, 401])
  })

  it('opens to other machines with its password only', async () => {
    test = await startTestApp({ DEV_INBOX_PASSWORD: password })
    const host = 'demo.example'
    expect(await statusFor({ host })).toBe(401)
    expect(await statusFor({ host, authorization: credentials })).toBe(200)
    expect(await statusFor({ host, authorization: 'Basic YW55Ondyb25n' })).toBe(401)
    expect(await statusFor({})).toBe(200)
  })

  it('asks every caller for its password in production, and is closed without one', async () => {
    test = await startTestApp(demonstration)
    expect(await statusFor({})).toBe(401)
    expect(await statusFor({ authorization: 'Basic Og==' })).toBe(401)
    await test.close()
    test = await startTestApp({ ...demonstration, DEV_INBOX_PASSWORD: password })
    expect(await statusFor({})).toBe(401)
    expect(await statusFor({ authorization: credentials })).toBe(200)
  })
})

/** The first line of the answer to a request as it is written. */
function answerTo(lines: readonly string[]): Promise<string> {
  const { port } = new URL(test.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    })
    socket.once('data', (data) => {
      socket.destroy()
      resolve(String(data).split('\r\n')[0] ?? '')
    })
    socket.once('error', reject)
  })
}

const asPage = (query: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${test.url}/dev/messages${query}`, {
    headers: { accept: 'text/html', 'accept-language': 'en', ...headers },
    redirect: 'manual',
  })

describe('the inbox in a browser', () => {
  it('is closed without the token, and shows where to find it', async () => {
    test = await startTestApp()
    for (const headers of browsers) {
      expect([headers, await statusFor(headers)]).toEqual([headers, 401])
    }
    const page = await asPage('')
    expect(page.status).toBe(401)
    expect(page.headers.get('www-authenticate')).toBe('Bearer realm="inbox"')
    expect(await page.text()).toContain('Open the address that npm start has printed')
    const own = { origin: test.url, referer: `${test.url}/` }
    expect(await statusFor(own)).toBe(200)
  })

  it('opens with the token of the address, which a cookie keeps', async () => {
    test = await startTestApp()
    const opened = await asPage(`?to=%2B447400100200&token=${inboxToken}`)
    expect(opened.status).toBe(303)
    expect(opened.headers.get('location')).toBe('/dev/messages?to=%2B447400100200')
    const [set = ''] = opened.headers.getSetCookie()
    expect(set).toMatch(/^dev_inbox=[^;]+; Path=\/dev\/messages; HttpOnly; SameSite=Strict$/)
    const [cookie = ''] = set.split(';')
    const page = await asPage('', { cookie })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('No messages yet.')
    await new Person(test.url, newPhone()).signIn()
    expect(await (await asPage('', { cookie })).text()).toMatch(
      /<time datetime="[\d-]+T[\d:.]+Z">\d{4}-\d\d-\d\d \d\d:\d\d UTC<\/time>/,
    )
    expect((await asPage('', { cookie: 'dev_inbox=another' })).status).toBe(401)
    expect((await asPage(`?token=${inboxToken}x`)).status).toBe(401)
    expect(await statusFor({ 'x-forwarded-for': '203.0.113.7', cookie })).toBe(200)
  })

  it('takes ten wrong tokens or passwords an hour of an address, and then refuses the right one too', async () => {
    test = await startTestApp({ DEV_INBOX_PASSWORD: password })
    const wrong = { host: 'demo.example', authorization: 'Basic YW55Ondyb25n' }
    const statuses = await Promise.all(Array.from({ length: 40 }, () => statusFor(wrong)))
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
    const right = { host: 'demo.example', authorization: credentials }
    expect(await statusFor(right)).toBe(429)
    expect((await asPage(`?token=${inboxToken}`)).status).toBe(429)
    // A program of this machine needs neither.
    expect(await statusFor({})).toBe(200)
  })
})

describe('the inbox behind a proxy without a header of its own', () => {
  it('is closed to HTTP/1.0, to a whole address in the first line, and to another port', async () => {
    test = await startTestApp()
    const { host, port } = new URL(test.url)
    const open = 'HTTP/1.1 200 OK'
    const closed = 'HTTP/1.1 401 Unauthorized'
    const get = (target: string, version: string, name: string) =>
      answerTo([`GET ${target} HTTP/${version}`, `Host: ${name}`, 'Connection: close'])
    expect(await get('/dev/messages', '1.1', host)).toBe(open)
    // The default of nginx.
    expect(await get('/dev/messages', '1.0', host)).toBe(closed)
    expect(await get('http://evil.example/dev/messages', '1.1', host)).toBe(closed)
    expect(await get('/dev/messages', '1.1', `localhost:${Number(port) + 1}`)).toBe(closed)
    expect(await get('/dev/messages', '1.1', 'localhost')).toBe(closed)
  })

  it('asks no program for the token where PUBLIC_URL names this machine', async () => {
    test = await startTestApp({ PUBLIC_URL: 'http://127.0.0.1:3000' })
    expect(await statusFor({})).toBe(200)
  })

  it('asks every caller for the token where other machines may reach it', async () => {
    for (const env of [{ PUBLIC_URL: 'http://demo.example' }, { HOST: '0.0.0.0' }]) {
      test = await startTestApp(env)
      expect(await statusFor({})).toBe(401)
      expect((await fetch(`${test.url}/dev/messages?token=${inboxToken}`)).status).toBe(200)
      await test.close()
    }
    test = await startTestApp(demonstration)
    expect((await fetch(`${test.url}/dev/messages?token=${inboxToken}`)).status).toBe(401)
  })
})

describe('the limits per address', () => {
  /** More requests than one address may send, for independent numbers. */
  async function countRefused(headers: Readonly<Record<string, string>>): Promise<number> {
    const asked = Array.from({ length: 15 }, () => {
      const phone = newPhone()
      return new Person(test.url).call('POST', '/api/auth/request-otp', { phone }, headers)
    })
    return (await Promise.all(asked)).filter(({ status }) => status === 429).length
  }

  it.each(['0', '1'])('hold for a caller behind a proxy (%s trusted)', async (count) => {
    test = await startTestApp({ TRUSTED_PROXIES: count })
    expect(await countRefused({})).toBe(0)
    expect(await countRefused({ 'x-forwarded-for': '127.0.0.1' })).toBe(5)
  })
})
