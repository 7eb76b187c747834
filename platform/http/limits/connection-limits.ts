// Limits the connections of the HTTP server: their number, their duration and their number per
// address (connections.ts closes them).
import type { FastifyInstance } from 'fastify'
import type { Logger } from '#platform/logger.ts'
import { canonicalAddress, ownerOf } from './client-address.ts'
import { connectionsFor, descriptorLimit, limitConnections } from './connections.ts'
import { isLoopbackAddress } from './loopback.ts'

/** Milliseconds a client may take, as Node's server counts them. */
export const connectionTimes = {
  /** From the connection, or the first byte of a further request, to the end of its headers. */
  headersTimeout: 5_000,
  /** The same to the end of its body. */
  requestTimeout: 15_000,
  /** Between an answer and the next request. */
  keepAliveTimeout: 65_000,
  /**
   * Limit of silence in both directions. It is longer than any work, for answers that a client does
   * not read.
   */
  connectionTimeout: 30_000,
  /** How often Node looks for those who are late. */
  connectionsCheckingInterval: 500,
} as const

type BoundBy = {
  readonly log: Logger
  readonly settings: {
    /** Connections of one process; undefined: what its limit of open files allows. */
    readonly connectionsMax: number | undefined
    readonly connectionsPerAddress: number
    readonly trustedProxies: number
  }
}

/**
 * Returns the key by which connections are counted, or null where only their total counts. Behind a
 * proxy all connections are the proxy's.
 */
export function connectionKey(
  remoteAddress: string | undefined,
  trustedProxies: number,
): string | null {
  if (trustedProxies > 0 || isLoopbackAddress(remoteAddress)) return null
  const address = canonicalAddress(remoteAddress ?? '')
  return address === null ? null : ownerOf(address)
}

export function boundConnections({ server }: FastifyInstance, { settings, log }: BoundBy): void {
  limitConnections(server, {
    max: settings.connectionsMax ?? connectionsFor(descriptorLimit()),
    maxPerKey: settings.connectionsPerAddress,
    keyOf: ({ remoteAddress }) => connectionKey(remoteAddress, settings.trustedProxies),
  })
  // A connection that could not be taken (no descriptor is left) is its client's loss alone.
  server.on('error', (error) => {
    if (server.listening) log.warn('a connection was not taken', { error })
  })
}
