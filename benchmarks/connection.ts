// Sends prepared requests over one kept-alive HTTP connection, so that the load costs little next
// to the server on a shared machine. It works only with our server: answers must have a
// content-length.
import { connect, type Socket } from 'node:net'

export type WireAnswer = { readonly status: number; readonly body: string }

export type Connection = {
  /** One request at a time; throws if the connection ends before the answer. */
  send(request: string): Promise<WireAnswer>
  close(): void
}

const headEnd = Buffer.from('\r\n\r\n')

/** Opens an idle connection that the server ended again, as a browser does. */
export async function openConnection(port: number): Promise<Connection> {
  let socket: Socket | null = null
  let read: Buffer = Buffer.alloc(0)
  let waiting: PromiseWithResolvers<WireAnswer> | undefined
  async function open(): Promise<Socket> {
    const opened = await connectTo(port)
    const end = () => {
      socket = null
      waiting?.reject(new Error('the connection ended before its answer'))
    }
    opened.on('error', end)
    opened.on('close', end)
    opened.on('data', (chunk: Buffer) => {
      read = read.length === 0 ? chunk : Buffer.concat([read, chunk])
      const answer = takeAnswer(read)
      if (answer === null) return
      read = Buffer.alloc(0)
      const { resolve } = waiting ?? {}
      waiting = undefined
      resolve?.(answer)
    })
    return opened
  }
  socket = await open()
  return {
    async send(request) {
      socket ??= await open()
      waiting = Promise.withResolvers()
      socket.write(request)
      return waiting.promise
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

function takeAnswer(read: Buffer): WireAnswer | null {
  const end = read.indexOf(headEnd)
  if (end < 0) return null
  const head = read.toString('latin1', 0, end)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const bodyStart = end + headEnd.length
  if (read.length < bodyStart + length) return null
  return { status: Number(head.slice(9, 12)), body: read.toString('utf8', bodyStart) }
}

/** The bytes of a request. `headers` are lines of `Name: value`. */
export function requestText(
  method: string,
  path: string,
  headers: readonly string[],
  body = '',
): string {
  const sent =
    body === ''
      ? headers
      : [...headers, 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
  return [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...sent, '', body].join('\r\n')
}
