// Limits the connections of a process. Above the limit, it closes an idle connection in favour of a new
// one. It must not refuse a new connection while it could close an idle one, nor close one whose request
// is being answered.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionLimits = {
  /** Maximum number of connections. */
  readonly max: number
  /** Maximum number of connections with the same key. */
  readonly maxPerKey: number
  /** Returns the key of a connection, such as its address. Null counts it only in the total. */
  keyOf(socket: Socket): string | null
}

/**
 * Age below which a connection is not closed as idle, in milliseconds, because its request is on its
 * way.
 */
const newcomerMs = 1_000

/**
 * Share of the file descriptors for connections. The rest is for files, the database, providers and the
 * system.
 */
const shareOfDescriptors = 0.5
/** Maximum number of connections, to bound memory: each takes about 20 KiB. */
const connectionsMax = 2_000

/** Returns the maximum number of connections for a process with this limit of open files. */
export function connectionsFor(descriptors: number): number {
  return Math.min(connectionsMax, Math.max(1, Math.floor(descriptors * shareOfDescriptors)))
}

/** Returns the limit of open files of this process; infinity without one. */
export function descriptorLimit(): number {
  const { report } = process
  // Excludes parts of the report that are not needed; the network part would query name servers.
  Object.assign(report, { excludeNetwork: true, excludeEnv: true })
  const { userLimits }: { userLimits?: { open_files?: { soft?: unknown } } } = Object(
    report.getReport(),
  )
  const limit = userLimits?.open_files?.soft
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY
}

type Connection = {
  readonly socket: Socket
  /** The newest request, whose body may be incomplete; null before its headers have arrived. */
  request: IncomingMessage | null
  unanswered: number
  /** Time of the connection, or of its newest request, in milliseconds. */
  since: number
}

type Entry = {
  readonly connection: Connection
  readonly key: string | null
  readonly groups: readonly Group[]
}

/** Connections that share a limit, in the order in which they are closed. */
class Group {
  readonly #max: number
  #count = 0
  /**
   * Connections without a complete request, oldest first. `findIdlest` removes those whose request is
   * complete by now.
   */
  readonly #incomplete = new Set<Connection>()
  /** Idle connections (keep-alive), longest idle first. */
  readonly #idle = new Set<Connection>()

  constructor(max: number) {
    this.#max = max
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }

  get isOverfull(): boolean {
    return this.#count > this.#max
  }

  add(connection: Connection): void {
    this.#count += 1
    this.#incomplete.add(connection)
  }

  remove(connection: Connection): void {
    this.#count -= 1
    this.#incomplete.delete(connection)
    this.#idle.delete(connection)
  }

  /** Moves a connection to the incomplete ones when the headers of a request have arrived. */
  receive(connection: Connection): void {
    this.#idle.delete(connection)
    this.#incomplete.add(connection)
  }

  /** Moves a connection to the idle ones when all of its requests are answered. */
  becomeIdle(connection: Connection): void {
    this.#incomplete.delete(connection)
    this.#idle.add(connection)
  }

  /** Returns the connection to close first; undefined if every connection is being answered. */
  findIdlest(now: number): Connection | undefined {
    for (const connection of this.#incomplete) {
      if (connection.request?.complete) this.#incomplete.delete(connection)
      else if (now - connection.since > newcomerMs) return connection
      else break
    }
    const [idle] = this.#idle
    if (idle !== undefined) return idle
    for (const connection of this.#incomplete) {
      if (!connection.request?.complete) return connection
    }
    return undefined
  }
}

/**
 * Limits the server's connections. Above a limit it closes the oldest connection without a complete
 * request, else the longest idle one, else the newest.
 */
export function limitConnections(
  server: Server,
  { max, maxPerKey, keyOf }: ConnectionLimits,
): void {
  const all = new Group(max)
  const byKey = new Map<string, Group>()
  const entries = new WeakMap<Socket, Entry>()

  function groupsOf(key: string | null): Group[] {
    if (key === null) return [all]
    const keyGroup = byKey.get(key) ?? new Group(maxPerKey)
    byKey.set(key, keyGroup)
    return [keyGroup, all]
  }

  /**
   * Removes a connection from the counts. `destroy` frees the descriptor before the event "close", so that
   * the counts must not wait for the event.
   */
  function forget(socket: Socket): void {
    const entry = entries.get(socket)
    if (entry === undefined) return
    entries.delete(socket)
    const { connection, key, groups } = entry
    for (const group of groups) group.remove(connection)
    if (key !== null && byKey.get(key)?.isEmpty) byKey.delete(key)
  }

  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket)
    const groups = groupsOf(key)
    const now = performance.now()
    const connection: Connection = { socket, request: null, unanswered: 0, since: now }
    entries.set(socket, { connection, key, groups })
    for (const group of groups) group.add(connection)
    socket.once('close', () => forget(socket))
    for (const group of groups) {
      const victim = group.isOverfull ? group.findIdlest(now) : undefined
      if (victim === undefined) continue
      forget(victim.socket)
      victim.socket.destroy()
    }
  })

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const entry = entries.get(request.socket)
    if (entry === undefined) return
    const { connection, groups } = entry
    if (connection.request !== null) connection.since = performance.now()
    connection.request = request
    connection.unanswered += 1
    for (const group of groups) group.receive(connection)
    response.once('close', () => {
      connection.unanswered -= 1
      if (connection.unanswered > 0 || !entries.has(request.socket)) return
      for (const group of groups) group.becomeIdle(connection)
    })
  })
}
