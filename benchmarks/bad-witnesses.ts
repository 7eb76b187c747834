// Serves witnesses of a log that are away, slow and hostile, for a measurement of what purchases notice of them.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { createWitnessSigner, witnessKeyText } from '#features/log/witness/cosignature.ts'
import { freePort } from '#tests/support/servers/free-port.ts'

/** Just below the 5 s after which the log takes no answer. */
const slowMs = 4_900
/** Above the 16 KiB of which the log takes no answer. */
const hugeBytes = 64 * 1024 * 1024

const answers: Readonly<Record<string, RequestListener>> = {
  slow: (_, response) => {
    setTimeout(() => response.end('late'), slowMs)
  },
  huge: (_, response) => {
    response.end(Buffer.alloc(hugeBytes, 'a'))
  },
  redirecting: (request, response) => {
    response.writeHead(307, { location: request.url ?? '/' }).end()
  },
  silent: () => undefined,
}

/**
 * Starts the witnesses and writes a policy whose quorum needs one that is away. Returns the value of
 * LOG_WITNESSES.
 */
export async function serveBadWitnesses(folder: string) {
  const ends: (() => void)[] = []
  const urls: Record<string, string> = { away: `http://127.0.0.1:${await freePort()}` }
  for (const [name, answer] of Object.entries(answers)) {
    const server = createServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    urls[name] = `http://127.0.0.1:${address.port}`
    ends.push(() => {
      server.closeAllConnections()
      server.close()
    })
  }
  const lines = Object.entries(urls).map(([name, url]) => {
    const key = witnessKeyText(createWitnessSigner(`${name}.example/w`, randomBytes(32)))
    return `witness ${name} ${key} ${url}`
  })
  const policy = join(folder, 'bad-witnesses')
  await writeFile(policy, `${[...lines, 'quorum away'].join('\n')}\n`)
  return {
    policy,
    close() {
      for (const end of ends) end()
    },
  }
}
