// Computes the six digits of a challenge. A code is never stored or logged: it is computed again from a
// key outside the database, so that a dump reveals no code (docs/product.md#one-time-codes).
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CodePurpose } from '#values/lists/code-purposes.ts'
import { codeDigits } from '#values/text/one-time-code.ts'

/** The use of a code. A different purpose, user or phone number gives a different code. */
export type CodeUse = {
  /** E.164: the number that the code is sent to. */
  readonly phone: string
  readonly purpose: CodePurpose
  /** The passport that requests it; null for signing in. */
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
