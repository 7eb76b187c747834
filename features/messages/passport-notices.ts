// Creates the messages about a passport itself: a sign-in on a new device, a move to another phone number,
// replaced kilograms, changed passkeys.
import { randomUUID } from 'node:crypto'
import type { Db } from '#platform/database/database.ts'
import { textIn } from '#texts/text-in.ts'
import { maskPhone } from '#values/text/phone-number.ts'
import type { MessageKind } from './message-kind.ts'
import { findNoticed } from './message-queries.ts'
import { type NoticeTemplate, noticeTemplates } from './notice-templates.ts'
import type { QueuedMessage } from './outbox.ts'
import { readerLanguage } from './reader-language.ts'

/**
 * Recipient that means the passport's current phone number. Other recipients of notices are phone numbers.
 */
const holder = 'holder'

/** Returns the notice of a sign-in on a device that is new to the passport. */
export function newDeviceMessage(passportId: string, sessionId: string) {
  return {
    template: 'new_device',
    subject: `${passportId}/${sessionId}`,
    recipient: holder,
  } as const
}

/** Returns notices of a move to both phone numbers, because a thief may have moved the passport. */
export function movedMessages(passportId: string, previousPhone: string | null): QueuedMessage[] {
  const subject = `${passportId}/${randomUUID()}`
  const leftNotice = { template: 'number_left', subject } as const
  return [
    ...(previousPhone === null ? [] : [{ ...leftNotice, recipient: previousPhone }]),
    { template: 'number_taken', subject, recipient: holder },
  ]
}

/** Returns the notice to the current phone number that the operator was asked to move the passport. */
export function movingMessage(passportId: string): QueuedMessage {
  const subject = `${passportId}/${randomUUID()}`
  return { template: 'number_moving', subject, recipient: holder }
}

/** Returns the notice of a change of the passport's passkeys, because a thief may have made it. */
export function passkeyMessage(
  template: 'passkey_added' | 'passkey_removed' | 'passkey_ended',
  passportId: string,
): QueuedMessage {
  return { template, subject: `${passportId}/${randomUUID()}`, recipient: holder }
}

/** Returns the notice of replaced kilograms. Each holder gets one notice per batch. */
export function replacedMessage(passportId: string, replacedBatchId: string) {
  return {
    template: 'replaced',
    subject: `${passportId}/${replacedBatchId}`,
    recipient: holder,
  } as const
}

const isNotice = (template: string): template is NoticeTemplate =>
  noticeTemplates.some((each) => each === template)

export const noticeMessages: MessageKind = {
  templates: noticeTemplates,
  async textOf({ db, settings }, { template, subject, recipient }) {
    if (!isNotice(template)) return null
    const notice = await noticeText(db, settings.publicUrl, { template, subject, recipient })
    return notice && { ...notice, causedBy: null }
  },
}

/** Returns the text and phone number of a notice, or null if the passport has no phone number any more. */
async function noticeText(
  db: Db,
  publicUrl: string,
  message: {
    readonly template: NoticeTemplate
    readonly subject: string
    readonly recipient: string
  },
): Promise<{ readonly to: string; readonly body: string } | null> {
  const [passportId = '', sessionId = ''] = message.subject.split('/')
  const passport = await findNoticed(db, passportId, sessionId)
  if (passport === null || passport.phone === null) return null
  const to = message.recipient === holder ? passport.phone : message.recipient
  const language = readerLanguage(passport.language, to)
  const url = `${publicUrl}/app/settings`
  switch (message.template) {
    case 'new_device': {
      const names = [passport.browser, passport.system].filter((each) => each !== null)
      const device = names.join(', ') || textIn(language, 'sms_unknown_device')
      return { to, body: textIn(language, 'sms_new_device', { device, url }) }
    }
    case 'number_left':
      return { to, body: textIn(language, 'sms_number_left', { phone: maskPhone(passport.phone) }) }
    case 'number_moving': {
      const { moving_to } = passport
      if (moving_to === null) return null
      const values = { phone: maskPhone(moving_to), url: publicUrl }
      return { to, body: textIn(language, 'sms_number_moving', values) }
    }
    case 'number_taken':
      return { to, body: textIn(language, 'sms_number_taken', { url }) }
    case 'passkey_added':
      return { to, body: textIn(language, 'sms_passkey_added', { url }) }
    case 'passkey_removed':
      return { to, body: textIn(language, 'sms_passkey_removed', { url }) }
    case 'passkey_ended':
      return { to, body: textIn(language, 'sms_passkey_ended', { url }) }
    case 'replaced':
      return { to, body: textIn(language, 'sms_replaced', { url: `${publicUrl}/app` }) }
  }
}
