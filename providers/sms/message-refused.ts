// What a send throws when the provider will never take this message: no such number, a region that
// the account may not reach. Trying again changes nothing; nothing was sent.

import { RequestRefused } from '#providers/request-refused.ts'

export class MessageRefused extends RequestRefused {
  override name = 'MessageRefused'
  /** The provider's own number for the reason, for the log. */
  readonly code: string

  constructor(code: string) {
    super(`the provider refused the message (${code})`)
    this.code = code
  }
}
