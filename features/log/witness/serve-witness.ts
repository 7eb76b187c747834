// Serves a witness over HTTP, for logs that ask it to cosign their checkpoints.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { answerCheckpoint, newestCheckpoint, type WitnessOf } from './answer-checkpoint.ts'

/** A proof has at most 63 lines; a checkpoint may have cosignatures of 3.3 kB each. */
const bodyMaxBytes = 131_072
const requestTimeoutMs = 10_000
const connectionsMax = 200

type Answer = { readonly status: number; readonly body: string }

/** Starts to listen. `now` is the wall clock in ms. */
export async function serveWitness(
  witness: WitnessOf,
  { host, port }: { readonly host: string; readonly port: number },
  now: () => number,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { status, body } = await answerTo(witness, request, now).catch((error: unknown) => {
      console.error('the request has no answer:', error)
      return { status: 500, body: 'The witness could not keep the checkpoint.\n' }
    })
    const type = status === 409 ? 'text/x.tlog.size' : 'text/plain; charset=utf-8'
    // The rest of a body that is too long is not read.
    if (status === 413) response.setHeader('connection', 'close')
    response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff' })
    response.end(body)
  })
  server.requestTimeout = requestTimeoutMs
  server.headersTimeout = requestTimeoutMs
  server.maxConnections = connectionsMax
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

async function answerTo(
  witness: WitnessOf,
  request: IncomingMessage,
  now: () => number,
): Promise<Answer> {
  const { url = '', method } = request
  const [, originHash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url) ?? []
  if (originHash !== undefined) {
    if (method !== 'GET') return { status: 405, body: 'Only GET is served.\n' }
    const checkpoint = newestCheckpoint(witness, originHash)
    if (checkpoint !== null) return { status: 200, body: checkpoint }
    return { status: 404, body: 'No checkpoint of this log was cosigned.\n' }
  }
  if (url !== '/add-checkpoint') return { status: 404, body: 'There is nothing here.\n' }
  if (method !== 'POST') return { status: 405, body: 'Only POST is served.\n' }
  const body = await readBody(request)
  if (body === null) return { status: 413, body: `A request has at most ${bodyMaxBytes} bytes.\n` }
  return answerCheckpoint(witness, body, Math.floor(now() / 1_000))
}

/** Returns the body as text. Returns null if it is too long, and an empty text if it is cut off or not UTF-8. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request) {
      length += chunk.length
      if (length > bodyMaxBytes) return null
      chunks.push(chunk)
    }
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  } catch {
    return ''
  }
}
