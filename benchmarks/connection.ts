// Sends prepared requests over one kept-alive HTTP connection. That costs little processor time, which
// the load shares with the server. Answers must have a content-length, as those of our server do.
import { connect, type Socket } from 'node:net'

export type WireAnswer = { readonly status: number; readonly body: string }

export type Connection = {
  /** Sends a request; call it again only after the answer. Throws if the connection ends before that. */
  send(request: string): Promise<WireAnswer>
  close(): void
}

const headEnd = Buffer.from('\r\n\r\n')

/** Opens a connection. If the server ends it while idle, the next request opens a new one. */
export async function openConnection(port: number): Promise<Connection> {
  let socket: Socket | null = null
  let received: Buffer = Buffer.alloc(0)
  let pendingAnswer: PromiseWithResolvers<WireAnswer> | undefined
  async function open(): Promise<Socket> {
    const newSocket = await connectTo(port)
    const end = () => {
      socket = null
      pendingAnswer?.reject(new Error('the connection ended before its answer'))
    }
    newSocket.on('error', end)
    newSocket.on('close', end)
    newSocket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const answer = readAnswer(received)
      if (answer === null) return
      received = Buffer.alloc(0)
      const { resolve } = pendingAnswer ?? {}
      pendingAnswer = undefined
      resolve?.(answer)
    })
    return newSocket
  }
  socket = await open()
  return {
    async send(request) {
      socket ??= await open()
      pendingAnswer = Promise.withResolvers()
      socket.write(request)
      return pendingAnswer.promise
    },
    close() {
      socket?.removeAllListeners('close')
      socket?.destroy()
    },
  }
}

function connectTo(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })
}

function readAnswer(received: Buffer): WireAnswer | null {
  const end = received.indexOf(headEnd)
  if (end < 0) return null
  const head = received.toString('latin1', 0, end)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const bodyStart = end + headEnd.length
  if (received.length < bodyStart + length) return null
  return { status: Number(head.slice(9, 12)), body: received.toString('utf8', bodyStart) }
}

/** Returns the text of a request. `headers` are lines of `Name: value`. */
export function requestText(
  method: string,
  path: string,
  headers: readonly string[],
  body = '',
): string {
  const allHeaders =
    body === ''
      ? headers
      : [...headers, 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
  return [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...allHeaders, '', body].join('\r\n')
}
