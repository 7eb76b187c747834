// Computes the figures of the checkout: the server's where it has answered, else by the same rules.
// They are a preview; the reservation's own figures are charged (docs/product.md#reservation).
import type { PreviewReply } from '#features/wallet/wallet-calls.ts'
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
import type { paymentMethods } from '../../purchases-calls.ts'

export type PaymentMethod = (typeof paymentMethods)[number]

/** Amounts in units of the buyer's currency; null where no exchange rate is known. */
export type Figures = {
  readonly total: number | null
  readonly wallet: number
  readonly card: number | null
  readonly method: PaymentMethod
  /** Kilograms to add until the card part reaches its minimum; 0 where it already does. */
  readonly kgToCardMinimum: number
  /** Whether the wallet alone could pay everything, if it were used. */
  readonly walletCouldPay: boolean
}

/**
 * Returns whole kilograms, optionally grouped as the user's language writes them: `1000`, `1 000`,
 * and `1,000` or `1.000`, but never both. Null for any other text, such as 1.5.
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

/**
 * Whether a text is thousands to some users and a fraction to others, such as `1.500` in English.
 */
export function isUnclearKg(text: string, separator = groupSeparator()): boolean {
  return /^\d{1,3}([.,]\d{3})+$/.test(text.trim()) && readKg(text, separator) === null
}

/** Whether a purchase may have this many kilograms (docs/product.md#limits-of-a-purchase). */
export function isPurchasable(kg: number | null): kg is number {
  return kg !== null && kg >= 1 && kg <= purchaseMaxKg
}

/**
 * Reads an amount of money: returns `5`, `5.5` and `5,50` in minor units; null for any other text.
 */
export function readMoney(text: string): number | null {
  const match = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.replace(/[\s\p{Sc}]/gu, ''))
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/**
 * Returns the most kilograms that the minor units of the buyer's currency buy; null without a rate.
 */
export function kgFor(minor: number, pricePerKg: number, rate: number | undefined): number | null {
  const text = rateText(rate)
  if (text === undefined) return null
  return mostWalletKg(nearestMicros(pricePerKg), text, minor, purchaseMaxKg)
}

/** Returns price per kg times kg, in the batch's currency, exact to its micros. */
export function batchTotal(pricePerKg: number, kg: number): number {
  return microsToUnits(nearestMicros(pricePerKg) * kg)
}

/** Returns the cost of kilograms in the buyer's currency; undefined without a rate. */
export function priceOf(pricePerKg: number, kg: number, rate: number | undefined) {
  const text = rateText(rate)
  if (text === undefined) return undefined
  return minorToUnits(totalMinorOf(nearestMicros(pricePerKg), kg, text))
}

const presetsKg = [10, 50, 100, 1000] as const

type Presets = {
  readonly pricePerKg: number
  readonly rate: number | undefined
  /** The wallet's preview, where the wallet may pay. */
  readonly preview: PreviewReply | undefined
  readonly useWallet: boolean
}

/**
 * Returns the preset amounts, without those that are too little for a card and too much for the
 * wallet.
 */
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
  /** Rate from the batch's currency to the buyer's; 1 where they are the same. */
  readonly rate: number | undefined
  /** The wallet's newest preview, of this total or an earlier one; undefined without one. */
  readonly preview: PreviewReply | undefined
  /** Whether the preview is of exactly this total. */
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
