// Models buying in memory with little code: the oracle of the model test. It shares no code with
// the product, not even its arithmetic.

export type Rate = { readonly up: bigint; readonly down: bigint }
export type ModelWallet = {
  readonly programmeId: string
  readonly currency: string
  balance: number
  held: number
}
export type ModelPerson = {
  readonly phone: string
  readonly currency: string
  /** In the order of their creation. */
  readonly wallets: ModelWallet[]
  kg: number
  declined: number
}
export type ModelBatch = {
  readonly currency: string
  readonly priceMicros: number
  available: number
  held: number
  sold: number
}
export type ModelState =
  | 'HELD'
  | 'READY'
  | 'ACTION'
  | 'COMPLETING'
  | 'COMPLETED'
  | 'FAILED'
  | 'EXPIRED'
export type ModelPurchase = {
  readonly buyer: ModelPerson
  readonly batch: ModelBatch
  readonly kg: number
  readonly cardMinor: number
  readonly parts: readonly { readonly wallet: ModelWallet; readonly minor: number }[]
  readonly giftTo: string | null
  readonly card: 'pays' | 'declined' | 'asks'
  state: ModelState
  /** Whether the payment reached the provider, and the buyer's answer to the bank. */
  atProvider: boolean
  bank: 'asked' | 'approved' | 'refused'
  /** Whether it failed because too many kilograms would have waited for the bank. */
  keptTooMuch: boolean
}
export type Refusal = {
  readonly refused:
    | 'rate_limited'
    | 'insufficient_stock'
    | 'too_many_reservations'
    | 'quote_changed'
    | 'card_minimum'
}

const minimums: Readonly<Record<string, number>> = { GBP: 30, USD: 50, EUR: 50, TRY: 2_000 }
/** Declined cards of one person in an hour. */
const declinesMax = 5

const kgOf = (purchases: readonly ModelPurchase[]) => purchases.reduce((sum, { kg }) => sum + kg, 0)
/** The part of the unsold stock that one person may hold. */
const shareOf = (kg: number) => Math.max(100, Math.floor(kg / 2))

export const isOpen = ({ state }: ModelPurchase) => ['HELD', 'READY', 'ACTION'].includes(state)

/** Half-even rounding. */
function nearest(up: bigint, down: bigint): number {
  const [whole, twice] = [up / down, (up % down) * 2n]
  const isUp = twice > down || (twice === down && whole % 2n === 1n)
  return Number(isUp ? whole + 1n : whole)
}

export class PurchaseModel {
  readonly people: ModelPerson[] = []
  readonly batches: ModelBatch[] = []
  readonly purchases: ModelPurchase[] = []
  /** Kilograms that wait for a number without a passport. */
  readonly waiting = new Map<string, number>()
  readonly rateOf: (from: string, to: string) => Rate

  constructor(rateOf: (from: string, to: string) => Rate) {
    this.rateOf = rateOf
  }

  total(batch: ModelBatch, kg: number, currency: string): number {
    const { up, down } = this.rateOf(batch.currency, currency)
    return Math.max(1, nearest(BigInt(batch.priceMicros) * BigInt(kg) * up, 10_000n * down))
  }

  /** The split of a total between wallets and card. */
  share(person: ModelPerson, total: number): { walletMinor: number; cardMinor: number } {
    const reach = this.#order(person).reduce((sum, wallet) => sum + this.#reach(person, wallet), 0)
    const most = total - (minimums[person.currency] ?? 0)
    const walletMinor = reach >= total ? total : Math.max(0, Math.min(reach, most))
    return { walletMinor, cardMinor: total - walletMinor }
  }

  /** Reserves, or returns the refusal. The card is not authorised yet. */
  reserve(
    order: Pick<ModelPurchase, 'buyer' | 'batch' | 'kg' | 'giftTo' | 'card'> & {
      readonly method: 'wallet' | 'card' | 'wallet+card'
    },
  ): ModelPurchase | Refusal {
    const { buyer, batch, kg, method } = order
    const asking = this.purchases.filter((each) => each.buyer === buyer && each.state === 'HELD')
    const isLimited = buyer.declined > 0 && buyer.declined + asking.length >= declinesMax
    if (method !== 'wallet' && isLimited) return { refused: 'rate_limited' }
    if (kg > batch.available) return { refused: 'insufficient_stock' }
    const own = this.purchases.filter((each) => each.buyer === buyer && each.batch === batch)
    const openKg = kgOf(own.filter(isOpen))
    const isScarce = kg > shareOf(batch.available + openKg) - openKg
    if (openKg > 0 && isScarce) return { refused: 'too_many_reservations' }
    const hasLapsed = own.some(({ state }) => state === 'EXPIRED')
    if (hasLapsed && isScarce) return { refused: 'insufficient_stock' }
    const total = this.total(batch, kg, buyer.currency)
    const shared = method === 'wallet+card' ? this.share(buyer, total).walletMinor : 0
    const walletMinor = method === 'wallet' ? total : shared
    const cardMinor = total - walletMinor
    if (cardMinor > 0 && cardMinor < (minimums[buyer.currency] ?? 0)) {
      return { refused: 'card_minimum' }
    }
    const parts = this.#take(buyer, walletMinor)
    if (parts === null) return { refused: 'quote_changed' }
    for (const { wallet, minor } of parts) {
      wallet.balance -= minor
      wallet.held += minor
    }
    batch.available -= kg
    batch.held += kg
    const state = cardMinor > 0 ? 'HELD' : 'READY'
    const { giftTo, card } = order
    const fresh = { atProvider: false, bank: 'asked', keptTooMuch: false } as const
    const purchase = { buyer, batch, kg, cardMinor, parts, giftTo, card, state, ...fresh } as const
    const kept: ModelPurchase = { ...purchase }
    this.purchases.push(kept)
    return kept
  }

  /** The provider's answer to the authorisation has arrived. */
  authorised(purchase: ModelPurchase): void {
    purchase.atProvider = true
    if (purchase.card === 'declined') this.#fail(purchase)
    else if (purchase.card === 'pays') purchase.state = 'READY'
    else if (this.#keepsTooMuch(purchase)) {
      purchase.keptTooMuch = true
      this.end(purchase, 'FAILED')
    } else purchase.state = 'ACTION'
  }

  #keepsTooMuch(purchase: ModelPurchase): boolean {
    const { buyer, batch, kg } = purchase
    const waiting = this.purchases.filter(
      (each) =>
        each !== purchase &&
        each.buyer === buyer &&
        each.batch === batch &&
        (each.state === 'HELD' || each.state === 'ACTION'),
    )
    const waitingKg = kgOf(waiting)
    return kg > shareOf(batch.available + waitingKg + kg) - waitingKg
  }

  /** The bank's refusal has arrived. */
  refusedByBank(purchase: ModelPurchase): void {
    this.#fail(purchase)
  }

  #fail(purchase: ModelPurchase): void {
    purchase.buyer.declined += 1
    this.end(purchase, 'FAILED')
  }

  complete(purchase: ModelPurchase): void {
    const { batch, kg, parts, giftTo, buyer } = purchase
    purchase.state = 'COMPLETED'
    batch.held -= kg
    batch.sold += kg
    for (const { wallet, minor } of parts) wallet.held -= minor
    const holder = giftTo === null ? buyer : this.people.find(({ phone }) => phone === giftTo)
    if (holder !== undefined) holder.kg += kg
    else if (giftTo !== null) this.waiting.set(giftTo, (this.waiting.get(giftTo) ?? 0) + kg)
  }

  end(purchase: ModelPurchase, state: 'FAILED' | 'EXPIRED'): void {
    const { batch, kg, parts } = purchase
    purchase.state = state
    batch.held -= kg
    batch.available += kg
    for (const { wallet, minor } of parts) {
      wallet.held -= minor
      wallet.balance += minor
    }
  }

  join(person: ModelPerson): void {
    person.kg = this.waiting.get(person.phone) ?? 0
    this.waiting.delete(person.phone)
    this.people.push(person)
  }

  #order({ wallets, currency }: ModelPerson): ModelWallet[] {
    const own = wallets.filter((wallet) => wallet.currency === currency)
    return [...own, ...wallets.filter((wallet) => wallet.currency !== currency)]
  }

  #reach({ currency }: ModelPerson, wallet: ModelWallet): number {
    const { up, down } = this.rateOf(wallet.currency, currency)
    return Number((BigInt(wallet.balance) * up) / down)
  }

  #take(person: ModelPerson, walletMinor: number) {
    const parts: { wallet: ModelWallet; minor: number }[] = []
    let missing = walletMinor
    for (const wallet of this.#order(person)) {
      const paid = Math.min(missing, this.#reach(person, wallet))
      if (paid === 0) continue
      const { up, down } = this.rateOf(wallet.currency, person.currency)
      parts.push({ wallet, minor: Number((BigInt(paid) * down + up - 1n) / up) })
      missing -= paid
    }
    return missing === 0 ? parts : null
  }
}
