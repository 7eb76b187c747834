// Limits the connections of the HTTP server: their number, their duration and their number per
// address (connections.ts closes them).
import type { FastifyInstance } from 'fastify'
import type { Logger } from '#platform/logger.ts'
import { canonicalAddress, ownerOf } from './client-address.ts'
import { connectionsFor, descriptorLimit, limitConnections } from './connections.ts'
import { isLoopbackAddress } from './loopback.ts'

/** Timeouts of a client, in milliseconds, as options of Node's server. */
export const connectionTimes = {
  /** Time from the connection, or from the first byte of a further request, to the end of its headers. */
  headersTimeout: 5_000,
  /** Time from the same start to the end of the request's body. */
  requestTimeout: 15_000,
  /** Time between an answer and the next request. */
  keepAliveTimeout: 65_000,
  /**
   * Maximum silence in both directions, for clients that do not read their answers. It is longer than
   * the handling of any request.
   */
  connectionTimeout: 30_000,
  /** Interval at which Node checks these timeouts. */
  connectionsCheckingInterval: 500,
} as const

type BoundOptions = {
  readonly log: Logger
  readonly settings: {
    /** Maximum number of connections of one process. Default: derived from its limit of open files. */
    readonly connectionsMax: number | undefined
    readonly connectionsPerAddress: number
    readonly trustedProxies: number
  }
}

/**
 * Returns the key that a connection is counted under, or null to count it only in the total. Behind a
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

export function boundConnections(
  { server }: FastifyInstance,
  { settings, log }: BoundOptions,
): void {
  limitConnections(server, {
    max: settings.connectionsMax ?? connectionsFor(descriptorLimit()),
    maxPerKey: settings.connectionsPerAddress,
    keyOf: ({ remoteAddress }) => connectionKey(remoteAddress, settings.trustedProxies),
  })
  // If no descriptor is free, accepting a connection fails. That affects only its client.
  server.on('error', (error) => {
    if (server.listening) log.warn('a connection was not taken', { error })
  })
}
