// Tests that the port of the metrics answers only to names of its own machine.
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { serveMetrics } from '#platform/metrics.ts'

const server = serveMetrics(0, '127.0.0.1', false)
afterAll(() => void server.close())

async function statusFor(host: string): Promise<number | undefined> {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/metrics', headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })
}

it.each(['localhost:9100', '127.0.0.1', '[::1]:9100', '10.0.0.7:9100', 'app:9100', 'LOCALHOST'])(
  'answers %s',
  async (host) => {
    expect(await statusFor(host)).toBe(200)
  },
)

it.each([
  ...['evil.example', 'evil.example:9100', 'localhost.evil.example', '127.0.0.1.nip.io'],
  ...['localhost.', 'a b', '[evil.example]'],
])('refuses %s', async (host) => {
  expect(await statusFor(host)).toBe(421)
})
