// Computes the cost of a typed quantity of a batch, and its split between wallet and card. When the typing
// pauses, it requests the rate and the split from the server.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Batch } from '#features/catalogue/catalogue-calls.ts'
import { type PreviewReply, previewPayment } from '#features/wallet/wallet-calls.ts'
import { useRate } from '#features/wallet/web/use-rate.ts'
import { heldBalancePollMs } from '#features/wallet/web/use-wallet.ts'
import { ApiError, serverNow } from '#web/api/api.ts'
import { ask } from '#web/api/ask.ts'
import { readWholeNumber } from '#web/ui/forms/whole-number.ts'
import { batchTotal, figuresOf, isPurchasable, presetsFor, priceOf } from './figures.ts'

/** Milliseconds without typing before the wallet's preview is requested. */
const typingPauseMs = 300

/** The user's choice of quantity and payment. */
type Choice = { readonly kgText: string; readonly useWallet: boolean }
type Payer = { readonly phone: string; readonly currency: string }

/** A total and its currency. One state contains both, so that no preview mixes old and new values. */
type Price = { readonly total: number; readonly currency: string }

/** Returns the last price that did not change for `typingPauseMs`. */
function useStablePrice({ total, currency }: Price): Price {
  const [stablePrice, setStablePrice] = useState<Price>({ total, currency })
  useEffect(() => {
    const timer = setTimeout(() => setStablePrice({ total, currency }), typingPauseMs)
    return () => clearTimeout(timer)
  }, [total, currency])
  return stablePrice
}

/**
 * Returns the milliseconds until the next preview: until the quote expires (10 minutes), or a few seconds if
 * wallet money is held, because its release changes the balance. Returns false without a preview.
 */
function untilNextPreviewMs(preview: PreviewReply | undefined): number | false {
  if (preview === undefined) return false
  if (preview.wallet_held > 0) return heldBalancePollMs
  return Math.max(1_000, Date.parse(preview.expires_at) - serverNow())
}

/** First element of the query key of every preview. */
export const previewsKey = [previewPayment.id] as const

/** Requests how wallet and card would split a total at the current balance. */
function usePreview({ total, currency }: Price, payer: Payer, isShown: boolean) {
  const body = {
    phone: payer.phone,
    total_price: total,
    currency,
    user_currency: payer.currency,
  }
  return useQuery({
    queryKey: [...previewsKey, currency, total, payer.currency],
    queryFn: () => ask(previewPayment, { body }),
    enabled: isShown && total > 0,
    placeholderData: keepPreviousData,
    // Retries once if the server is overloaded or was not reached. After a refusal, the card pays everything.
    retry: (failures, error) =>
      failures < 1 && !(error instanceof ApiError && error.status !== 503),
    refetchInterval: ({ state }) => untilNextPreviewMs(state.data),
  })
}

/** Returns the cost of the choice. Sends no request while `batch` is undefined. */
export function useFigures(choice: Choice, batch: Batch | undefined, payer: Payer) {
  const kg = readWholeNumber(choice.kgText)
  const count = isPurchasable(kg) ? kg : 0
  const total = batch ? batchTotal(batch.price_per_kg, count) : 0
  const currency = batch?.currency ?? payer.currency
  const stablePrice = useStablePrice({ total, currency })
  const isForeign = currency !== payer.currency
  const rate = useRate(currency, payer.currency, isForeign && total > 0)
  const preview = usePreview(stablePrice, payer, total > 0)
  const isStable = stablePrice.total === total && stablePrice.currency === currency
  const isQuoted = preview.isSuccess && !preview.isPlaceholderData && isStable
  const newestPreview = preview.isError ? undefined : preview.data
  const rateValue = isForeign ? (rate.data?.rate ?? newestPreview?.rate) : 1
  const { useWallet } = choice
  const input = { kg: count, rate: rateValue, preview: newestPreview, isQuoted, useWallet }
  const figures =
    batch && count > 0 ? figuresOf({ ...input, pricePerKg: batch.price_per_kg }) : undefined
  const pricePerKg = batch?.price_per_kg ?? 0
  return {
    kg,
    figures,
    /** The preset quantities in kilograms, with their price in the buyer's currency. */
    presets: presetsFor({
      pricePerKg,
      rate: rateValue,
      preview: newestPreview,
      useWallet,
    }).map((each) => ({
      kg: each,
      price: batch ? priceOf(pricePerKg, each, rateValue) : undefined,
    })),
    /** The total in the batch's currency. */
    total,
    isForeign,
    rate: rate.data,
    /** Rate from the batch's currency to the buyer's. Undefined until it is known. */
    rateValue,
    rateFailed: isForeign && rateValue === undefined && rate.isError && !preview.isPending,
    preview: newestPreview,
    previewFailed: preview.isError && total > 0,
    retryPreview: () => void preview.refetch(),
    /** True while the server's figures of exactly this total are awaited. */
    isSettling: total > 0 && !isQuoted && !preview.isError,
  }
}

export type Cost = ReturnType<typeof useFigures>
