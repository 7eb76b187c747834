// Creates and opens challenges. A challenge is a signed value with its time and use, so that a request for
// options stores no row. The use case records a used challenge, so that none works twice.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type AcceptedKeys, underEach } from '#platform/keys.ts'

/** Lifetime of a challenge (docs/product.md#passkeys). It is shorter than that of a recorded nonce. */
export const challengeLifeMs = 300_000
/** Allowed lead of the clock of another process. */
const aheadMs = 10_000

const randomLength = 16
const timeLength = 6
const macLength = 32
const headLength = randomLength + timeLength

/** The passport that adds a passkey, or null for a sign-in. */
type ChallengeUse = string | null

function macOf(key: Buffer, use: ChallengeUse, content: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(use === null ? 'sign in\n' : `add ${use}\n`)
    .update(content)
    .digest()
}

/** Returns a challenge as base64url. `attached` are bytes that `openChallenge` returns. */
export function newChallenge(
  key: Buffer,
  use: ChallengeUse,
  nowMs: number,
  attached: Buffer = Buffer.alloc(0),
): string {
  const time = Buffer.alloc(timeLength)
  time.writeUIntBE(nowMs, 0, timeLength)
  const content = Buffer.concat([randomBytes(randomLength), time, attached])
  return Buffer.concat([content, macOf(key, use, content)]).toString('base64url')
}

/** Returns the attached bytes. Returns null for an expired challenge, or one of another use or server. */
export function openChallenge(
  accepted: AcceptedKeys,
  use: ChallengeUse,
  challenge: string,
  nowMs: number,
): Buffer | null {
  const sealed = Buffer.from(challenge, 'base64url')
  // Other spellings of the same bytes are refused, because a used challenge is recorded by its text.
  const isCanonical = sealed.toString('base64url') === challenge
  if (!isCanonical || sealed.length < headLength + macLength) return null
  const content = sealed.subarray(0, -macLength)
  const mac = sealed.subarray(-macLength)
  const isOurs = underEach(accepted, (keys) => macOf(keys.passkey, use, content)).some((expected) =>
    timingSafeEqual(expected, mac),
  )
  const ageMs = nowMs - content.readUIntBE(randomLength, timeLength)
  return isOurs && ageMs >= -aheadMs && ageMs < challengeLifeMs
    ? content.subarray(headLength)
    : null
}

/** Returns the nonce that records a challenge as used (platform/http/guard/request-signature.ts). */
export const nonceOfChallenge = (challenge: string) => ({ terminalId: 'passkey', nonce: challenge })
