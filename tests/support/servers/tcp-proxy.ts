// Simulates faults of the line between the product and its database: it delays bytes, holds them
// back, cuts after any byte, and loses the answer to a successful commit. It changes no byte.
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type TcpProxy = {
  /** The address of the database through this line. */
  readonly url: string
  /** From now on every byte arrives later by this delay in ms, each way. */
  setDelay(delayMs: number): void
  /** No byte passes and no connection closes, as with a pulled cable; later all bytes arrive. */
  setFrozen(isFrozen: boolean): void
  /** The line breaks after this number of further bytes, both ways counted together. */
  cutAfter(bytes: number): void
  /** The next commit takes place, but its answer never arrives. */
  loseNextCommit(): void
  /** Number of lines cut since the beginning. */
  cuts(): number
  /**
   * Number of times that the client has sent data after an answer since the beginning. A delay
   * keeps the answers to the first statements of a burst behind its last ones.
   */
  roundTrips(): number
  close(): Promise<void>
}

/** The protocol's sign of a committed transaction: CommandComplete's tag. */
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
  let isAnswered = true
  let thaw: PromiseWithResolvers<void> | null = null

  function cut(line: Line): void {
    if (!lines.delete(line)) return
    line.client.destroy()
    line.server.destroy()
  }

  /** Passes a chunk on, up to the byte at which the line is to break. */
  function pass(line: Line, to: Socket, chunk: Buffer): void {
    if (!lines.has(line)) return
    if (losesCommit && to === line.client && chunk.includes(committed)) {
      losesCommit = false
      cuts += 1
      cut(line)
      return
    }
    const isSent = to === line.server
    if (isSent && isAnswered) roundTrips += 1
    isAnswered = !isSent
    if (chunk.length < bytesLeft) {
      bytesLeft -= chunk.length
      to.write(chunk)
      return
    }
    to.write(chunk.subarray(0, bytesLeft), () => cut(line))
    bytesLeft = Number.POSITIVE_INFINITY
    cuts += 1
  }

  /** Chunks of one way stay in their order, whatever their delay. */
  function follow(line: Line, from: Socket, to: Socket): void {
    let before: Promise<unknown> = Promise.resolve()
    from.on('data', (chunk: Buffer) => {
      const dueAt = performance.now() + delayMs
      before = before
        .then(() => thaw?.promise)
        .then(() => waitUntil(dueAt))
        .then(() => pass(line, to, chunk))
    })
    from.on('error', () => cut(line))
    from.on('close', () => cut(line))
  }

  const server = createServer((client) => {
    const line = { client, server: connect({ host: hostname, port: Number(port) }) }
    lines.add(line)
    client.setNoDelay(true)
    line.server.setNoDelay(true)
    follow(line, client, line.server)
    follow(line, line.server, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const own = new URL(url)
  own.port = String(typeof address === 'object' && address !== null ? address.port : 0)
  return {
    url: own.href,
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
