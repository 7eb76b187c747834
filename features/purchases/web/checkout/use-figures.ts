// Computes the cost of a batch and a typed quantity, and its payers. It requests rate and wallet
// split from the server without blocking the typing, and drops requests for totals no longer shown.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Batch } from '#features/catalogue/catalogue-calls.ts'
import { type PreviewReply, previewPayment } from '#features/wallet/wallet-calls.ts'
import { useRate } from '#features/wallet/web/use-rate.ts'
import { askAgainWhileHeldMs } from '#features/wallet/web/use-wallet.ts'
import { ApiError, serverNow } from '#web/api/api.ts'
import { ask } from '#web/api/ask.ts'
import { batchTotal, figuresOf, isPurchasable, presetsFor, priceOf, readKg } from './figures.ts'

/** Milliseconds without typing before the wallet's preview is requested. */
const restMs = 300

/** The fields for quantity and payment. */
type Chosen = { readonly kgText: string; readonly useWallet: boolean }
type Payer = { readonly phone: string; readonly currency: string }

/** A total with its currency, so that the wallet is never asked in the wrong currency. */
type Price = { readonly total: number; readonly currency: string }

function useRested({ total, currency }: Price): Price {
  const [rested, setRested] = useState<Price>({ total, currency })
  useEffect(() => {
    const timer = setTimeout(() => setRested({ total, currency }), restMs)
    return () => clearTimeout(timer)
  }, [total, currency])
  return rested
}

/**
 * Milliseconds until the next preview. A quote lives 10 minutes; a partly held balance may change
 * any time.
 */
function untilNextPreviewMs(known: PreviewReply | undefined): number | false {
  if (known === undefined) return false
  if (known.wallet_held > 0) return askAgainWhileHeldMs
  return Math.max(1_000, Date.parse(known.expires_at) - serverNow())
}

/** Prefix of every quote's query key. */
export const previewsKey = [previewPayment.id] as const

/** Returns the wallet's split of a total, by its present balance. */
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
    // An overloaded server is asked once more; a refusal leaves the card to pay at once.
    retry: (failures, error) =>
      failures < 1 && !(error instanceof ApiError && error.status !== 503),
    refetchInterval: ({ state }) => untilNextPreviewMs(state.data),
  })
}

/**
 * Returns the figures. `batch` is undefined while no batch is chosen or shown; no request is sent
 * then.
 */
export function useFigures(chosen: Chosen, batch: Batch | undefined, payer: Payer) {
  const kg = readKg(chosen.kgText)
  const count = isPurchasable(kg) ? kg : 0
  const total = batch ? batchTotal(batch.price_per_kg, count) : 0
  const currency = batch?.currency ?? payer.currency
  const rested = useRested({ total, currency })
  const isForeign = currency !== payer.currency
  const rate = useRate(currency, payer.currency, isForeign && total > 0)
  const preview = usePreview(rested, payer, total > 0)
  const isRested = rested.total === total && rested.currency === currency
  const isQuoted = preview.isSuccess && !preview.isPlaceholderData && isRested
  const known = preview.isError ? undefined : preview.data
  const rateValue = isForeign ? (rate.data?.rate ?? known?.rate) : 1
  const { useWallet } = chosen
  const question = { kg: count, rate: rateValue, preview: known, isQuoted, useWallet }
  const figures =
    batch && count > 0 ? figuresOf({ ...question, pricePerKg: batch.price_per_kg }) : undefined
  const pricePerKg = batch?.price_per_kg ?? 0
  return {
    kg,
    figures,
    /** The preset amounts in kg, each with its cost in the buyer's currency. */
    presets: presetsFor({ pricePerKg, rate: rateValue, preview: known, useWallet }).map((each) => ({
      kg: each,
      price: batch ? priceOf(pricePerKg, each, rateValue) : undefined,
    })),
    /** The total in the batch's own currency. */
    total,
    isForeign,
    rate: rate.data,
    /** Rate from the batch's currency to the buyer's; undefined while unknown. */
    rateValue,
    rateFailed: isForeign && rateValue === undefined && rate.isError && !preview.isPending,
    preview: known,
    previewFailed: preview.isError && total > 0,
    retryPreview: () => void preview.refetch(),
    /** Whether the figures of exactly this total are still unknown. */
    isSettling: total > 0 && !isQuoted && !preview.isError,
  }
}

export type Cost = ReturnType<typeof useFigures>
