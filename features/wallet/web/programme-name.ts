// Returns the displayed name of a programme: a text for the product's own programmes, otherwise the
// partner's name.
import { refundsProgramme } from '#values/lists/refunds-programme.ts'
import { welcomeProgramme } from '#values/lists/welcome-programme.ts'
import { texts } from '#web/texts.ts'

/** `name` is the name on the wire, because a credit has no programme id. */
export function programmeName(name: string): string {
  if (name === refundsProgramme.name) return texts.wallet_refunds()
  return name === welcomeProgramme.name ? texts.wallet_welcome() : name
}
