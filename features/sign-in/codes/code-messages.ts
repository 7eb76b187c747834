// Creates the SMS of a one-time code (docs/product.md#one-time-codes).
import type { MessageKind, MessageText, TextServices } from '#features/messages/message-kind.ts'
import { readerLanguage } from '#features/messages/reader-language.ts'
import { codeTemplates, purposeOf } from '#values/lists/code-purposes.ts'
import { findMessageChallenge } from './challenge-queries.ts'
import { codeText } from './code-text.ts'
import { type CodeUse, codeOf } from './make-code.ts'

type CodeChallenge = {
  readonly challenge: string
  /** The language of the phone number's passport, or null. */
  readonly language: string | null
}

/** Returns the SMS of a challenge. */
export function codeMessage(
  { keys, numbers, settings }: Omit<TextServices, 'db'>,
  use: CodeUse,
  { challenge, language }: CodeChallenge,
): MessageText {
  const { phone, purpose } = use
  const code = codeOf(keys.code, use, challenge)
  const content = { language: readerLanguage(language, phone), purpose, code }
  const body = codeText(content, new URL(settings.publicUrl).hostname)
  return { to: phone, body, causedBy: null, codeTo: numbers.hashOf(phone) }
}

export const codeMessages: MessageKind = {
  templates: Object.values(codeTemplates),
  async textOf(services, { template, subject, recipient: phone }) {
    const purpose = purposeOf(template)
    if (purpose === undefined) return null
    const { db, numbers } = services
    const challenge = await findMessageChallenge(
      db,
      { phone, hash: numbers.hashOf(phone) },
      subject,
    )
    if (challenge === null) return null
    return codeMessage(services, { phone, purpose, passportId: challenge.passport_id }, challenge)
  },
}
