// Limits the connections of a process: an idle one makes room for a new one. It must not refuse a
// new connection while it could close an idle one, nor close one whose request is being answered.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionLimits = {
  /** Connections in all. */
  readonly max: number
  /** Connections that share a key. */
  readonly maxPerKey: number
  /**
   * Returns another key by which a connection is counted, such as its address. Null: only in the
   * total.
   */
  keyOf(socket: Socket): string | null
}

/** A connection younger than this is not closed as idle: its request is on its way. */
const newcomerMs = 1_000

/** The other descriptors are left to files, the database, providers and the system. */
const shareOfDescriptors = 0.5
/** Bounds the memory of connections, of which each keeps some 20 KiB. */
const connectionsMax = 2_000

/** The most connections for a process that may have so many files open at once. */
export function connectionsFor(descriptors: number): number {
  return Math.min(connectionsMax, Math.max(1, Math.floor(descriptors * shareOfDescriptors)))
}

/** The limit of open files of this process; infinite where there is none. */
export function descriptorLimit(): number {
  const { report } = process
  // Not read here; the network's part would ask name servers.
  Object.assign(report, { excludeNetwork: true, excludeEnv: true })
  const { userLimits }: { userLimits?: { open_files?: { soft?: unknown } } } = Object(
    report.getReport(),
  )
  const limit = userLimits?.open_files?.soft
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY
}

type Connection = {
  readonly socket: Socket
  /** The newest request, which may still lack its body; null before its headers are here. */
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
  /** Without a whole request, oldest first. One whose request has come whole since is skipped. */
  readonly #incomplete = new Set<Connection>()
  /** Kept open after an answer, the one that has been idle longest first. */
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

  /** The headers of a request have arrived. */
  receive(connection: Connection): void {
    this.#idle.delete(connection)
    this.#incomplete.add(connection)
  }

  /** All requests of the connection are answered. */
  rest(connection: Connection): void {
    this.#incomplete.delete(connection)
    this.#idle.add(connection)
  }

  /** The connection to close first; undefined where all but new ones are being answered. */
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
 * Watches the server's connections. Past a limit the oldest without a whole request is closed, then
 * the one that has been idle longest, then a newcomer.
 */
export function limitConnections(
  server: Server,
  { max, maxPerKey, keyOf }: ConnectionLimits,
): void {
  const all = new Group(max)
  const byKey = new Map<string, Group>()
  const known = new WeakMap<Socket, Entry>()

  function groupsOf(key: string | null): Group[] {
    if (key === null) return [all]
    const own = byKey.get(key) ?? new Group(maxPerKey)
    byKey.set(key, own)
    return [own, all]
  }

  /** The descriptor is free at once; the event "close" follows later. */
  function forget(socket: Socket): void {
    const entry = known.get(socket)
    if (entry === undefined) return
    known.delete(socket)
    const { connection, key, groups } = entry
    for (const group of groups) group.remove(connection)
    if (key !== null && byKey.get(key)?.isEmpty) byKey.delete(key)
  }

  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket)
    const groups = groupsOf(key)
    const now = performance.now()
    const connection: Connection = { socket, request: null, unanswered: 0, since: now }
    known.set(socket, { connection, key, groups })
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
    const entry = known.get(request.socket)
    if (entry === undefined) return
    const { connection, groups } = entry
    if (connection.request !== null) connection.since = performance.now()
    connection.request = request
    connection.unanswered += 1
    for (const group of groups) group.receive(connection)
    response.once('close', () => {
      connection.unanswered -= 1
      if (connection.unanswered > 0 || !known.has(request.socket)) return
      for (const group of groups) group.rest(connection)
    })
  })
}
