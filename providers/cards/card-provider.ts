// Defines the port to the card provider. Every step carries a key of the purchase, so that a repeat
// is the same step. Tokens pass here, never card numbers.
export type Authorisation =
  | { readonly status: 'authorised'; readonly paymentId: string; readonly chargeId?: string }
  | { readonly status: 'action'; readonly paymentId: string; readonly action: CardAction }
  | { readonly status: 'declined'; readonly sentence: string }
  /** The token is unknown or used: no card was tried. */
  | { readonly status: 'bad_token' }

/** A step that the browser runs, such as 3-D Secure (docs/product.md#reservation). */
export type CardAction = { readonly type: string; readonly client_secret: string }

/** An authorisation without its card, which is never kept. */
export type SoughtStep = {
  readonly stepKey: string
  /** The purchase's id as its buyer knows it: shown on the provider's pages and the card's statement. */
  readonly txId: string
  readonly amountMinor: number
  readonly currency: string
}
export type AuthoriseStep = SoughtStep & { readonly cardToken: string }
export type PaymentStep = { readonly stepKey: string; readonly paymentId: string }

export type PaymentStatus =
  | 'none'
  | 'declined'
  | 'action'
  | 'authorised'
  | 'captured'
  | 'voided'
  | 'refunded'

/** A cardholder's bank wants money back; `won` leaves it with us, `lost` does not. */
export type Dispute = {
  readonly id: string
  readonly amountMinor: number
  readonly outcome: 'open' | 'won' | 'lost'
}

/**
 * The present state of a refund. A cancelled one has failed; one that waits for an action is
 * pending.
 */
export type RefundReport = {
  readonly id: string
  /** The step that it was made for; null where it was made on the provider's page. */
  readonly stepKey: string | null
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly amountMinor: number
  readonly createdAt: Date
}

/** The returned part of a captured payment; amounts in minor units of its currency. */
export type ReturnedPayment = {
  readonly capturedMinor: number
  readonly currency: string
  /** The amount that was or will be refunded. It falls again when a refund fails. */
  readonly refundedMinor: number
  readonly refunds: readonly RefundReport[]
  readonly disputes: readonly Dispute[]
}

/** A dispute as the provider describes it, for people. `Dispute` has its cost. */
export type DisputeReport = {
  readonly id: string
  /** The provider's own word. */
  readonly status: string
  /** `closed`: a bank's inquiry that became no dispute. */
  readonly outcome: 'open' | 'won' | 'lost' | 'closed'
  readonly reason: string | null
  readonly amountMinor: number
  readonly currency: string
  readonly openedAt: Date
  /** The deadline of evidence; null where no evidence is expected. */
  readonly dueAt: Date | null
}

/** A card network expects a dispute, since the cardholder or the bank reported fraud. */
export type FraudWarning = {
  readonly id: string
  /** The provider's own word. */
  readonly kind: string
  readonly warnedAt: Date
}

/** The details of a payment for support. */
export type PaymentReport = {
  readonly chargeIds: readonly string[]
  readonly refundIds: readonly string[]
  readonly disputes: readonly DisputeReport[]
  readonly fraudWarnings: readonly FraudWarning[]
  readonly card: { readonly brand: string; readonly lastFour: string } | null
}

/** The payment that an id of the provider's belongs to. */
export type NamedPayment = {
  readonly paymentId: string
  /** The step that the payment was made for; null where the provider does not say. */
  readonly stepKey: string | null
}

/** A hint that a payment has changed. The payment's state is then read from the provider. */
export type CardEvent = {
  readonly id: string
  /** Null where it is about no payment, or names its charge only. */
  readonly paymentId: string | null
  /** The charge, for an event that names its charge instead of its payment; null without one. */
  readonly chargeId?: string | null
}

export type FoundPayment = {
  readonly status: PaymentStatus
  readonly paymentId: string | null
  readonly chargeId?: string
}

export type CardProvider = {
  /** Reserves the money. Throws when the outcome is unknown: ask `find` with the same key. */
  authorise(step: AuthoriseStep): Promise<Authorisation>
  /** Captures the reserved money and resolves with the payment's status. */
  capture(step: PaymentStep): Promise<PaymentStatus>
  /** Releases the reserved money. */
  void(step: PaymentStep): Promise<PaymentStatus>
  /**
   * Refunds the rest of captured money and resolves with the payment's status: `refunded` also
   * while the refund is pending, `captured` where it failed at once or was refused.
   */
  refund(step: PaymentStep): Promise<PaymentStatus>
  /**
   * Finds the outcome of an authorisation step; `none` where no card was tried. `paymentId` is the
   * answered one, null where no answer came.
   */
  find(step: SoughtStep & { readonly paymentId: string | null }): Promise<FoundPayment>
  /** How much of a captured payment went back. Throws where there is no such payment. */
  findReturned(paymentId: string): Promise<ReturnedPayment>
  /** Disputes, fraud warnings, card and ids of a payment; empty where there is no such payment. */
  readReport(paymentId: string): Promise<PaymentReport>
  /**
   * Finds the payment of a payment's, charge's, refund's, dispute's or warning's id; null where
   * there is none.
   */
  findNamed(id: string): Promise<NamedPayment | null>
  /** Returns the refunds and disputes of all payments since a time, at most 30 days ago. */
  eventsSince(since: Date): Promise<readonly CardEvent[]>
  close(): Promise<void>
}

/** How long the list of events may take: it has pages. */
export const eventsTimeoutMs = 60_000

/** How long a payment call may take before its outcome counts as unknown. */
export const paymentTimeoutMs = 8_000
