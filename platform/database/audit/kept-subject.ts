// Shortens and masks the text of a refused command for the audit trail. It must never let a phone
// number through.
import { readTransactionId } from '#values/text/transaction-id.ts'
import { visibleText } from '#values/text/unseen-characters.ts'
import { isUuid } from '#values/text/uuid.ts'

const subjectMax = 200
/** Number of last digits of a phone number that stay visible, so that two calls can be distinguished. */
const digitsShown = 2

/** Matches seven digits or more, in any grouping and script. */
const phone = /\p{Nd}(?:[^\p{L}\p{N}]{0,4}\p{Nd}){6,}/gu

export function holdsPhone(text: string): boolean {
  return text.normalize('NFKC').search(phone) >= 0
}

/**
 * Returns the text with phone numbers masked and invisible characters escaped, cut to 200 characters.
 * Returns null for blank text.
 */
export function keptSubject(text: string): string | null {
  if (isUuid(text) || readTransactionId(text) === text) return text
  // Masks phone numbers before escaping invisible characters, because one may be between two digits.
  const masked = text.normalize('NFKC').trim().replace(phone, maskDigits)
  const subject = [...visibleText(masked)].slice(0, subjectMax).join('')
  return subject === '' ? null : subject
}

function maskDigits(digits: string): string {
  const lastDigits = [...digits.replace(/\P{Nd}/gu, '')].slice(-digitsShown).join('')
  return `•••••${lastDigits}`
}
