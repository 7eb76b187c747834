// Simulates faults of the connections between the product and its database. It delays bytes, holds them
// back, cuts after any byte, and loses the answer to a successful commit. It changes no byte.
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type TcpProxy = {
  /** The address of the database through this proxy. */
  readonly url: string
  /** Delays all later bytes by this number of milliseconds, in both directions. */
  setDelay(delayMs: number): void
  /** Holds back all bytes while frozen, and closes no connection. Afterwards all bytes arrive. */
  setFrozen(isFrozen: boolean): void
  /** Cuts a connection after this number of further bytes, counted over both directions. */
  cutAfter(bytes: number): void
  /** Cuts the connection of the next commit: the commit takes place, but its answer never arrives. */
  loseNextCommit(): void
  /** Returns the number of cuts since the beginning. */
  cuts(): number
  /**
   * Returns how often the client sent data after an answer, since the beginning. With a delay, a burst of
   * statements counts once, because all its answers arrive after its last statement.
   */
  roundTrips(): number
  close(): Promise<void>
}

/** Tag of the protocol's message CommandComplete after a committed transaction. */
const committed = Buffer.from('COMMIT\0')

type Line = { readonly client: Socket; readonly server: Socket }

export async function openTcpProxy(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url)
  const lines = new Set<Line>()
  let delayMs = 0
  let bytesLeft = Number.POSITIVE_INFINITY
  let losesCommit = false
  let cuts = 0
  let roundTrips = 0
  let serverSpokeLast = true
  let thaw: PromiseWithResolvers<void> | null = null

  function cut(line: Line): void {
    if (!lines.delete(line)) return
    line.client.destroy()
    line.server.destroy()
  }

  /** Forwards a chunk, or its first bytes if the connection is to be cut within it. */
  function forwardChunk(line: Line, to: Socket, chunk: Buffer): void {
    if (!lines.has(line)) return
    if (losesCommit && to === line.client && chunk.includes(committed)) {
      losesCommit = false
      cuts += 1
      cut(line)
      return
    }
    const isFromClient = to === line.server
    if (isFromClient && serverSpokeLast) roundTrips += 1
    serverSpokeLast = !isFromClient
    if (chunk.length < bytesLeft) {
      bytesLeft -= chunk.length
      to.write(chunk)
      return
    }
    to.write(chunk.subarray(0, bytesLeft), () => cut(line))
    bytesLeft = Number.POSITIVE_INFINITY
    cuts += 1
  }

  /** Forwards the chunks of one direction with their delay. They keep their order. */
  function forwardChunks(line: Line, from: Socket, to: Socket): void {
    let previous: Promise<unknown> = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      const dueAt = performance.now() + delayMs
      previous = previous
        .then(() => thaw?.promise)
        .then(() => waitUntil(dueAt))
        .then(() => forwardChunk(line, to, chunk))
    })
    from.on('error', () => cut(line))
    from.on('close', () => cut(line))
  }

  const server = createServer((client) => {
    const line = { client, server: connect({ host: hostname, port: Number(port) }) }
    lines.add(line)
    client.setNoDelay(true)
    line.server.setNoDelay(true)
    forwardChunks(line, client, line.server)
    forwardChunks(line, line.server, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const proxyUrl = new URL(url)
  proxyUrl.port = String(typeof address === 'object' && address !== null ? address.port : 0)
  return {
    url: proxyUrl.href,
    setDelay(next) {
      delayMs = next
    },
    setFrozen(isFrozen) {
      if (isFrozen) thaw ??= Promise.withResolvers()
      else {
        thaw?.resolve()
        thaw = null
      }
    },
    cutAfter(bytes) {
      bytesLeft = bytes
    },
    loseNextCommit() {
      losesCommit = true
    },
    cuts: () => cuts,
    roundTrips: () => roundTrips,
    async close() {
      thaw?.resolve()
      for (const line of lines) cut(line)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function waitUntil(dueAt: number): Promise<void> {
  const waitMs = dueAt - performance.now()
  if (waitMs > 0) await pause(waitMs)
}
