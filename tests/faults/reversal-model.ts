// Models reversals of purchases in memory with little code: the oracle of the model test. It shares
// no code with the product. Amounts are minor units of the buyer's currency.

export type ModelPurchase = {
  /** It completed; otherwise it ended after its card was charged, and the charge goes back. */
  readonly isSold: boolean
  readonly kg: number
  readonly walletMinor: number
  readonly cardMinor: number
  /** The provider's own state. */
  readonly there: Returns
  /** The product's last read of it. */
  heard: Readonly<Returns>
  /** The product's decision: money and kilograms go back, or only the money. */
  decided: 'nothing' | 'whole' | 'money'
  /** The owed amount and its way back; `paid` means that no money is owed. */
  owed: 'nothing' | 'asked' | 'failed' | 'reinstated'
  /**
   * The amount paid in another way, the part of it that arrived twice, and the amount that a bank
   * returned.
   */
  paid: number
  twice: number
  reinstated: number
}

/** The outcome of a refund that the product requests. */
export type RefundEnd = 'succeeded' | 'pending' | 'failed'

type Returns = {
  refunded: number
  lost: number
  isDisputed: boolean
  /** The refund that the product requested, once it exists. */
  attempt: RefundEnd | null
  attemptMinor: number
}

export type Expected = {
  readonly reversal: 'none' | 'disputed' | 'refunding' | 'refunded' | 'refund_failed' | 'reinstated'
  readonly keepsKilograms: boolean
  readonly isWalletReturned: boolean
  readonly heldKg: number
  readonly returnedKg: number
  readonly accounts: Readonly<Record<string, number>>
}

export function newPurchase(kg: number, walletMinor: number, cardMinor: number): ModelPurchase {
  const nothing = (): Returns => ({
    refunded: 0,
    lost: 0,
    isDisputed: false,
    attempt: null,
    attemptMinor: 0,
  })
  const begun = { decided: 'nothing', owed: 'nothing', paid: 0, twice: 0, reinstated: 0 } as const
  return { isSold: true, kg, walletMinor, cardMinor, there: nothing(), heard: nothing(), ...begun }
}

/** A purchase that ended after its card was charged, and whose refund was requested once. */
export function newEnded(walletMinor: number, cardMinor: number, end: RefundEnd): ModelPurchase {
  const sold = newPurchase(0, walletMinor, cardMinor)
  const purchase: ModelPurchase = { ...sold, isSold: false, decided: 'whole', owed: 'asked' }
  settle(purchase, end)
  return purchase
}

const left = ({ cardMinor, paid }: ModelPurchase, { refunded, lost }: Returns) =>
  Math.max(0, cardMinor - refunded - lost - paid)

const dueOf = (purchase: ModelPurchase) =>
  purchase.decided === 'nothing' ? 0 : left(purchase, purchase.heard)

/** The amount that the provider could refund on its own page now. */
export function refundable({ cardMinor, there }: ModelPurchase): number {
  return there.isDisputed || there.lost > 0 ? 0 : cardMinor - there.refunded
}

/** The operator's refund; returns the reason for a refusal, or null. */
export function refund(
  purchase: ModelPurchase,
  keepsKilograms: boolean,
  provider: 'answers' | 'fails' | 'answer lost',
  end: RefundEnd,
): 'purchase_disputed' | null {
  if (purchase.decided === 'nothing' && purchase.heard.isDisputed) return 'purchase_disputed'
  if (purchase.decided === 'nothing') {
    purchase.decided = keepsKilograms ? 'money' : 'whole'
    if (dueOf(purchase) > 0) purchase.owed = 'asked'
  } else {
    hear(purchase)
    if (purchase.owed === 'failed' || purchase.owed === 'reinstated') {
      if (purchase.heard.isDisputed) return 'purchase_disputed'
      purchase.owed = 'asked'
      purchase.there.attempt = null
    }
  }
  if (purchase.owed === 'asked') {
    if (provider !== 'fails') requestRefund(purchase, end)
    if (provider === 'answers') hear(purchase)
  }
  return null
}

/** The operator pays in another way; returns the reason for a refusal, or null. */
export function payElsewhere(purchase: ModelPurchase): 'refused' | null {
  if (purchase.decided !== 'nothing') hear(purchase)
  const isOwed = purchase.owed === 'failed' || purchase.owed === 'reinstated'
  if (!isOwed || purchase.heard.isDisputed) return 'refused'
  purchase.paid += dueOf(purchase)
  purchase.owed = 'nothing'
  return null
}

/** The poll and the reconciler, until no work is left. */
export function settle(purchase: ModelPurchase, end: RefundEnd): void {
  if (purchase.cardMinor === 0) return
  hear(purchase)
  if (purchase.owed === 'asked') requestRefund(purchase, end)
  hear(purchase)
}

function requestRefund({ there, cardMinor }: ModelPurchase, end: RefundEnd): void {
  const minor = Math.max(0, cardMinor - there.lost - there.refunded)
  if (there.isDisputed || there.attempt !== null || minor === 0) return
  there.attempt = end
  there.attemptMinor = minor
  if (end !== 'failed') there.refunded += minor
}

/** Reads the payment's present state at the provider; idempotent. */
export function hear(purchase: ModelPurchase): void {
  const before = purchase.heard
  const dueBefore = dueOf(purchase)
  purchase.heard = { ...purchase.there }
  const { refunded, lost, attempt } = purchase.heard
  const isAllBack = purchase.decided === 'nothing' && refunded === purchase.cardMinor
  const isLostNow = lost > 0
  const wasOpen = purchase.decided === 'nothing'
  if (isLostNow || isAllBack) purchase.decided = 'whole'
  hearTwice(purchase, refunded - before.refunded, dueBefore)
  const due = dueOf(purchase)
  const owedMore = due - dueBefore
  const fromBank = before.lost - lost
  if (fromBank > 0) purchase.reinstated += Math.max(0, Math.min(fromBank, owedMore))
  else purchase.reinstated -= Math.max(0, Math.min(-fromBank, -owedMore, purchase.reinstated))
  if (due === 0) purchase.owed = 'nothing'
  else if (wasOpen) purchase.owed = 'asked'
  else if (purchase.owed === 'nothing' || (purchase.owed === 'asked' && hasEnded(attempt))) {
    const isReinstated = attempt !== 'failed' || purchase.owed === 'nothing'
    const isBank = fromBank > 0 && refunded >= before.refunded
    purchase.owed = isReinstated && isBank ? 'reinstated' : 'failed'
  } else if (purchase.owed === 'reinstated' && refunded < before.refunded) purchase.owed = 'failed'
}

const hasEnded = (attempt: RefundEnd | null) => attempt === 'failed' || attempt === 'succeeded'

function hearTwice(purchase: ModelPurchase, more: number, dueBefore: number): void {
  const { paid, twice } = purchase
  purchase.twice =
    more < 0
      ? Math.max(0, twice + more)
      : twice + Math.min(Math.max(0, more - dueBefore), paid - twice)
}

const reversals = {
  nothing: 'refunded',
  asked: 'refunding',
  failed: 'refund_failed',
  reinstated: 'reinstated',
} as const

/** The place of the purchase and its money after settlement. */
export function expected(purchase: ModelPurchase): Expected {
  const { isSold, kg, walletMinor, cardMinor, heard, decided, paid, twice, reinstated } = purchase
  const { refunded, lost, isDisputed } = heard
  const due = dueOf(purchase)
  const wallet = decided === 'nothing' ? 0 : walletMinor
  const isWhole = decided === 'whole'
  const given = refunded + due + paid + wallet - reinstated
  const end = reversals[purchase.owed]
  // The amount that a bank took beyond the owed one, if there is no sale to bear it.
  const beyond = refunded + lost + due + paid - twice - cardMinor
  return {
    reversal: decided === 'nothing' ? (isDisputed ? 'disputed' : 'none') : end,
    keepsKilograms: decided === 'money',
    isWalletReturned: decided !== 'nothing',
    heldKg: isWhole ? 0 : kg,
    returnedKg: isWhole ? kg : 0,
    accounts: {
      sales: isSold ? walletMinor + cardMinor - (isWhole ? given - twice : 0) : 0,
      goodwill: isWhole ? 0 - twice : 0 - given,
      chargebacks: isSold ? 0 - lost - reinstated : 0 - beyond,
      card_clearing: refunded + lost - cardMinor,
      refunds_due: due,
      bank: paid,
    },
  }
}
