// Simulates faults between a browser and the product. It cuts connections like a railway tunnel, loses
// the build's files like a deployment, and poses as a newer build. It changes no other answer.
import { createServer, request as forward } from 'node:http'

export type Tunnel = {
  readonly url: string
  /** Cuts all connections and refuses new ones, or accepts new ones again. */
  setCut(isLineCut: boolean): void
  /** Answers 404 to all later requests for scripts and styles of this build. */
  removeAssets(): void
  /** Serves the service worker with another version from now on, like a next build with the same files. */
  deployNextWorker(): void
  close(): Promise<void>
}

export async function openTunnel(target: string): Promise<Tunnel> {
  let isLineCut = false
  let servesNextWorker = false
  let hasAssets = true
  const server = createServer((incoming, outgoing) => {
    if (isLineCut) return incoming.socket.destroy()
    const { method = 'GET', url = '/', headers } = incoming
    if (!hasAssets && url.startsWith('/assets/')) {
      outgoing.writeHead(404)
      outgoing.end()
      return
    }
    const isWorker = url.startsWith('/service-worker.js')
    const upstreamRequest = forward(
      new URL(url, target),
      { method, headers: isWorker ? { ...headers, 'accept-encoding': 'identity' } : headers },
      async (answer) => {
        if (!isWorker || !servesNextWorker) {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(outgoing)
          return
        }
        const script = Buffer.concat(await answer.toArray()).toString()
        outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
        outgoing.end(script.replace(/version:(["'`])([^"'`]+)\1/g, 'version:$1next$2$1'))
      },
    )
    upstreamRequest.on('error', () => incoming.socket.destroy())
    incoming.pipe(upstreamRequest)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    setCut(isCut) {
      isLineCut = isCut
      if (isLineCut) server.closeAllConnections()
    },
    removeAssets() {
      hasAssets = false
    },
    deployNextWorker() {
      servesNextWorker = true
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
