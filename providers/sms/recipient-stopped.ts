// What a send throws when the receiver has told the provider to stop (STOP; Twilio's error 21610).
// Trying again changes nothing until they start again.

import { RequestRefused } from '#providers/request-refused.ts'

export class RecipientStopped extends RequestRefused {
  override name = 'RecipientStopped'
}
