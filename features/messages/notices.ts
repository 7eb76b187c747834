// Messages about the passport itself, which its holder did not ask for: somebody signed in on a new
// device, the passport moved to another number, kilograms of it were replaced.
import { randomUUID } from 'node:crypto'
import type { Db } from '#platform/database/database.ts'
import { textIn } from '#texts/text-in.ts'
import { maskPhone } from '#values/text/phone-number.ts'
import type { MessageKind } from './message-kind.ts'
import { findNoticed } from './message-queries.ts'
import { type NoticeTemplate, noticeTemplates } from './notice-templates.ts'
import type { QueuedMessage } from './outbox.ts'
import { readerLanguage } from './reader-language.ts'

/** The number that a passport has now; any other recipient of a notice is a number itself. */
const holder = 'holder'

/** Told to the number of a passport that a session has begun on a device which it never had. */
export function newDeviceMessage(passportId: string, sessionId: string) {
  return {
    template: 'new_device',
    subject: `${passportId}/${sessionId}`,
    recipient: holder,
  } as const
}

/** Told to both numbers, the former one too: it may be a thief who moved the passport. */
export function movedMessages(passportId: string, formerPhone: string | null): QueuedMessage[] {
  const subject = `${passportId}/${randomUUID()}`
  const left = { template: 'number_left', subject } as const
  return [
    ...(formerPhone === null ? [] : [{ ...left, recipient: formerPhone }]),
    { template: 'number_taken', subject, recipient: holder },
  ]
}

/** Told to the number that a passport is to leave because the operator was asked to move it. */
export function movingMessage(passportId: string): QueuedMessage {
  const subject = `${passportId}/${randomUUID()}`
  return { template: 'number_moving', subject, recipient: holder }
}

/** Told once to each holder, however many purchases of the batch were replaced. */
export function replacedMessage(passportId: string, formerBatchId: string) {
  return {
    template: 'replaced',
    subject: `${passportId}/${formerBatchId}`,
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

/** The text of a notice and its number; null where its passport is gone. */
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
