// Checks whether a browser signed in to a number before. Its cookie holds an id of the browser, its
// issue time, and a signature over both and the number, never the number itself. It opens no
// session: it only gives the browser attempts and codes of its own, which others cannot use up.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type AcceptedKeys, underEach } from '#platform/keys.ts'
import { deviceDays } from './device-cookie.ts'

const idBytes = 16
const pattern = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/

function signatureOf(key: Buffer, id: string, issuedAt: string, phone: string): Buffer {
  return createHmac('sha256', key).update(`${id}\n${issuedAt}\n${phone}`).digest()
}

/** Returns the cookie of a browser that has just signed in; `id` is its previous one, or null. */
export function deviceValue(key: Buffer, id: string | null, phone: string, nowMs: number): string {
  const name = id ?? randomBytes(idBytes).toString('base64url')
  const issuedAt = String(Math.floor(nowMs / 1_000))
  return `${name}.${issuedAt}.${signatureOf(key, name, issuedAt, phone).toString('base64url')}`
}

/** Returns the id of a browser that signed in to this number within the last 180 days, or null. */
export function knownDevice(
  accepted: AcceptedKeys,
  value: string | undefined,
  phone: string,
  nowMs: number,
): string | null {
  const [, id, issuedAt, signature] = pattern.exec(value ?? '') ?? []
  if (id === undefined || issuedAt === undefined || signature === undefined) return null
  if (nowMs / 1_000 - Number(issuedAt) > deviceDays * 86_400) return null
  const actual = Buffer.from(signature, 'base64url')
  const isOurs = underEach(accepted, (keys) => signatureOf(keys.device, id, issuedAt, phone)).some(
    (expected) => expected.length === actual.length && timingSafeEqual(expected, actual),
  )
  return isOurs ? id : null
}
