// Finds a free port of this machine for a server of a test.
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The ports below those that Linux gives to outgoing connections (net.ipv4.ip_local_port_range). A
 * connection of another test therefore cannot take the port before the server listens on it.
 */
const firstPort = 20_000
const endOfPorts = 32_768

export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * (endOfPorts - firstPort))
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
