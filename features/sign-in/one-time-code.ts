// The six digits of a challenge. None is stored anywhere: a code is made again from a key that is
// not in the database, so a dump of it yields none (contract 3). Never log one.
import { createHmac, timingSafeEqual } from 'node:crypto'

const codeDigits = 6

/** The code of a phone's challenge under a pepper; leading zeros kept. */
export function codeOf(pepper: Buffer, phone: string, challenge: string): string {
  const mac = createHmac('sha256', pepper).update(`${phone}\n${challenge}`).digest()
  const value = mac.readBigUInt64BE() % 10n ** BigInt(codeDigits)
  return value.toString().padStart(codeDigits, '0')
}

export function isCodeOf(
  peppers: readonly Buffer[],
  phone: string,
  challenge: string,
  given: string,
): boolean {
  const code = Buffer.from(given.trim())
  return peppers.some((pepper) => {
    const expected = Buffer.from(codeOf(pepper, phone, challenge))
    return code.length === expected.length && timingSafeEqual(code, expected)
  })
}
