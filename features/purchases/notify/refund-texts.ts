// Formats the texts of SMS about refunds and lost disputes. The subject of a queued message is
// `<purchase>/<attempt>/<card part>/<wallet part>`, with amounts in minor units.
import type { RefundTemplate } from '#features/messages/purchase-templates.ts'
import { amountIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'
import { minorToUnits } from '#values/money/money.ts'

export type RefundSubject = {
  readonly purchaseId: string
  readonly cardMinor: number
  readonly walletMinor: number
}

/** Parses the subject of a queued message. */
export function refundSubjectOf(subject: string): RefundSubject {
  const [purchaseId = '', , card, wallet] = subject.split('/')
  return { purchaseId, cardMinor: Number(card), walletMinor: Number(wallet) }
}

export type RefundMessageValues = {
  readonly language: Language
  readonly txId: string
  readonly currency: string
  readonly cardMinor: number
  readonly walletMinor: number
}

export function refundText(template: RefundTemplate, message: RefundMessageValues): string {
  const { language, txId: id, cardMinor, walletMinor } = message
  const sum = smsAmount(message, cardMinor)
  const wallet = smsAmount(message, walletMinor)
  switch (template) {
    case 'refund_sent':
      if (walletMinor === 0) return textIn(language, 'sms_refund_card', { id, sum })
      if (cardMinor === 0) return textIn(language, 'sms_refund_wallet', { id, sum: wallet })
      return textIn(language, 'sms_refund_both', { id, sum, wallet })
    case 'refund_failed':
      return textIn(language, 'sms_refund_failed', { id, sum })
    case 'refund_paid':
      return textIn(language, 'sms_refund_paid', { id, sum })
    case 'dispute_lost':
      return walletMinor === 0
        ? textIn(language, 'sms_dispute_lost', { id, sum })
        : textIn(language, 'sms_dispute_lost_wallet', { id, sum, wallet })
  }
}

/**
 * Formats an amount with plain spaces. The non-breaking spaces of number formats are outside the short
 * SMS alphabet and would halve the length of an SMS.
 */
export function smsAmount(
  { language, currency }: Pick<RefundMessageValues, 'language' | 'currency'>,
  minor: number,
): string {
  return amountIn(language, minorToUnits(minor), currency).replace(/[\u00a0\u202f]/g, ' ')
}
