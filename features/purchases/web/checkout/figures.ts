// Computes the figures that the checkout shows, from the server's preview, or by the same rules until the
// preview arrives. The reservation computes the charged figures again (docs/product.md#reservation).
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
import { plainFigures, readWholeNumber } from '#web/ui/forms/whole-number.ts'
import { groupSeparator } from '#web/ui/number-format.ts'
import type { paymentMethods } from '../../purchases-calls.ts'

export type PaymentMethod = (typeof paymentMethods)[number]

/** Amounts are in units of the buyer's currency. Null means that the exchange rate is unknown. */
export type Figures = {
  readonly total: number | null
  readonly wallet: number
  readonly card: number | null
  readonly method: PaymentMethod
  /** Kilograms to add until the card part reaches the provider's minimum, or 0. */
  readonly kgToCardMinimum: number
  /** True if the wallet could pay the whole total, even if the user does not use it. */
  readonly walletCouldPay: boolean
}

/**
 * Returns true for a number with a point or comma that other languages read as thousands, such as `1.500`
 * in English.
 */
export function isUnclearKg(text: string, separator = groupSeparator()): boolean {
  return (
    /^\d{1,3}([.,]\d{3})+$/.test(plainFigures(text)) && readWholeNumber(text, separator) === null
  )
}

/** Returns true if a purchase may have this quantity (docs/product.md#limits-of-a-purchase). */
export function isPurchasable(kg: number | null): kg is number {
  return kg !== null && kg >= 1 && kg <= purchaseMaxKg
}

/**
 * Returns the kilograms for `minor` units of the buyer's currency, or null without a rate. `isLimited` is true if the
 * money would buy more than one purchase may have.
 */
export function kgFor(
  minor: number,
  pricePerKg: number,
  rate: number | undefined,
): { readonly kg: number; readonly isLimited: boolean } | null {
  const text = rateText(rate)
  if (text === undefined) return null
  const kg = mostWalletKg(nearestMicros(pricePerKg), text, minor, purchaseMaxKg + 1)
  return { kg: Math.min(kg, purchaseMaxKg), isLimited: kg > purchaseMaxKg }
}

/** Returns the price of kilograms in the batch's currency, exact to a millionth of a unit. */
export function batchTotal(pricePerKg: number, kg: number): number {
  return microsToUnits(nearestMicros(pricePerKg) * kg)
}

/** Returns the price of kilograms in the buyer's currency, or undefined without a rate. */
export function priceOf(pricePerKg: number, kg: number, rate: number | undefined) {
  const text = rateText(rate)
  if (text === undefined) return undefined
  return minorToUnits(totalMinorOf(nearestMicros(pricePerKg), kg, text))
}

const presetsKg = [10, 50, 100, 1000] as const

type PresetInput = {
  readonly pricePerKg: number
  readonly rate: number | undefined
  /** The wallet's preview. Undefined if the wallet cannot pay or the preview is unknown. */
  readonly preview: PreviewReply | undefined
  readonly useWallet: boolean
}

/**
 * Returns the preset quantities. A preset that is too little for the card and too much for the wallet is
 * replaced by the smallest quantity for the card.
 */
export function presetsFor({
  pricePerKg,
  rate,
  preview,
  useWallet,
}: PresetInput): readonly number[] {
  const text = rateText(rate)
  if (text === undefined) return presetsKg
  const priceMicros = nearestMicros(pricePerKg)
  const minimumMinor = nearestMinor(preview?.card_minimum ?? 0)
  const reachMinor = useWallet ? nearestMinor(preview?.wallet_total ?? 0) : 0
  const leastKg = leastCardKg(priceMicros, text, minimumMinor, purchaseMaxKg) ?? 1
  const isPayable = (kg: number) =>
    kg >= leastKg || totalMinorOf(priceMicros, kg, text) <= reachMinor
  const presets = presetsKg.map((kg) => (isPayable(kg) ? kg : leastKg))
  return [...new Set(presets)].sort((one, other) => one - other)
}

type FiguresInput = {
  readonly pricePerKg: number
  readonly kg: number
  /** Rate from the batch's currency to the buyer's; 1 if they are equal. Undefined until it is known. */
  readonly rate: number | undefined
  /** The newest preview, which may be of an earlier total. */
  readonly preview: PreviewReply | undefined
  /** True if the preview is of exactly this total. */
  readonly isQuoted: boolean
  readonly useWallet: boolean
}

const unknownFigures: Figures = {
  total: null,
  wallet: 0,
  card: null,
  method: 'card',
  kgToCardMinimum: 0,
  walletCouldPay: false,
}

/** Returns the figures of the preview if it is of this total. Otherwise computes the figures. */
export function figuresOf({ pricePerKg, kg, preview, isQuoted, ...input }: FiguresInput): Figures {
  const rate = rateText(input.rate)
  if (rate === undefined) return unknownFigures
  const priceMicros = nearestMicros(pricePerKg)
  const totalMinor = totalMinorOf(priceMicros, kg, rate)
  const reachMinor = nearestMinor(preview?.wallet_total ?? 0)
  const minimumMinor = nearestMinor(preview?.card_minimum ?? 0)
  const { walletMinor, cardMinor } =
    preview && isQuoted && input.useWallet
      ? quotedSplit(preview)
      : expectedSplit(totalMinor, input.useWallet ? reachMinor : 0, minimumMinor)
  const isTooLittle = cardMinor > 0 && cardMinor < minimumMinor
  const leastKg = isTooLittle ? leastCardKg(priceMicros, rate, minimumMinor, purchaseMaxKg) : kg
  return {
    total: minorToUnits(walletMinor + cardMinor),
    wallet: minorToUnits(walletMinor),
    card: minorToUnits(cardMinor),
    method: cardMinor === 0 ? 'wallet' : walletMinor === 0 ? 'card' : 'wallet+card',
    kgToCardMinimum: (leastKg ?? purchaseMaxKg) - kg,
    walletCouldPay: reachMinor >= totalMinor,
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
