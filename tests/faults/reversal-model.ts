// What taking purchases back should do, in memory and in as few words as possible: the oracle of the
// model test. It shares no code with the product. Amounts are minor units of the buyer's currency.

export type ModelPurchase = {
  readonly kg: number
  readonly walletMinor: number
  readonly cardMinor: number
  /** What the provider itself knows. */
  readonly there: Returns
  /** What the product has heard of it. */
  heard: Readonly<Returns>
  /** What the product decided: money and kilograms go back, or the money alone. */
  decided: 'nothing' | 'whole' | 'money'
}

type Returns = { refunded: number; lost: number; isDisputed: boolean }

export type Expected = {
  readonly reversal: 'none' | 'disputed' | 'refunding' | 'refunded'
  readonly keepsKilograms: boolean
  readonly isWalletReturned: boolean
  readonly heldKg: number
  readonly returnedKg: number
  readonly accounts: Readonly<Record<string, number>>
}

export function newPurchase(kg: number, walletMinor: number, cardMinor: number): ModelPurchase {
  const nothing = () => ({ refunded: 0, lost: 0, isDisputed: false })
  const there = nothing()
  return { kg, walletMinor, cardMinor, there, heard: nothing(), decided: 'nothing' }
}

const left = ({ cardMinor }: ModelPurchase, { refunded, lost }: Returns) =>
  Math.max(0, cardMinor - refunded - lost)

/** What the provider would give back on its own page now. */
export function refundable({ cardMinor, there }: ModelPurchase): number {
  return there.isDisputed || there.lost > 0 ? 0 : cardMinor - there.refunded
}

/** The operator's refund; answers what it is refused with, or null. */
export function refund(
  purchase: ModelPurchase,
  keepsKilograms: boolean,
  provider: 'answers' | 'fails' | 'answer lost',
): 'purchase_disputed' | null {
  const isOpen = purchase.decided !== 'nothing'
  if (!isOpen && purchase.heard.isDisputed) return 'purchase_disputed'
  if (!isOpen) purchase.decided = keepsKilograms ? 'money' : 'whole'
  if (left(purchase, purchase.heard) > 0) {
    if (provider !== 'fails') giveBack(purchase)
    if (provider === 'answers') hear(purchase)
  }
  return null
}

/** The poll and the reconciler, until nothing is left to do. */
export function settle(purchase: ModelPurchase): void {
  if (purchase.cardMinor === 0) return
  hear(purchase)
  if (purchase.decided !== 'nothing') giveBack(purchase)
  hear(purchase)
}

function giveBack({ there, cardMinor }: ModelPurchase): void {
  if (!there.isDisputed) there.refunded = Math.max(there.refunded, cardMinor - there.lost)
}

function hear(purchase: ModelPurchase): void {
  purchase.heard = { ...purchase.there }
  const { refunded, lost } = purchase.heard
  const isAllBack = purchase.decided === 'nothing' && refunded === purchase.cardMinor
  if (lost > 0 || isAllBack) purchase.decided = 'whole'
}

/** Where the purchase and its money stand once it is settled. */
export function expected(purchase: ModelPurchase): Expected {
  const { kg, walletMinor, cardMinor, heard, decided } = purchase
  const { refunded, lost, isDisputed } = heard
  const due = decided === 'nothing' ? 0 : left(purchase, heard)
  const wallet = decided === 'nothing' ? 0 : walletMinor
  const isWhole = decided === 'whole'
  const given = refunded + due + wallet
  const end = due > 0 ? 'refunding' : 'refunded'
  return {
    reversal: decided === 'nothing' ? (isDisputed ? 'disputed' : 'none') : end,
    keepsKilograms: decided === 'money',
    isWalletReturned: decided !== 'nothing',
    heldKg: isWhole ? 0 : kg,
    returnedKg: isWhole ? kg : 0,
    accounts: {
      sales: walletMinor + cardMinor - (isWhole ? given : 0),
      goodwill: isWhole ? 0 : 0 - given,
      chargebacks: 0 - lost,
      card_clearing: refunded + lost - cardMinor,
      refunds_due: due,
    },
  }
}
