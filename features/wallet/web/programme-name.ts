// Returns the name of a programme: the partner's name for it, or a text for the product's own.
import { refundsProgramme } from '#values/lists/refunds-programme.ts'
import { welcomeProgramme } from '#values/lists/welcome-programme.ts'
import { texts } from '#web/texts.ts'

/** `name` is the wire's name, the only field by which a credit identifies its programme. */
export function programmeName(name: string): string {
  if (name === refundsProgramme.name) return texts.wallet_refunds()
  return name === welcomeProgramme.name ? texts.wallet_welcome() : name
}
