// The port to the SMS provider. Types only.
import type { SendPermit } from '#providers/sms/send-permit.ts'

export type SmsMessage = {
  /** Makes a repeated send recognisable at the far side. */
  readonly key: string
  /** Names the number. */
  readonly permit: SendPermit
  readonly body: string
  readonly template: string
  /** When the message was first to be sent; null while no try of it can have arrived. */
  readonly triedSince: Date | null
}

/** How long a send may take, milliseconds. */
export const smsTimeoutMs = 3_000

export type SmsProvider = {
  /**
   * Resolves with the provider's id of the message. Throws RecipientStopped (recipient-stopped.ts)
   * where the phone has answered STOP, MessageRefused (message-refused.ts) where it can never be
   * sent, any other error where it was not, or may not have been, sent.
   */
  send(message: SmsMessage): Promise<{ readonly id: string }>
  close(): Promise<void>
}
