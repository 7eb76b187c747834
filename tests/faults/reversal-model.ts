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
  /** Sums of refunds in part: kilograms, card money, and wallet money in the currency of the purchase. */
  partKg: number
  partMinor: number
  partWallet: number
  /** True if the refund of the last part failed. */
  isPartFailed: boolean
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
  /** Numbers of refunds that the product requested, and of those that are pending. */
  made: number
  pending: number
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
    ...{ attempt: null, attemptMinor: 0, made: 0, pending: 0 },
  })
  const begun = { decided: 'nothing', owed: 'nothing', paid: 0, twice: 0, reinstated: 0 } as const
  const parts = { partKg: 0, partMinor: 0, partWallet: 0, isPartFailed: false }
  const purchase = { isSold: true, kg, walletMinor, cardMinor, there: nothing(), heard: nothing() }
  return { ...purchase, ...begun, ...parts }
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

function dueOf(purchase: ModelPurchase): number {
  const { decided, heard, partMinor, paid } = purchase
  if (decided !== 'nothing') return left(purchase, heard)
  return Math.max(0, partMinor - heard.refunded - heard.lost - paid)
}

/** The amount that the provider could refund on its own page now. */
export function refundable({ cardMinor, there }: ModelPurchase): number {
  return there.isDisputed || there.lost > 0 ? 0 : cardMinor - there.refunded
}

/** How the provider meets a request. */
export type ProviderAnswer = 'answers' | 'fails' | 'answer lost'

/** The operator's refund; returns the reason for a refusal, or null. */
export function refund(
  purchase: ModelPurchase,
  keepsKilograms: boolean,
  provider: ProviderAnswer,
  end: RefundEnd,
): 'purchase_disputed' | 'refund_pending' | null {
  if (purchase.partKg > 0) hear(purchase)
  if (purchase.decided === 'nothing' && purchase.heard.isDisputed) return 'purchase_disputed'
  if (purchase.isPartFailed) {
    purchase.isPartFailed = false
    purchase.there.attempt = null
    askProvider(purchase, provider, end)
    return null
  }
  if (purchase.decided === 'nothing') {
    if (dueOf(purchase) > 0) return 'refund_pending'
    purchase.decided = keepsKilograms ? 'money' : 'whole'
    if (purchase.partKg > 0) purchase.there.attempt = null
    if (dueOf(purchase) > 0) purchase.owed = 'asked'
  } else {
    hear(purchase)
    if (purchase.owed === 'failed' || purchase.owed === 'reinstated') {
      if (purchase.heard.isDisputed) return 'purchase_disputed'
      purchase.owed = 'asked'
      purchase.there.attempt = null
    }
  }
  if (purchase.owed === 'asked') askProvider(purchase, provider, end)
  return null
}

function askProvider(purchase: ModelPurchase, provider: ProviderAnswer, end: RefundEnd): void {
  if (purchase.cardMinor === 0) return
  if (provider !== 'fails') requestRefund(purchase, end)
  if (provider === 'answers') hear(purchase)
}

/** Returns what `kg` of the kilograms cost, half-even, at most what earlier parts left. */
export function worthOf({ kg, walletMinor, cardMinor, ...parts }: ModelPurchase, part: number) {
  const total = walletMinor + cardMinor
  const [whole, rest] = [Math.floor((total * part) / kg), (total * part) % kg]
  const isUp = 2 * rest > kg || (2 * rest === kg && whole % 2 === 1)
  return Math.min(whole + (isUp ? 1 : 0), total - parts.partMinor - parts.partWallet)
}

/** Returns why the newest `kg` kilograms cannot go back, or null. Reads the payment after an earlier part. */
export function refusalOfPart(purchase: ModelPurchase, kg: number): string | null {
  if (purchase.decided !== 'nothing' || purchase.partKg > 0) hear(purchase)
  if (purchase.decided === 'nothing' && purchase.heard.isDisputed) return 'purchase_disputed'
  if (purchase.decided !== 'nothing') return 'purchase_refunded'
  if (purchase.isPartFailed) return 'part_owed'
  if (dueOf(purchase) > 0) return 'refund_pending'
  return kg > purchase.kg - purchase.partKg ? 'too_many_kilograms' : null
}

/** A part that the product did not refuse goes back, with this money by card and to the wallets. */
export function takePart(
  purchase: ModelPurchase,
  part: { readonly kg: number; readonly cardMinor: number; readonly walletMinor: number },
  provider: ProviderAnswer,
  end: RefundEnd,
): void {
  if (purchase.partKg > 0) purchase.there.attempt = null
  purchase.partKg += part.kg
  purchase.partMinor += part.cardMinor
  purchase.partWallet += part.walletMinor
  if (dueOf(purchase) > 0) askProvider(purchase, provider, end)
}

/** The operator pays in another way; returns the reason for a refusal, or null. */
export function payElsewhere(purchase: ModelPurchase): 'refused' | null {
  if (purchase.decided !== 'nothing' || purchase.partKg > 0) hear(purchase)
  const { owed, isPartFailed, heard } = purchase
  const isOwed = owed === 'failed' || owed === 'reinstated' || isPartFailed
  if (!isOwed || heard.isDisputed || heard.pending > 0) return 'refused'
  purchase.paid += dueOf(purchase)
  purchase.owed = 'nothing'
  purchase.isPartFailed = false
  return null
}

/** The poll and the reconciler, until no work is left. */
export function settle(purchase: ModelPurchase, end: RefundEnd): void {
  if (purchase.cardMinor === 0) return
  hear(purchase)
  const { owed, decided, isPartFailed } = purchase
  const isPartAsked = decided === 'nothing' && dueOf(purchase) > 0 && !isPartFailed
  if (owed === 'asked' || isPartAsked) requestRefund(purchase, end)
  hear(purchase)
}

function requestRefund(purchase: ModelPurchase, end: RefundEnd): void {
  const { there, cardMinor, decided, partMinor, paid } = purchase
  const most = Math.max(0, cardMinor - there.lost - there.refunded)
  // The rest of the payment goes back at once, unless a part of it was paid in another way.
  const isOfDue = decided === 'nothing' || (partMinor > 0 && paid > 0)
  const minor = isOfDue ? Math.min(most, dueOf(purchase)) : most
  if (there.isDisputed || there.attempt !== null || minor === 0) return
  there.attempt = end
  there.attemptMinor = minor
  there.made += 1
  if (end === 'pending') there.pending += 1
  if (end !== 'failed') there.refunded += minor
}

/** Reads the payment's present state at the provider; idempotent. */
export function hear(purchase: ModelPurchase): void {
  if (purchase.cardMinor === 0) return
  const before = purchase.heard
  const dueBefore = dueOf(purchase)
  purchase.heard = { ...purchase.there }
  const { refunded, lost, attempt } = purchase.heard
  // Rounding may leave kilograms without card money: they stay.
  const isUsedUp = purchase.partKg > 0 && purchase.partMinor >= purchase.cardMinor
  const isAllBack =
    purchase.decided === 'nothing' && left(purchase, purchase.heard) === 0 && !isUsedUp
  const isLostNow = lost > 0
  const wasOpen = purchase.decided === 'nothing'
  if (isLostNow || isAllBack) purchase.decided = 'whole'
  hearTwice(purchase, refunded - before.refunded, dueBefore)
  const due = dueOf(purchase)
  const owedMore = due - dueBefore
  const fromBank = before.lost - lost
  if (fromBank > 0) purchase.reinstated += Math.max(0, Math.min(fromBank, owedMore))
  else purchase.reinstated -= Math.max(0, Math.min(-fromBank, -owedMore, purchase.reinstated))
  if (purchase.decided === 'nothing') {
    const isFailed = purchase.isPartFailed || hasEnded(attempt) || due > dueBefore
    purchase.isPartFailed = due > 0 && isFailed
    return
  }
  purchase.isPartFailed = false
  if (wasOpen && purchase.partKg > 0) purchase.there.attempt = null
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
  const { partKg, partMinor, partWallet } = purchase
  const due = dueOf(purchase)
  const wallet = decided === 'nothing' ? partWallet : walletMinor
  const isWhole = decided === 'whole'
  const given = refunded + due + paid + wallet - reinstated
  // Sales bear the money of kilograms that went back, and goodwill any other.
  const taken = isWhole ? given - twice : partMinor + partWallet
  const end = reversals[purchase.owed]
  // The amount that a bank took beyond the owed one, if there is no sale to bear it.
  const beyond = refunded + lost + due + paid - twice - cardMinor
  return {
    reversal: decided === 'nothing' ? (isDisputed ? 'disputed' : 'none') : end,
    keepsKilograms: decided === 'money',
    isWalletReturned: decided !== 'nothing',
    heldKg: isWhole ? 0 : kg - partKg,
    returnedKg: isWhole ? kg : partKg,
    accounts: {
      sales: isSold ? walletMinor + cardMinor - taken : 0,
      goodwill: isWhole ? 0 - twice : taken - given,
      chargebacks: isSold ? 0 - lost - reinstated : 0 - beyond,
      card_clearing: refunded + lost - cardMinor,
      refunds_due: due,
      bank: paid,
    },
  }
}
