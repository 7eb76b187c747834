// Computes the figures of the checkout: the server's where it has answered, else by the same rules. They
// are a preview; the reservation's own figures are charged (docs/product.md#reservation).
import type { PreviewReply } from '#features/wallet/contract.ts'
import {
  microsToUnits,
  minorToUnits,
  nearestMicros,
  nearestMinor,
  rateText,
  totalMinorOf,
} from '#values/money/money.ts'
import { purchaseMaxKg } from '#values/money/order-limits.ts'
import { leastCardKg, mostWalletKg, walletShareOf } from '#values/money/payment-split.ts'
import { groupSeparator } from '#web/ui/number-format.ts'
import type { paymentMethods } from '../../contract.ts'

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

/**
 * Whole kilograms, or in groups as the person's language writes them: `1000`, `1 000`, and `1,000` or
 * `1.000`, but never both. Anything else, like 1.5, is null.
 */
export function readKg(text: string, separator = groupSeparator()): number | null {
  const trimmed = text.trim()
  const groups = trimmed
    .split(/['’\s]/)
    .join(separator)
    .split(separator)
  const isGrouped = groups.length > 1 && groups.every(isGroup)
  if (!isGrouped && !/^\d{1,9}$/.test(trimmed)) return null
  return Number(groups.join(''))
}

function isGroup(digits: string, place: number): boolean {
  return (place === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(digits)
}

/** Thousands to some people and a fraction to others, such as `1.500` in English: it is not guessed. */
export function isUnclearKg(text: string, separator = groupSeparator()): boolean {
  return /^\d{1,3}([.,]\d{3})+$/.test(text.trim()) && readKg(text, separator) === null
}

/** Whether a purchase may have so many kilograms (docs/product.md#limits-of-a-purchase). */
export function isPurchasable(kg: number | null): kg is number {
  return kg !== null && kg >= 1 && kg <= purchaseMaxKg
}

/** What one asks for by its price: `5`, `5.5` and `5,50` in minor units; anything else is null. */
export function readMoney(text: string): number | null {
  const match = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.replace(/[\s\p{Sc}]/gu, ''))
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** The most kilograms that so many minor units of the person's currency buy; null without a rate. */
export function kgFor(minor: number, pricePerKg: number, rate: number | undefined): number | null {
  const text = rateText(rate)
  if (text === undefined) return null
  return mostWalletKg(nearestMicros(pricePerKg), text, minor, purchaseMaxKg)
}

/** A price per kg times kg, in the batch's currency, exact to its micros. */
export function batchTotal(pricePerKg: number, kg: number): number {
  return microsToUnits(nearestMicros(pricePerKg) * kg)
}

/** What so many kilograms cost in the person's currency; undefined without a rate. */
export function priceOf(pricePerKg: number, kg: number, rate: number | undefined) {
  const text = rateText(rate)
  if (text === undefined) return undefined
  return minorToUnits(totalMinorOf(nearestMicros(pricePerKg), kg, text))
}

const presetsKg = [10, 50, 100, 1000] as const

type Presets = {
  readonly pricePerKg: number
  readonly rate: number | undefined
  /** Of the wallet, where it may pay. */
  readonly preview: PreviewReply | undefined
  readonly useWallet: boolean
}

/** The amounts to choose from: none that is too little for a card and too much for the wallet. */
export function presetsFor({ pricePerKg, rate, preview, useWallet }: Presets): readonly number[] {
  const text = rateText(rate)
  if (text === undefined) return presetsKg
  const priceMicros = nearestMicros(pricePerKg)
  const minimum = nearestMinor(preview?.card_minimum ?? 0)
  const reach = useWallet ? nearestMinor(preview?.wallet_total ?? 0) : 0
  const leastKg = leastCardKg(priceMicros, text, minimum, purchaseMaxKg) ?? 1
  const isPayable = (kg: number) => kg >= leastKg || totalMinorOf(priceMicros, kg, text) <= reach
  const presets = presetsKg.map((kg) => (isPayable(kg) ? kg : leastKg))
  return [...new Set(presets)].sort((one, other) => one - other)
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

const unknown: Figures = {
  total: null,
  wallet: 0,
  card: null,
  method: 'card',
  kgToCardMinimum: 0,
  walletCouldPay: false,
}

export function figuresOf({ pricePerKg, kg, preview, isQuoted, ...question }: Question): Figures {
  const rate = rateText(question.rate)
  if (rate === undefined) return unknown
  const priceMicros = nearestMicros(pricePerKg)
  const totalMinor = totalMinorOf(priceMicros, kg, rate)
  const reach = nearestMinor(preview?.wallet_total ?? 0)
  const minimum = nearestMinor(preview?.card_minimum ?? 0)
  const { walletMinor, cardMinor } =
    preview && isQuoted && question.useWallet
      ? quotedSplit(preview)
      : expectedSplit(totalMinor, question.useWallet ? reach : 0, minimum)
  const isTooLittle = cardMinor > 0 && cardMinor < minimum
  const leastKg = isTooLittle ? leastCardKg(priceMicros, rate, minimum, purchaseMaxKg) : kg
  return {
    total: minorToUnits(walletMinor + cardMinor),
    wallet: minorToUnits(walletMinor),
    card: minorToUnits(cardMinor),
    method: cardMinor === 0 ? 'wallet' : walletMinor === 0 ? 'card' : 'wallet+card',
    kgToCardMinimum: (leastKg ?? purchaseMaxKg) - kg,
    walletCouldPay: reach >= totalMinor,
  }
}

function quotedSplit(preview: PreviewReply) {
  const walletMinor = nearestMinor(preview.wallet_used)
  return { walletMinor, cardMinor: nearestMinor(preview.card_needed) }
}

function expectedSplit(totalMinor: number, reachMinor: number, minimumMinor: number) {
  const walletMinor = walletShareOf(totalMinor, reachMinor, minimumMinor)
  return { walletMinor, cardMinor: totalMinor - walletMinor }
}
