// Declares a kind of message: its templates, and how their texts are made. The features give their
// kinds as a list (server/message-kinds.ts). Types only.

import type { Database } from '#platform/database/database.ts'
import type { AcceptedKeys, NumberKeys } from '#platform/keys.ts'
import type { DueMessage } from './message-queries.ts'

export type MessageText = {
  /** Phone number in E.164. */
  readonly to: string
  readonly body: string
  /** The buyer whose purchase the message is about; null for a code or a notice. */
  readonly causedBy: string | null
  /** The phone hash that a code is sent to; absent for any other message. */
  readonly codeTo?: string
}

export type MessageSubject = Pick<DueMessage, 'template' | 'subject' | 'recipient'>

/** The services that make texts. */
export type TextServices = AcceptedKeys & {
  readonly db: Database
  readonly numbers: NumberKeys
  readonly settings: { readonly publicUrl: string }
}

export type MessageKind = {
  readonly templates: readonly string[]
  /** Returns the present text, or null where its subject is gone. */
  textOf(services: TextServices, message: MessageSubject): Promise<MessageText | null>
}
