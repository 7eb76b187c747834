// What a programme is called: partners name their own, and the product's own has a text.

import { welcomeProgramme } from '#values/welcome-programme.ts'
import { texts } from '#web/texts.ts'

/** `name` as the wire has it; a credit names its programme by this alone. */
export function programmeName(name: string): string {
  return name === welcomeProgramme.name ? texts.wallet_welcome() : name
}
