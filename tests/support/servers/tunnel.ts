// Simulates faults between a browser and the product: it cuts the line like a tunnel, loses the
// files of the build like a deployment, and poses as a newer build. It changes no other answer.
import { createServer, request as forward } from 'node:http'

export type Tunnel = {
  readonly url: string
  /** Cuts every connection from now on, or restores them. */
  setCut(cut: boolean): void
  /** From now on no script or style of this build exists. */
  removeAssets(): void
  /** From now on the service worker is the next build's, of the same files. */
  deployNextWorker(): void
  close(): Promise<void>
}

export async function openTunnel(target: string): Promise<Tunnel> {
  let cut = false
  let next = false
  let hasAssets = true
  const server = createServer((incoming, outgoing) => {
    if (cut) return incoming.socket.destroy()
    const { method = 'GET', url = '/', headers } = incoming
    if (!hasAssets && url.startsWith('/assets/')) {
      outgoing.writeHead(404)
      outgoing.end()
      return
    }
    const isWorker = url.startsWith('/service-worker.js')
    const asked = forward(
      new URL(url, target),
      { method, headers: isWorker ? { ...headers, 'accept-encoding': 'identity' } : headers },
      async (answer) => {
        if (!isWorker || !next) {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(outgoing)
          return
        }
        const script = Buffer.concat(await answer.toArray()).toString()
        outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
        outgoing.end(script.replace(/version:(["'`])([^"'`]+)\1/g, 'version:$1next$2$1'))
      },
    )
    asked.on('error', () => incoming.socket.destroy())
    incoming.pipe(asked)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    setCut(isCut) {
      cut = isCut
      if (cut) server.closeAllConnections()
    },
    removeAssets() {
      hasAssets = false
    },
    deployNextWorker() {
      next = true
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
