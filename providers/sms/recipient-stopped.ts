// The error of a message to a phone that answered STOP (Twilio's error 21610). A retry changes
// nothing until it answers START.

import { RequestRefused } from '#providers/request-refused.ts'

export class RecipientStopped extends RequestRefused {
  override name = 'RecipientStopped'
}
