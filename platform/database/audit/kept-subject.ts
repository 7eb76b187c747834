// Shortens and masks the text of a refused command for the audit trail. It must never let a phone
// number through.
import { readTransactionId } from '#values/text/transaction-id.ts'
import { visibleText } from '#values/text/unseen-characters.ts'
import { isUuid } from '#values/text/uuid.ts'

const subjectMax = 200
/** Last digits of a number that stay visible, so that two calls can be distinguished. */
const digitsShown = 2

/** Seven digits or more, in any grouping and script. */
const phone = /\p{Nd}(?:[^\p{L}\p{N}]{0,4}\p{Nd}){6,}/gu

export function holdsPhone(text: string): boolean {
  return text.normalize('NFKC').search(phone) >= 0
}

/** Returns the text as the trail stores it, or null for a text without a visible character. */
export function keptSubject(text: string): string | null {
  if (isUuid(text) || readTransactionId(text) === text) return text
  // Masked before invisible characters are removed: one may be between two digits of a number.
  const masked = text.normalize('NFKC').trim().replace(phone, maskDigits)
  const subject = [...visibleText(masked)].slice(0, subjectMax).join('')
  return subject === '' ? null : subject
}

function maskDigits(digits: string): string {
  const shown = [...digits.replace(/\P{Nd}/gu, '')].slice(-digitsShown).join('')
  return `•••••${shown}`
}
