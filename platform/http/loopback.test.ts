// Who counts as this very machine: for the sandbox's inbox, which holds everybody's codes, and for limits
// per address.
import { get } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { demonstration } from '#tests/support/demonstration.ts'
import { newPhone, Person } from '#tests/support/person.ts'

const password = 'correct horse'
const credentials = `Basic ${Buffer.from(`any:${password}`).toString('base64')}`

let test: TestApp
afterEach(() => test.close())

/** The inbox's answer to somebody on the loopback; fetch() lets nobody choose the name it asks for. */
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
]

describe('the inbox', () => {
  it('is open to this machine by its own names', async () => {
    test = await startTestApp()
    const { port } = new URL(test.url)
    for (const name of ['localhost', 'LOCALHOST', '127.0.0.1', '[::1]']) {
      expect([name, await statusFor({ host: `${name}:${port}` })]).toEqual([name, 200])
    }
  })

  it('is closed to names of others that lead here', async () => {
    test = await startTestApp()
    const { port } = new URL(test.url)
    const others = [`evil.example:${port}`, 'evil.example', `localhost.evil.example:${port}`]
    for (const host of [...others, 'localhost:x', `127.0.0.1.nip.io:${port}`]) {
      expect([host, await statusFor({ host })]).toEqual([host, 401])
    }
  })

  it.each(['0', '1'])('is closed to whoever comes by a proxy (%s trusted)', async (count) => {
    test = await startTestApp({ TRUSTED_PROXIES: count })
    for (const headers of proxied)
      expect([headers, await statusFor(headers)]).toEqual([headers, 401])
  })

  it('opens to others with its password only', async () => {
    test = await startTestApp({ DEV_INBOX_PASSWORD: password })
    const host = 'demo.example'
    expect(await statusFor({ host })).toBe(401)
    expect(await statusFor({ host, authorization: credentials })).toBe(200)
    expect(await statusFor({ host, authorization: 'Basic YW55Ondyb25n' })).toBe(401)
    expect(await statusFor({})).toBe(200)
  })

  it('asks everybody for its password in production, and is closed where there is none', async () => {
    test = await startTestApp(demonstration)
    expect(await statusFor({})).toBe(401)
    expect(await statusFor({ authorization: 'Basic Og==' })).toBe(401)
    await test.close()
    test = await startTestApp({ ...demonstration, DEV_INBOX_PASSWORD: password })
    expect(await statusFor({})).toBe(401)
    expect(await statusFor({ authorization: credentials })).toBe(200)
  })
})

describe('the limits per address', () => {
  /** More than one address may ask for, from numbers that share nothing. */
  async function countRefused(headers: Readonly<Record<string, string>>): Promise<number> {
    const asked = Array.from({ length: 15 }, () => {
      const phone = newPhone()
      return new Person(test.url).call('POST', '/api/auth/request-otp', { phone }, headers)
    })
    return (await Promise.all(asked)).filter(({ status }) => status === 429).length
  }

  it.each(['0', '1'])('hold for whoever comes by a proxy (%s trusted)', async (count) => {
    test = await startTestApp({ TRUSTED_PROXIES: count })
    expect(await countRefused({})).toBe(0)
    expect(await countRefused({ 'x-forwarded-for': '127.0.0.1' })).toBe(5)
  })
})
