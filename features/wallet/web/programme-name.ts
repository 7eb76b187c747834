// What a programme is called: partners name their own, and the product's own has a text.
import { refundsProgramme } from '#values/lists/refunds-programme.ts'
import { welcomeProgramme } from '#values/lists/welcome-programme.ts'
import { texts } from '#web/texts.ts'

/** `name` as the wire has it; a credit names its programme by this alone. */
export function programmeName(name: string): string {
  if (name === refundsProgramme.name) return texts.wallet_refunds()
  return name === welcomeProgramme.name ? texts.wallet_welcome() : name
}
