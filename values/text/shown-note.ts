// What of a person's own words may be shown to others: nothing that leads them somewhere or calls them
// names. Pure.
import { withoutContacts } from './free-text.ts'
import { withoutProfanity } from './profanity.ts'

/** Without addresses, numbers to call and insults. */
export function shownNote(text: string): string {
  return withoutProfanity(withoutContacts(text))
}
