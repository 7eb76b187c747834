// Words the kinds of cases of the desk.
import type { CaseKind } from '#features/console/desk/desk-calls.ts'

type Words = { readonly name: string; readonly tone: 'bad' | 'warn' | 'plain' }

export const kindWords = {
  dispute: { name: 'Dispute', tone: 'bad' },
  refund_failed: { name: 'Refund failed', tone: 'bad' },
  reinstated: { name: 'Owed after a dispute', tone: 'bad' },
  refund_pending: { name: 'Refund hangs', tone: 'bad' },
  fraud_warning: { name: 'Fraud warning', tone: 'warn' },
  dispute_at_bank: { name: 'Dispute at the bank', tone: 'plain' },
  refund_under_way: { name: 'Refund under way', tone: 'plain' },
} as const satisfies Record<CaseKind, Words>
