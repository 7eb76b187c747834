// What a batch and kilograms as typed cost, and who pays it. The server is asked for rate and wallet
// split; it never blocks the typing, and nothing is asked for a total that nobody sees any more.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Batch } from '#features/catalogue/contract.ts'
import type { PreviewReply } from '#features/wallet/contract.ts'
import { previewShape } from '#features/wallet/web/answer-shapes.ts'
import { useRate } from '#features/wallet/web/use-rate.ts'
import { askAgainWhileHeldMs } from '#features/wallet/web/use-wallet.ts'
import { ApiError, sendJson, serverNow } from '#web/api/api.ts'
import { queryKeys } from '#web/api/query-keys.ts'
import { batchTotal, figuresOf, isPurchasable, presetsFor, priceOf, readKg } from './figures.ts'

/** Typing rests this long before the wallet is asked. */
const restMs = 300

/** What stands in a form about quantity and payment. */
type Chosen = { readonly kgText: string; readonly useWallet: boolean }
type Payer = { readonly phone: string; readonly currency: string }

/** What one asks the wallet for: an amount never goes out in another amount's currency. */
type Price = { readonly total: number; readonly currency: string }

function useRested({ total, currency }: Price): Price {
  const [rested, setRested] = useState<Price>({ total, currency })
  useEffect(() => {
    const timer = setTimeout(() => setRested({ total, currency }), restMs)
    return () => clearTimeout(timer)
  }, [total, currency])
  return rested
}

/** A quote lives 10 minutes; while some of the wallet is held, its balance may be another any time. */
function untilNextPreviewMs(known: PreviewReply | undefined): number | false {
  if (known === undefined) return false
  if (known.wallet_held > 0) return askAgainWhileHeldMs
  return Math.max(1_000, Date.parse(known.expires_at) - serverNow())
}

/** The beginning of every quote's key. */
export const previewsKey = [...queryKeys.wallet, 'preview'] as const

/** The wallet's split of a total, by the balance of now. */
function usePreview({ total, currency }: Price, payer: Payer, isShown: boolean) {
  const body = {
    phone: payer.phone,
    total_price: total,
    currency,
    user_currency: payer.currency,
  }
  return useQuery({
    queryKey: [...previewsKey, currency, total, payer.currency],
    queryFn: () => sendJson('POST', '/api/wallet/prepay-preview', previewShape, body),
    enabled: isShown && total > 0,
    placeholderData: keepPreviousData,
    // A server out of breath is asked once more; a refusal falls back to the card at once.
    retry: (failures, error) =>
      failures < 1 && !(error instanceof ApiError && error.status !== 503),
    refetchInterval: ({ state }) => untilNextPreviewMs(state.data),
  })
}

/** `batch` undefined: nothing is chosen or shown, and nothing is asked. */
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
    /** The amounts to choose from, in kg, each with what it costs in the person's currency. */
    presets: presetsFor({ pricePerKg, rate: rateValue, preview: known, useWallet }).map((each) => ({
      kg: each,
      price: batch ? priceOf(pricePerKg, each, rateValue) : undefined,
    })),
    /** The total in the batch's own currency. */
    total,
    isForeign,
    rate: rate.data,
    /** From the batch's currency to the person's; undefined while it is not known. */
    rateValue,
    rateFailed: isForeign && rateValue === undefined && rate.isError && !preview.isPending,
    preview: known,
    previewFailed: preview.isError && total > 0,
    retryPreview: () => void preview.refetch(),
    /** The figures of exactly this total are not known yet. */
    isSettling: total > 0 && !isQuoted && !preview.isError,
  }
}

export type Cost = ReturnType<typeof useFigures>
