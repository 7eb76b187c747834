// Decides which names a person may show to others, on boards, in messages and elsewhere. Pure.
import { cleanText, holdsContacts } from './free-text.ts'
import { isOfOneScript } from './one-script.ts'
import { withoutProfanity } from './profanity.ts'
import { isReservedName } from './reserved-names.ts'

/**
 * Returns true if a name is visible, of one script, without an address or a phone number, and neither
 * reserved nor an insult (docs/product.md#names).
 */
export function isFitName(name: string): boolean {
  const clean = cleanText(name)
  return (
    /\p{L}/u.test(clean) &&
    clean === name.normalize('NFC').trim() &&
    isOfOneScript(clean) &&
    !holdsContacts(name) &&
    withoutProfanity(name) === name &&
    !isReservedName(name)
  )
}
