// Declares the type of a kind of message: its templates, and the function that creates their texts.
// server/message-kinds.ts lists the kinds of all features.

import type { Database } from '#platform/database/database.ts'
import type { AcceptedKeys, NumberKeys } from '#platform/keys.ts'
import type { DueMessage } from './message-queries.ts'

export type MessageText = {
  /** Phone number in E.164. */
  readonly to: string
  readonly body: string
  /** Passport id of the buyer whose purchase the message is about; null for a code or a notice. */
  readonly causedBy: string | null
  /** Phone hash of the receiver of a code; absent for any other message. */
  readonly codeTo?: string
  /** The earliest time at which the message may leave; absent for one that may leave at any hour. */
  readonly notBefore?: Date
}

export type MessageSubject = Pick<DueMessage, 'template' | 'subject' | 'recipient'>

/** Services that the texts of messages depend on. */
export type TextServices = AcceptedKeys & {
  readonly db: Database
  readonly numbers: NumberKeys
  readonly settings: { readonly publicUrl: string }
}

export type MessageKind = {
  readonly templates: readonly string[]
  /** Returns the text from current data, or null if the message's subject no longer exists. */
  textOf(services: TextServices, message: MessageSubject): Promise<MessageText | null>
}
