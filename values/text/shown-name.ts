// Decides which names a person may show to others, on boards, in messages and elsewhere. Pure.
import { cleanText, holdsContacts, withoutContacts } from './free-text.ts'
import { skeleton } from './look-alikes.ts'
import { withoutProfanity } from './profanity.ts'

/** Names that imitate the product. A name must not contain `product` or equal one of `reserved`. */
const product = skeleton('Carbon Passport')
const reserved = new Set(
  [
    ['Admin', 'Administrator', 'Moderator', 'Official', 'Operator', 'Root', 'Security', 'Staff'],
    ['Support', 'Customer Support', 'Customer Service', 'Help', 'Helpdesk', 'Service', 'System'],
    ['Team', 'Welcome', 'Somebody', 'No reply', 'Bank', 'Stripe', 'Twilio', 'Apple', 'Google'],
    ['Kundendienst', 'Kundenservice', 'Klantenservice', 'Assistenza', 'Destek', 'Soporte'],
  ]
    .flat()
    .map(skeleton),
)
/** The board's name for a person without one, which no person may choose. */
const member = /^member\s*\d+$/iu

/**
 * Whether a name is visible, contains no address and no phone number, and is neither the product's
 * name nor an insult in any spelling.
 */
export function isFitName(name: string): boolean {
  const ownSkeleton = skeleton(name)
  const clean = cleanText(name)
  return (
    /\p{L}/u.test(clean) &&
    clean === name.normalize('NFC').trim() &&
    !holdsContacts(name) &&
    withoutProfanity(name) === name &&
    !ownSkeleton.includes(product) &&
    !reserved.has(ownSkeleton) &&
    !member.test(name)
  )
}

/**
 * Returns the part of a user's note that others may see, without addresses, phone numbers and
 * insults. Pure.
 */
export function shownNote(text: string): string {
  return withoutProfanity(withoutContacts(text))
}
