// Defines the port to the card provider. Every step has a key that is derived from the purchase, so that a
// repeated step has no second effect. Calls contain card tokens, never card numbers.
export type Authorisation =
  | {
      readonly status: 'authorised'
      readonly paymentId: string
      readonly chargeId?: string
      readonly card?: PaidCard
    }
  | { readonly status: 'action'; readonly paymentId: string; readonly action: CardAction }
  | {
      readonly status: 'declined'
      readonly sentence: string
      /** True if the bank wants the cardholder to confirm a payment that was made without them. */
      readonly isCardholderNeeded?: true
    }
  /** The token is unknown or used; no card was charged. */
  | { readonly status: 'bad_token' }

/** The card of a payment. `country` is its issuer's, of two letters; null if the provider does not say. */
export type PaidCard = {
  readonly brand: string
  readonly lastFour: string
  readonly country: string | null
}

/** A step that the browser runs, such as 3-D Secure (docs/product.md#reservation). */
export type CardAction = { readonly type: string; readonly client_secret: string }

/** An authorisation step without its card token, which is never stored. */
export type StoredStep = {
  readonly stepKey: string
  /** The purchase's id as the buyer sees it, also on the provider's pages and the card statement. */
  readonly txId: string
  readonly amountMinor: number
  readonly currency: string
}
/**
 * The customer of a kept card. `keep` keeps the token's card at the customer if it is authorised. The others
 * charge the kept card, `off_session` without the cardholder.
 */
export type CardCustomer = {
  readonly customerId: string
  readonly use: 'keep' | 'on_session' | 'off_session'
}
export type AuthoriseStep = StoredStep & {
  /** A token, or the `methodId` of a kept card. */
  readonly cardToken: string
  readonly customer?: CardCustomer
}

/** A card that the provider keeps for later payments. */
export type KeptCard = {
  /** The provider's id of the card, with which its customer pays. */
  readonly methodId: string
  /** Equal for all tokens of one card number. */
  readonly fingerprint: string
  readonly brand: string
  readonly lastFour: string
  readonly expMonth: number
  readonly expYear: number
}
export type PaymentStep = { readonly stepKey: string; readonly paymentId: string }
/** A refund. Null or absent `amountMinor`: the rest of the payment. A step keeps its amount. */
export type RefundStep = PaymentStep & { readonly amountMinor?: number | null }

export const paymentStatuses = [
  'declined',
  'action',
  'authorised',
  'captured',
  'voided',
  'refunded',
] as const
export type PaymentStatus = 'none' | (typeof paymentStatuses)[number]

/**
 * A dispute, in which a cardholder's bank demands the money back. After `won` we keep the money, after
 * `lost` the bank keeps it.
 */
export type Dispute = {
  readonly id: string
  readonly amountMinor: number
  readonly outcome: 'open' | 'won' | 'lost'
  /** When the provider last moved its money; absent if the provider does not say. */
  readonly movedAt?: Date
}

/**
 * The current state of a refund. A cancelled refund counts as failed. A refund that waits for an action
 * counts as pending.
 */
export type RefundReport = {
  readonly id: string
  /** The step that requested it; null for a refund from the provider's dashboard. */
  readonly stepKey: string | null
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly amountMinor: number
  readonly createdAt: Date
}

/** The returned part of a captured payment; amounts in minor units of its currency. */
export type ReturnedPayment = {
  readonly capturedMinor: number
  readonly currency: string
  /** The amount that was or will be refunded. It decreases when a refund fails. */
  readonly refundedMinor: number
  readonly refunds: readonly RefundReport[]
  readonly disputes: readonly Dispute[]
}

/** The provider's description of a dispute, for people. `Dispute` has its amount. */
export type DisputeReport = {
  readonly id: string
  /** The provider's own word. */
  readonly status: string
  /** `closed`: an inquiry of the bank that did not become a dispute. */
  readonly outcome: 'open' | 'won' | 'lost' | 'closed'
  readonly reason: string | null
  readonly amountMinor: number
  readonly currency: string
  readonly openedAt: Date
  /** The deadline of evidence; null where no evidence is expected. */
  readonly dueAt: Date | null
}

/**
 * A fraud warning: the card network expects a dispute, because the cardholder or the bank reported
 * fraud.
 */
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
  readonly card: PaidCard | null
}

/** The payment that one of the provider's ids belongs to. */
export type NamedPayment = {
  readonly paymentId: string
  /** The step that created the payment; null if the provider does not return it. */
  readonly stepKey: string | null
}

/** A notification that a payment may have changed. The payment's state is then read from the provider. */
export type CardEvent = {
  readonly id: string
  /** The payment's id; null if the event is about no payment, or only names its charge. */
  readonly paymentId: string | null
  /** The charge's id, for an event that names its charge instead of its payment; else null. */
  readonly chargeId?: string | null
}

export type FoundPayment = {
  readonly status: PaymentStatus
  readonly paymentId: string | null
  readonly chargeId?: string
  readonly card?: PaidCard
}

export type CardProvider = {
  /**
   * Reserves the money. Throws if the outcome is unknown; the caller then calls `find` with the same
   * key.
   */
  authorise(step: AuthoriseStep): Promise<Authorisation>
  /** Captures the reserved money and resolves with the payment's status. */
  capture(step: PaymentStep): Promise<PaymentStatus>
  /** Releases the reserved money. */
  void(step: PaymentStep): Promise<PaymentStatus>
  /**
   * Refunds the rest or a part of a captured payment. Resolves with `refunded` even while the refund is
   * pending, with `captured` if it failed, was refused, or is a repeated refund of a part.
   */
  refund(step: RefundStep): Promise<PaymentStatus>
  /**
   * Finds the payment of an authorisation step and its status. `none`: there is no payment, or no card
   * was tried yet. `paymentId` is the id that `authorise` returned, or null if it returned none.
   */
  find(step: StoredStep & { readonly paymentId: string | null }): Promise<FoundPayment>
  /** Returns the refunds and disputes of a captured payment. Throws if it does not exist. */
  findReturned(paymentId: string): Promise<ReturnedPayment>
  /** Returns disputes, fraud warnings, card and ids of a payment; empty if it does not exist. */
  readReport(paymentId: string): Promise<PaymentReport>
  /**
   * Finds the payment that an id of a payment, charge, refund, dispute or warning belongs to; null if
   * there is none.
   */
  findNamed(id: string): Promise<NamedPayment | null>
  /** Returns the events of refunds and disputes since a time, which is at most 30 days ago. */
  eventsSince(since: Date): Promise<readonly CardEvent[]>
  /**
   * Creates a customer for one kept card, without any data of its person, and returns its id. A repeat of
   * the step within a day returns the same id.
   */
  openCustomer(stepKey: string): Promise<string>
  /** Returns the card that a customer keeps, or null. */
  findKeptCard(customerId: string): Promise<KeptCard | null>
  /** Deletes a customer with its card. Idempotent. */
  forgetCustomer(customerId: string): Promise<void>
  close(): Promise<void>
}

/** Timeout of a call that creates a customer, in milliseconds. The buyer waits for it before the payment. */
export const customerTimeoutMs = 3_000

/** Timeout of the list of events, in milliseconds. The list has several pages. */
export const eventsTimeoutMs = 60_000

/** Timeout of a payment call, in milliseconds. After it the outcome is unknown. */
export const paymentTimeoutMs = 8_000
