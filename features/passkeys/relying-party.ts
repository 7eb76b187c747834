// Determines the host and origin for which passkeys are valid: the whole host of PUBLIC_URL.
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

export type RelyingParty = { readonly id: string; readonly origin: string }

export type OriginSettings = {
  readonly publicUrl: string
  readonly publicUrlIsDefault: boolean
  readonly port: number
}

/** Returns the relying party, or null at an IP address, for which browsers create no passkeys. */
export function relyingPartyOf(
  { headers, socket }: FastifyRequest,
  { publicUrl, publicUrlIsDefault, port }: OriginSettings,
): RelyingParty | null {
  const { hostname } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  if (!publicUrlIsDefault) return { id: hostname, origin: publicUrl }
  // In development the page may be on the port of its own server.
  const { origin = '' } = headers
  const isLocal = /^http:\/\/localhost(:\d+)?$/.test(origin)
  return {
    id: hostname,
    origin: isLocal ? origin : `http://localhost:${socket.localPort ?? port}`,
  }
}
