// Declares the words with which each kind of processing is in the record of processing (Article 30 GDPR,
// docs/record-of-processing.md).
import type { Period } from '#platform/database/period.ts'

/** Legal bases by their name, with their place in Article 6(1) GDPR. */
export const legalBases = {
  contract: 'contract (b)',
  'legal obligation': 'legal obligation (c)',
  'legitimate interest': 'legitimate interest (f)',
  consent: 'consent (a)',
} as const
export type LegalBasis = keyof typeof legalBases

/** Recipients of data, with what they are. */
export const recipients = {
  'SMS provider': 'delivers codes and messages, such as Twilio',
  'card provider': 'takes and refunds payments, such as Stripe',
  'wallet providers': 'Apple and Google, for users who add the pass',
  'receiver of a gift': 'the person whom a user gives a gift',
  programme: 'the partner that funds the wallet',
  public: 'readers of boards, certificates and the public log',
  'tax authority': 'on request, receipts and credit notes',
  'bank of a cardholder': 'in a dispute, evidence about the payment',
  'staff of the operator': 'by role, each read is in the audit trail',
} as const
export type Recipient = keyof typeof recipients

/** A period that the code keeps to, or the event that ends the storage, in words. */
export type KeptUntil = Period | string

export type Processing = {
  /** Categories of data. */
  readonly data: string
  readonly purpose: string
  readonly basis: LegalBasis
  readonly retention: readonly (readonly [data: string, until: KeptUntil])[]
  /** Recipients besides the operator's staff. */
  readonly recipients: readonly Recipient[]
}
