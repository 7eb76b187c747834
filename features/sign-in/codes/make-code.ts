// Computes the six digits of a challenge with a key outside the database. A code is never stored or logged,
// so that a dump of the database reveals no code (docs/product.md#one-time-codes).
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CodePurpose } from '#values/lists/code-purposes.ts'
import { codeDigits } from '#values/text/one-time-code.ts'

/** Phone number, purpose and user of a code. If any of them differs, the code differs. */
export type CodeUse = {
  /** Phone number that the code is sent to, in E.164. */
  readonly phone: string
  readonly purpose: CodePurpose
  /** The passport that requests the code; null for a sign-in. */
  readonly passportId: string | null
}

/** Returns the code of a challenge under a pepper, with leading zeros. */
export function codeOf(pepper: Buffer, use: CodeUse, challenge: string): string {
  const { purpose, passportId, phone } = use
  const text = [purpose, passportId ?? '', phone, challenge].join('\n')
  const mac = createHmac('sha256', pepper).update(text).digest()
  const value = mac.readBigUInt64BE() % 10n ** BigInt(codeDigits)
  return value.toString().padStart(codeDigits, '0')
}

/** Returns true if the typed code is that of the challenge under any pepper. Compares in constant time. */
export function isCodeOf(
  peppers: readonly Buffer[],
  use: CodeUse,
  challenge: string,
  typedCode: string,
): boolean {
  const code = Buffer.from(typedCode.trim())
  return peppers.some((pepper) => {
    const expected = Buffer.from(codeOf(pepper, use, challenge))
    return code.length === expected.length && timingSafeEqual(code, expected)
  })
}
