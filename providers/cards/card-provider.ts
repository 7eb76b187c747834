// The port to the card provider. Types only. Every step carries a key of the purchase, so that
// a repeat of a step is the same step; card numbers never pass through here, only tokens.
import type { Webhook } from '#platform/http/webhook.ts'

export type Authorisation =
  | { readonly status: 'authorised'; readonly paymentId: string }
  | { readonly status: 'action'; readonly paymentId: string; readonly action: CardAction }
  | { readonly status: 'declined'; readonly sentence: string }
  /** The token is unknown or used up: nothing was tried. */
  | { readonly status: 'bad_token' }

/** A step that the browser runs, such as 3-D Secure (contract 6). */
export type CardAction = { readonly type: string; readonly client_secret: string }

/** All of an authorisation but its card, which nobody keeps. */
export type SoughtStep = {
  readonly stepKey: string
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

/** What of a captured payment went back, or may; amounts in minor units of its currency. */
export type ReturnedPayment = {
  readonly capturedMinor: number
  readonly currency: string
  readonly refundedMinor: number
  readonly disputes: readonly Dispute[]
}

/** Something happened to a payment; what, the provider says when it is asked. */
export type CardEvent = {
  readonly id: string
  /** Null where it is about no payment. */
  readonly paymentId: string | null
}

export type CardProvider = {
  /** Where it tells of refunds and disputes; null where it tells nothing by itself. */
  readonly webhook: Webhook<CardEvent> | null
  /** Reserves the money. Throws when the outcome is unknown: ask `find` with the same key. */
  authorise(step: AuthoriseStep): Promise<Authorisation>
  /** Takes the reserved money; resolves with what the payment then is. */
  capture(step: PaymentStep): Promise<PaymentStatus>
  /** Lets the reserved money go. */
  void(step: PaymentStep): Promise<PaymentStatus>
  /** Gives back what is left of captured money. */
  refund(step: PaymentStep): Promise<PaymentStatus>
  /**
   * What became of an authorisation step; `none` where no card was tried. `paymentId`: as it was
   * answered, null where no answer came.
   */
  find(
    step: SoughtStep & { readonly paymentId: string | null },
  ): Promise<{ readonly status: PaymentStatus; readonly paymentId: string | null }>
  /** How much of a captured payment went back. Throws where there is no such payment. */
  findReturned(paymentId: string): Promise<ReturnedPayment>
  /** What happened since to refunds and disputes of all payments; at most 30 days back. */
  eventsSince(since: Date): Promise<readonly CardEvent[]>
  close(): Promise<void>
}

/** How long the list of events may take: it has pages. */
export const eventsTimeoutMs = 60_000

/** How long a payment call may take before its outcome counts as unknown. */
export const paymentTimeoutMs = 8_000
