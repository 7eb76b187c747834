// Defines the port to the SMS provider.
import type { SendPermit } from '#providers/sms/send-permit.ts'
import { RequestRefused } from '#providers/with-timeout.ts'

export type SmsMessage = {
  /** Identifies the message, so that a repeated send is recognised. */
  readonly key: string
  /** The permit, which contains the phone number. */
  readonly permit: SendPermit
  readonly body: string
  readonly template: string
  /** Time of the first attempt; null if no attempt can have reached the provider. */
  readonly triedSince: Date | null
}

/** The final status of a message that we sent. */
export type SmsOutcome = {
  readonly kind: 'delivered' | 'failed'
  /** The provider's id of the message. */
  readonly messageId: string
  /** The provider's reason, where it gives one. */
  readonly errorCode: string | null
}
/** A phone's answer: STOP, or START, which undoes it. `at` is by the provider's clock. */
export type SmsAnswer = {
  readonly kind: 'stopped' | 'started'
  /** The phone number, E.164. */
  readonly phone: string
  readonly at: Date
}
export type SmsEvent = SmsOutcome | SmsAnswer
/** An entry of the provider's list that is not of its documented shape. It may be an answer STOP. */
export type UnreadableSmsEvent = { readonly kind: 'unreadable' }
/**
 * The message id of a phone's answer, from a webhook. The message's time must be read from the provider,
 * and also its text if `answer` is missing.
 */
export type NamedAnswer = {
  readonly messageId: string
  /** The provider's interpretation of the text, which may be in any language. */
  readonly answer?: SmsAnswer['kind']
}
/** The event of a webhook. */
export type SmsReport =
  | SmsOutcome
  | (NamedAnswer & { readonly kind: 'answered' })
  | { readonly kind: 'nothing' }

/** Timeout of the list of messages, in milliseconds. The list has several pages. */
export const smsListTimeoutMs = 60_000

/** Timeout of a send, in milliseconds. */
export const smsTimeoutMs = 3_000
/** Timeout of the erasure of all messages of a phone number, in milliseconds. */
export const smsForgetTimeoutMs = 20_000

export type SmsProvider = {
  /**
   * Sends a message and resolves with the provider's id of it. Throws RecipientStopped if the phone has
   * answered STOP, and MessageRefused if the message can never be sent. After any other error it may
   * have been sent.
   */
  send(message: SmsMessage): Promise<{ readonly id: string }>
  /** Returns a phone's answer by its message; null if it is neither STOP nor START. */
  findAnswer(named: NamedAnswer): Promise<SmsAnswer | null>
  /** Returns the statuses of messages and the answers from phones since a time. */
  eventsSince(since: Date): Promise<readonly (SmsEvent | UnreadableSmsEvent)[]>
  /**
   * Erases the provider's messages to a phone number, and the named messages to other numbers.
   * Idempotent. Throws if some of them may remain.
   */
  forget(erased: SmsErasure): Promise<void>
  close(): Promise<void>
}

export type SmsErasure = {
  /** The phone number, E.164. */
  readonly phone: string
  /** The provider's ids of messages to other phone numbers. */
  readonly messageIds: readonly string[]
}

/**
 * The error of a message that the provider will never send: an invalid number, a region that the
 * account may not reach. A retry changes nothing.
 */
export class MessageRefused extends RequestRefused {
  override name = 'MessageRefused'
  /** The provider's own number for the reason, for the log. */
  readonly code: string

  constructor(code: string) {
    super(`the provider refused the message (${code})`)
    this.code = code
  }
}

/**
 * The error of a message to a phone that answered STOP (Twilio's error 21610). A retry changes
 * nothing until it answers START.
 */
export class RecipientStopped extends RequestRefused {
  override name = 'RecipientStopped'
}
