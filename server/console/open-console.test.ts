// Tests the port and the address of the console.

import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { readSettings } from '#server/settings/settings.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { consoleUrlOf, withConsolePort } from './open-console.ts'

const keys = { SECRET_KEY: '5f'.repeat(32), NUMBERS_KEY: '6a'.repeat(32) }
const development = (values: Readonly<Record<string, string>>) =>
  readSettings({ NODE_ENV: 'development', ...keys, ...values })

it.each([
  [{ PORT: '4000' }, 'http://localhost:4001'],
  [{ PORT: '4000', CONSOLE_PORT: '5000' }, 'http://localhost:5000'],
  [{ CONSOLE_PORT: '5000', CONSOLE_URL: 'https://Console.Example/' }, 'https://console.example'],
])('with %j is at %s', (values, url) => {
  expect(consoleUrlOf(development(values))).toBe(url)
})

it('takes a free port if the next one is taken, unless it was chosen', async () => {
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  try {
    const beside = await withConsolePort(development({ PORT: String(port - 1) }))
    expect(beside.consolePort).not.toBe(port)
    expect(beside.consolePort).toBeGreaterThan(0)
    const chosen = await withConsolePort(development({ CONSOLE_PORT: String(port) }))
    expect(chosen.consolePort).toBe(port)
  } finally {
    server.close()
  }
})

it('takes any free port next to port 0', async () => {
  const { consolePort } = await withConsolePort(development({ PORT: '0' }))
  expect(consolePort).toBeGreaterThan(0)
})
