// Returns the part of a user's note that others may see, without addresses, phone numbers and
// insults. Pure.
import { withoutContacts } from './free-text.ts'
import { withoutProfanity } from './profanity.ts'

export function shownNote(text: string): string {
  return withoutProfanity(withoutContacts(text))
}
