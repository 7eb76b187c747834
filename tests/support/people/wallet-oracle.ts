// Splits a total between wallets and card a second time, by docs/product.md#payment-split. Tests
// compare the product with it, so it must not import the product's arithmetic. Rates are those of
// 2026-04-13, units for one euro.

const unitsPerEur: Readonly<Record<string, number>> = {
  EUR: 1,
  USD: 1.1684,
  GBP: 0.87058,
  TRY: 52.2478,
}

export type OracleWallet = {
  readonly kind: number
  readonly currency: string
  balanceMinor: number
}

type Fraction = { readonly over: bigint; readonly under: bigint }

/** A rate of 10 significant digits, as an exact fraction. */
function rate(from: string, to: string): Fraction {
  if (from === to) return { over: 1n, under: 1n }
  const text = ((unitsPerEur[to] ?? 0) / (unitsPerEur[from] ?? 1)).toPrecision(10)
  const [whole = '', places = ''] = text.split('.')
  return { over: BigInt(whole + places), under: 10n ** BigInt(places.length) }
}

const floor = (value: Fraction) => value.over / value.under
const ceil = (value: Fraction) => (value.over + value.under - 1n) / value.under

/** To the nearest, halves to even. */
function nearest({ over, under }: Fraction): bigint {
  const [below, twice] = [over / under, (over % under) * 2n]
  return twice > under || (twice === under && below % 2n === 1n) ? below + 1n : below
}

/**
 * `wallets` are in the order of their creation. Debits are by wallet, in its own currency; all
 * amounts are in hundredths.
 */
export function splitBySpecification(
  batch: { readonly price_per_kg: number; readonly currency: string },
  kg: number,
  currency: string,
  wallets: readonly OracleWallet[],
  cardMinimumMinor: number,
) {
  const micros = BigInt(Math.round(batch.price_per_kg * 1e6))
  const { over, under } = rate(batch.currency, currency)
  const total = nearest({ over: micros * BigInt(kg) * over, under: 10_000n * under })
  const reaches = wallets.map((wallet) => {
    const own = rate(wallet.currency, currency)
    return floor({ over: BigInt(wallet.balanceMinor) * own.over, under: own.under })
  })
  const reach = reaches.reduce((sum, each) => sum + each, 0n)
  const lowered = total - BigInt(cardMinimumMinor)
  const some = reach < lowered ? reach : lowered
  const share = reach >= total ? total : some < 0n ? 0n : some
  const debits = wallets.map(() => 0)
  let missing = share
  const order = wallets.map((_, index) => index)
  order.sort((a, b) => {
    const isForeign = (index: number) => Number(wallets[index]?.currency !== currency)
    return isForeign(a) - isForeign(b) || a - b
  })
  for (const index of order) {
    const part = missing < (reaches[index] ?? 0n) ? missing : (reaches[index] ?? 0n)
    const own = rate(wallets[index]?.currency ?? currency, currency)
    debits[index] = Number(ceil({ over: part * own.under, under: own.over }))
    missing -= part
  }
  return { walletMinor: Number(share), cardMinor: Number(total - share), debits }
}
