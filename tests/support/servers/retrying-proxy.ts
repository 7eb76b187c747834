// Simulates a proxy as deploy/Caddyfile configures it: requests go to several products in turn.
// While none listens, it repeats the attempt every 250 ms for 60 s. Like Caddy it repeats a sent
// request only if it is a read; else the caller gets 502.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const tryMs = 60_000
const tryEveryMs = 250
/** Marks answers that are the proxy's own. */
export const ofProxy = 'x-of-proxy'

export type RetryingProxy = { readonly url: string; close(): Promise<void> }

export async function startRetryingProxy(upstreams: readonly string[]): Promise<RetryingProxy> {
  let turn = 0
  const server = createServer((asked, answer) => {
    void forward(asked, answer, () => {
      turn += 1
      return upstreams[turn % upstreams.length] ?? ''
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function forward(
  asked: IncomingMessage,
  answer: ServerResponse,
  next: () => string,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of asked) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const end = performance.now() + tryMs
  for (;;) {
    try {
      const { status, headers, bytes } = await send(asked, body, next())
      answer.writeHead(status, headers).end(bytes)
      return
    } catch (error) {
      const isUnheard = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
      if (performance.now() > end || !(isUnheard || asked.method === 'GET')) {
        answer.writeHead(502, { [ofProxy]: '1' }).end()
        return
      }
      await pause(tryEveryMs)
    }
  }
}

type Received = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly bytes: Buffer
}

function send({ method, url, headers }: IncomingMessage, body: Buffer, upstream: string) {
  return new Promise<Received>((done, fail) => {
    const options = { method, headers: { ...headers, connection: 'close' }, agent: false }
    const call = request(`${upstream}${url}`, options, async (received) => {
      try {
        const chunks: Buffer[] = []
        for await (const chunk of received) chunks.push(chunk)
        const { connection: _, ...kept } = received.headers
        done({ status: received.statusCode ?? 502, headers: kept, bytes: Buffer.concat(chunks) })
      } catch (error) {
        fail(error)
      }
    })
    call.on('error', fail)
    call.end(body)
  })
}
