// Computes how many kilograms of a batch the wallet can pay: the initial quantity of a checkout.
import type { Batch } from '#features/catalogue/catalogue-calls.ts'
import { useRate } from '#features/wallet/web/use-rate.ts'
import { useWallet } from '#features/wallet/web/use-wallet.ts'
import { nearestMicros, nearestMinor, rateText } from '#values/money/money.ts'
import { purchaseMaxKg } from '#values/money/order-limits.ts'
import { mostWalletKg } from '#values/money/payment-split.ts'

/**
 * Returns the kilograms, at most the stock and the limit of a purchase. Returns undefined until wallet
 * and rate have loaded.
 */
export function useCoveredKg(batch: Batch | undefined): number | undefined {
  const wallet = useWallet().data
  const [from, to] = [batch?.currency ?? '', wallet?.userCurrency ?? '']
  const isForeign = from !== to
  const isEmpty = wallet?.totalInUserCurrency === 0
  const foreignRate = useRate(from, to, batch !== undefined && to !== '' && !isEmpty)
  const rate = rateText(isForeign ? foreignRate.data?.rate : 1)
  if (batch === undefined || wallet === undefined) return undefined
  if (isEmpty) return 0
  if (rate === undefined) return undefined
  const reachMinor = nearestMinor(wallet.totalInUserCurrency)
  const kgMax = Math.min(purchaseMaxKg, batch.kg_available)
  return mostWalletKg(nearestMicros(batch.price_per_kg), rate, reachMinor, kgMax)
}
