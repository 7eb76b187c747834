// Names a programme: partners name their own, and the product's own has a text.
import { refundsProgramme } from '#values/lists/refunds-programme.ts'
import { welcomeProgramme } from '#values/lists/welcome-programme.ts'
import { texts } from '#web/texts.ts'

/** `name` is the wire's; a credit names its programme only by this. */
export function programmeName(name: string): string {
  if (name === refundsProgramme.name) return texts.wallet_refunds()
  return name === welcomeProgramme.name ? texts.wallet_welcome() : name
}
