// Shortens and masks the text of a refused command for the audit trail. It must never let a phone
// number through.
import { readWholeSerial } from '#values/serials/serials.ts'
import { plainFigures } from '#values/text/free-text.ts'
import { withoutSpelledNumbers } from '#values/text/number-words.ts'
import { readTransactionId } from '#values/text/transaction-id.ts'
import { visibleText } from '#values/text/unseen-characters.ts'
import { isUuid } from '#values/text/uuid.ts'

const subjectMax = 200
/** Number of last digits of a phone number that stay visible, so that two calls can be distinguished. */
const digitsShown = 2

/** Matches seven digits or more, in any grouping and script. */
const phone = /\p{Nd}(?:[^\p{L}\p{N}]{0,4}\p{Nd}){6,}/gu

/** Matches an amount that is the whole text, such as the field of a form. */
const wholeAmount = /^\d{1,12}\.\d{1,2}$/
const word = /([\p{L}\p{N}][^\s,;]*[\p{L}\p{N}])/u

export function holdsPhone(text: string): boolean {
  const read = text.normalize('NFKC')
  return withoutPhones(read) !== read
}

/** Masks phone numbers, also in words. Ids, serials, days, times, amounts and ranges of years are none. */
function withoutPhones(text: string): string {
  if (wholeAmount.test(text.trim())) return text
  let masked = ''
  let other = ''
  for (const [index, part] of text.split(word).entries()) {
    if (index % 2 === 1 && isId(part)) {
      masked += maskBetweenFigures(other) + part
      other = ''
    } else {
      other += part
    }
  }
  return withoutSpelledNumbers(masked + maskBetweenFigures(other), '•••••')
}

/** Matches the number of a receipt, a credit note or an invoice, with its year: `R-2026-000123`. */
const paperNumber = /^\p{Lu}{1,4}-20\d\d-\d{3,6}$/u
/** Matches an id of the card provider. Its letters tell it from a phone number behind a word. */
const providerId = /^[a-z]{2,6}_(?=(?:\d*[A-Za-z]){4})[A-Za-z\d]{12,}$/

function isId(text: string): boolean {
  return (
    isUuid(text) ||
    readTransactionId(text) === text ||
    readWholeSerial(text) !== null ||
    paperNumber.test(text) ||
    providerId.test(text)
  )
}

function maskBetweenFigures(text: string): string {
  return text
    .split(plainFigures)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(phone, maskDigits)))
    .join('')
}

/**
 * Returns the text with phone numbers masked and invisible characters escaped, cut to 200 characters.
 * Returns null for blank text.
 */
export function keptSubject(text: string): string | null {
  // Masks phone numbers before escaping invisible characters, because one may be between two digits.
  const masked = withoutPhones(text.normalize('NFKC').trim())
  const subject = [...visibleText(masked)].slice(0, subjectMax).join('')
  return subject === '' ? null : subject
}

function maskDigits(digits: string): string {
  const lastDigits = [...digits.replace(/\P{Nd}/gu, '')].slice(-digitsShown).join('')
  return `•••••${lastDigits}`
}
