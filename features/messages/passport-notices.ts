// Makes the messages about the passport itself: a sign-in on a new device, a move to another
// number, replaced kilograms.
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
 * Recipient for the passport's present number. Any other recipient of a notice is a number itself.
 */
const holder = 'holder'

/** Returns the notice of a session on a device that is new to the passport. */
export function newDeviceMessage(passportId: string, sessionId: string) {
  return {
    template: 'new_device',
    subject: `${passportId}/${sessionId}`,
    recipient: holder,
  } as const
}

/** Returns the notices of a move to both numbers, because a thief may have moved the passport. */
export function movedMessages(passportId: string, previousPhone: string | null): QueuedMessage[] {
  const subject = `${passportId}/${randomUUID()}`
  const left = { template: 'number_left', subject } as const
  return [
    ...(previousPhone === null ? [] : [{ ...left, recipient: previousPhone }]),
    { template: 'number_taken', subject, recipient: holder },
  ]
}

/** Returns the notice to the present number that the operator was asked to move the passport. */
export function movingMessage(passportId: string): QueuedMessage {
  const subject = `${passportId}/${randomUUID()}`
  return { template: 'number_moving', subject, recipient: holder }
}

/** Returns the notice of replaced kilograms, once per holder and batch. */
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

/** Returns the text and number of a notice; null where its passport is gone. */
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
  const noticed = await findNoticed(db, passportId, sessionId)
  if (noticed === null || noticed.phone === null) return null
  const to = message.recipient === holder ? noticed.phone : message.recipient
  const language = readerLanguage(noticed.language, to)
  const url = `${publicUrl}/app/settings`
  switch (message.template) {
    case 'new_device': {
      const names = [noticed.browser, noticed.system].filter((each) => each !== null)
      const device = names.join(', ') || textIn(language, 'sms_unknown_device')
      return { to, body: textIn(language, 'sms_new_device', { device, url }) }
    }
    case 'number_left':
      return { to, body: textIn(language, 'sms_number_left', { phone: maskPhone(noticed.phone) }) }
    case 'number_moving': {
      const { moving_to } = noticed
      if (moving_to === null) return null
      const words = { phone: maskPhone(moving_to), url: publicUrl }
      return { to, body: textIn(language, 'sms_number_moving', words) }
    }
    case 'number_taken':
      return { to, body: textIn(language, 'sms_number_taken', { url }) }
    case 'replaced':
      return { to, body: textIn(language, 'sms_replaced', { url: `${publicUrl}/app` }) }
  }
}
