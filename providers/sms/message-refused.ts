// The error of a message that the provider will never send: an invalid number, a region that the
// account may not reach. A retry changes nothing.

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
