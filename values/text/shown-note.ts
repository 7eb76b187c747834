// Decides which part of a note others may see. Separate from shown-name.ts, whose lists of reserved names are
// too large for a page. Pure, for server and browser.
import { withoutContacts } from './free-text.ts'
import { withoutProfanity } from './profanity.ts'

/** Returns a user's note without addresses, phone numbers and insults. */
export function shownNote(text: string): string {
  return withoutProfanity(withoutContacts(text))
}

/** Returns the note as an SMS quotes it, after a blank; '' if no part of it may be seen. */
export function quotedNote(text: string): string {
  const shown = shownNote(text)
  return shown === '' ? '' : ` "${shown}"`
}
