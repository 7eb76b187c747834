// Recognises, by a cookie, a browser that signed in with a phone number before. The cookie contains an id of
// the browser, the issue time, and a signature over both and the phone number. It opens no session. It gives
// the browser its own attempts and codes, which others cannot use up.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type AcceptedKeys, underEach } from '#platform/keys.ts'
import { deviceDays } from './device-cookie.ts'

const idBytes = 16
const cookiePattern = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/

function signatureOf(key: Buffer, id: string, issuedAt: string, phone: string): Buffer {
  return createHmac('sha256', key).update(`${id}\n${issuedAt}\n${phone}`).digest()
}

/** Returns the cookie of a browser that has just signed in. `id` is the browser's previous id, or null. */
export function deviceValue(key: Buffer, id: string | null, phone: string, nowMs: number): string {
  const browserId = id ?? randomBytes(idBytes).toString('base64url')
  const issuedAt = String(Math.floor(nowMs / 1_000))
  return `${browserId}.${issuedAt}.${signatureOf(key, browserId, issuedAt, phone).toString('base64url')}`
}

/** Returns the id of a browser that signed in with this phone number in the last 180 days, or null. */
export function knownDevice(
  accepted: AcceptedKeys,
  value: string | undefined,
  phone: string,
  nowMs: number,
): string | null {
  const [, id, issuedAt, signature] = cookiePattern.exec(value ?? '') ?? []
  if (id === undefined || issuedAt === undefined || signature === undefined) return null
  if (nowMs / 1_000 - Number(issuedAt) > deviceDays * 86_400) return null
  const actual = Buffer.from(signature, 'base64url')
  const isValid = underEach(accepted, (keys) => signatureOf(keys.device, id, issuedAt, phone)).some(
    (expected) => expected.length === actual.length && timingSafeEqual(expected, actual),
  )
  return isValid ? id : null
}
