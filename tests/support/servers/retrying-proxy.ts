// Simulates a proxy as deploy/Caddyfile configures it: requests go to several products in turn. While
// none accepts a connection, it retries every 250 ms for 60 s. Like Caddy, it repeats a request that was
// sent only if it is a GET. Otherwise the caller gets 502.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const retryForMs = 60_000
const retryEveryMs = 250
/** Header of answers that the proxy itself created. */
export const proxyMark = 'x-of-proxy'

export type RetryingProxy = { readonly url: string; close(): Promise<void> }

export async function startRetryingProxy(upstreams: readonly string[]): Promise<RetryingProxy> {
  let requestCount = 0
  const server = createServer((clientRequest, answer) => {
    void forward(clientRequest, answer, () => {
      requestCount += 1
      return upstreams[requestCount % upstreams.length] ?? ''
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
  clientRequest: IncomingMessage,
  answer: ServerResponse,
  nextUpstream: () => string,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of clientRequest) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const deadline = performance.now() + retryForMs
  for (;;) {
    try {
      const { status, headers, bytes } = await send(clientRequest, body, nextUpstream())
      answer.writeHead(status, headers).end(bytes)
      return
    } catch (error) {
      const isUnconnected =
        error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
      if (performance.now() > deadline || !(isUnconnected || clientRequest.method === 'GET')) {
        answer.writeHead(502, { [proxyMark]: '1' }).end()
        return
      }
      await pause(retryEveryMs)
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
        const { connection: _, ...endToEndHeaders } = received.headers
        done({
          status: received.statusCode ?? 502,
          headers: endToEndHeaders,
          bytes: Buffer.concat(chunks),
        })
      } catch (error) {
        fail(error)
      }
    })
    call.on('error', fail)
    call.end(body)
  })
}
