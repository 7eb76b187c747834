// Composes the SMS about a monthly plan: the one three days before a run, and the one when the product pauses
// the plan.
import { randomUUID } from 'node:crypto'
import type { MessageKind } from '#features/messages/message-kind.ts'
import type { QueuedMessage } from '#features/messages/outbox.ts'
import { type PlanTemplate, planTemplates } from '#features/messages/plan-templates.ts'
import { readerLanguage } from '#features/messages/reader-language.ts'
import { smsAmount } from '#features/purchases/notify/refund-texts.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'
import type { StopReason } from '#values/lists/plans.ts'
import { findPlanMessage, type MessagePlan } from './plans-queries.ts'

/** Returns a message to a plan's owner, about a run where it names a period. Each call returns another message. */
export const planMessage = (
  template: PlanTemplate,
  { id, passport_id }: { readonly id: string; readonly passport_id: string },
  period = '',
): QueuedMessage => ({
  template,
  subject: `${passport_id}/${id}/${randomUUID()}${period === '' ? '' : `/${period.slice(0, 7)}`}`,
  recipient: 'holder',
})

export const planMessages: MessageKind = {
  templates: planTemplates,
  async textOf({ db, settings }, { template, subject }) {
    const [, planId = '', , period = ''] = subject.split('/')
    const plan = await findPlanMessage(db, planId)
    if (plan === null || plan.phone === null) return null
    const language = readerLanguage(plan.language, plan.phone)
    const path = period === '' ? 'plans' : `plans/${planId}/${period}`
    const body = textOf(template)(language, plan, `${settings.publicUrl}/app/${path}`)
    return body === null ? null : { to: plan.phone, body, causedBy: null }
  },
}

function textOf(template: string) {
  switch (template) {
    case 'plan_paused':
      return pausedText
    case 'plan_confirm':
      return confirmText
    default:
      return upcomingText
  }
}

/** Returns the message that the bank wants the owner. Null if its owner has stopped the plan since. */
export function confirmText(
  language: Language,
  { state }: Pick<MessagePlan, 'state'>,
  url: string,
): string | null {
  return state === 'active' ? textIn(language, 'sms_plan_confirm', { url }) : null
}

/** The text of each reason. The owner's own pause, and a restored database, cause no message. */
const reasonTexts = {
  declined: 'sms_plan_declined',
  insufficient_stock: 'sms_plan_insufficient_stock',
  insufficient_wallet: 'sms_plan_insufficient_wallet',
  card_missing: 'sms_plan_card_missing',
  amount_too_small: 'sms_plan_amount_too_small',
  not_offered: 'sms_plan_not_offered',
  currency_changed: 'sms_plan_currency_changed',
  disputed: 'sms_plan_disputed',
  refunded: 'sms_plan_refunded',
  blocked: 'sms_plan_blocked',
} as const satisfies Record<StopReason, string>

/** Returns the message that the product paused a plan. Null if its owner has changed that since. */
export function pausedText(
  language: Language,
  { pause_reason }: Pick<MessagePlan, 'pause_reason'>,
  url: string,
): string | null {
  if (pause_reason === null || pause_reason === 'paused' || pause_reason === 'restored') return null
  const reason = textIn(language, reasonTexts[pause_reason])
  return textIn(language, 'sms_plan_paused', { reason, url })
}

/** Returns the message before a run. Null if its owner has stopped the plan since. */
export function upcomingText(
  language: Language,
  {
    state,
    next_run_at,
    amount_minor,
    currency,
  }: Pick<MessagePlan, 'state' | 'next_run_at' | 'amount_minor' | 'currency'>,
  url: string,
): string | null {
  if (state !== 'active' || next_run_at === null) return null
  const day = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(next_run_at)
  const sum = smsAmount({ language, currency }, amount_minor)
  return textIn(language, 'sms_plan_upcoming', { sum, day, url })
}
