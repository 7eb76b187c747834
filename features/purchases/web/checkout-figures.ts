// The figures of the checkout, before the server fixes them: pure arithmetic over integers. What is
// shown here is only a preview; the reservation's own figures are what is paid (contract 6).
import type { PreviewReply } from '#features/wallet/contract.ts'
import { minorToUnits, nearestMinor, totalMinorOf, unitsToMicros } from '#values/money.ts'
import type { paymentMethods } from '../contract.ts'

export type PaymentMethod = (typeof paymentMethods)[number]

/** Amounts in units of the person's currency; null where no exchange rate is known. */
export type Figures = {
  readonly total: number | null
  readonly wallet: number
  readonly card: number | null
  readonly method: PaymentMethod
  /** Kilograms to add until a card may pay; 0 where it may already. */
  readonly kgToCardMinimum: number
  /** The wallet alone could pay all, if it were used. */
  readonly walletCouldPay: boolean
}

/** Contract 6, the same as in contract.ts, whose schemas do not belong into a browser. */
export const purchaseMaxKg = 10_000
const microsPerUnit = 1_000_000

/** Whole kilograms in groups or not: `1000`, `1,000`, `1 000`. Anything else, like 1.5, is null. */
export function readKg(text: string): number | null {
  const trimmed = text.trim()
  const grouped = /^\d{1,3}(?:[.,'’\s]\d{3})+$/.test(trimmed)
  if (!grouped && !/^\d{1,9}$/.test(trimmed)) return null
  return Number(trimmed.replace(/\D/g, ''))
}

/** Specification 5 and contract 6: 1 to 10,000 kg a purchase. */
export function isPurchasable(kg: number | null): kg is number {
  return kg !== null && kg >= 1 && kg <= purchaseMaxKg
}

/** A price per kg times kg, in the batch's currency, exact to its micros. */
export function batchTotal(pricePerKg: number, kg: number): number {
  return (Math.round(pricePerKg * microsPerUnit) * kg) / microsPerUnit
}

/** The wire's number as decimal text; undefined where it is no rate. */
function rateText(rate: number): string | undefined {
  const text = rate < 1e-6 ? rate.toFixed(16) : String(rate)
  return /^\d{1,12}(\.\d{1,24})?$/.test(text) && rate > 0 ? text : undefined
}

type Question = {
  readonly pricePerKg: number
  readonly kg: number
  /** From the batch's currency to the person's; 1 where they are one. */
  readonly rate: number | undefined
  /** The newest answer of the wallet, of this total or an earlier one; undefined without any. */
  readonly preview: PreviewReply | undefined
  /** The preview is of exactly this total. */
  readonly isQuoted: boolean
  readonly useWallet: boolean
}

export function figuresOf(question: Question): Figures {
  const { preview, useWallet, isQuoted } = question
  const totalMinor = totalOf(question, question.kg)
  if (totalMinor === null) {
    const method = 'card'
    return { total: null, wallet: 0, card: null, method, kgToCardMinimum: 0, walletCouldPay: false }
  }
  const quoted = isQuoted && useWallet ? preview : undefined
  const reach = preview === undefined ? 0 : nearestMinor(preview.wallet_total)
  const minimum = preview === undefined ? 0 : nearestMinor(preview.card_minimum)
  const walletMinor =
    quoted === undefined
      ? shareOf(totalMinor, useWallet ? reach : 0, minimum)
      : nearestMinor(quoted.wallet_used)
  const cardMinor =
    quoted === undefined ? totalMinor - walletMinor : nearestMinor(quoted.card_needed)
  return {
    total: minorToUnits(walletMinor + cardMinor),
    wallet: minorToUnits(walletMinor),
    card: minorToUnits(cardMinor),
    method: cardMinor === 0 ? 'wallet' : walletMinor === 0 ? 'card' : 'wallet+card',
    kgToCardMinimum: cardMinor > 0 && cardMinor < minimum ? kgMissing(question, minimum) : 0,
    walletCouldPay: reach >= totalMinor,
  }
}

/** The server's own rule (wallet-split.ts): the card part reaches its minimum, or is nothing. */
function shareOf(totalMinor: number, reachMinor: number, minimumMinor: number): number {
  if (reachMinor >= totalMinor) return totalMinor
  return Math.max(0, Math.min(reachMinor, totalMinor - minimumMinor))
}

function totalOf({ pricePerKg, rate }: Question, kg: number): number | null {
  const micros = unitsToMicros(pricePerKg) ?? Math.round(pricePerKg * microsPerUnit)
  const text = rate === undefined ? undefined : rateText(rate)
  return text === undefined ? null : totalMinorOf(micros, kg, text)
}

/** Kilograms to add until the total reaches the card's least amount. */
function kgMissing(question: Question, minimumMinor: number): number {
  const { pricePerKg, rate = 1, kg } = question
  let needed = Math.max(kg + 1, Math.floor(minimumMinor / 100 / (pricePerKg * rate)))
  while (needed < purchaseMaxKg && (totalOf(question, needed) ?? 0) < minimumMinor) needed += 1
  while (needed > kg + 1 && (totalOf(question, needed - 1) ?? 0) >= minimumMinor) needed -= 1
  return needed - kg
}
