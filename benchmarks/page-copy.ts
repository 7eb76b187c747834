// Serves the product's public answers from memory with a bare HTTP server. A function may change the
// document, so that two such servers differ only in that change.
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'

type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

export type PageCopy = { readonly url: string; close(): Promise<void> }

export async function openCopy(
  productUrl: string,
  change: (html: string) => string = (html) => html,
): Promise<PageCopy> {
  const answersByPath = new Map<string, Promise<Answer>>()
  const answerOf = (path: string) => {
    const answer = answersByPath.get(path) ?? copy(productUrl, path, change)
    answersByPath.set(path, answer)
    return answer
  }
  const server = createServer(async (request, response) => {
    const { status, headers, bytes } = await answerOf(request.url ?? '/')
    response.writeHead(status, { ...headers, 'content-length': bytes.length }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function copy(
  productUrl: string,
  path: string,
  change: (html: string) => string,
): Promise<Answer> {
  const answer = await ask(`${productUrl}${path}`, 'br')
  if (!answer.headers['content-type']?.startsWith('text/html')) return answer
  const uncompressed = await ask(`${productUrl}${path}`, 'identity')
  const bytes = brotliCompressSync(change(uncompressed.bytes.toString()))
  return { ...uncompressed, headers: { ...uncompressed.headers, 'content-encoding': 'br' }, bytes }
}

/** Requests an answer and returns its bytes as sent, which `fetch` would decompress. */
function ask(url: string, encoding: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, async (response) => {
      const bytes = await buffer(response)
      const headers = { ...response.headers }
      for (const name of ['transfer-encoding', 'connection', 'keep-alive']) delete headers[name]
      resolve({ status: response.statusCode ?? 0, headers, bytes })
    }).on('error', reject)
  })
}
