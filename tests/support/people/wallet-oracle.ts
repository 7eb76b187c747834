// Splits a total between wallets and card a second time, by docs/product.md#payment-split. Tests
// compare the product with it, so it must not import the product's arithmetic. The rates are those of
// 2026-04-13, in units per euro.

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

type Fraction = { readonly numerator: bigint; readonly denominator: bigint }

/** Returns a rate of 10 significant digits as an exact fraction. */
function rate(from: string, to: string): Fraction {
  if (from === to) return { numerator: 1n, denominator: 1n }
  const text = ((unitsPerEur[to] ?? 0) / (unitsPerEur[from] ?? 1)).toPrecision(10)
  const [whole = '', places = ''] = text.split('.')
  return { numerator: BigInt(whole + places), denominator: 10n ** BigInt(places.length) }
}

const floor = (value: Fraction) => value.numerator / value.denominator
const ceil = (value: Fraction) => (value.numerator + value.denominator - 1n) / value.denominator

/** Rounds to the nearest whole number, and halves to the even one. */
function nearest({ numerator, denominator }: Fraction): bigint {
  const [lower, doubledRest] = [numerator / denominator, (numerator % denominator) * 2n]
  return doubledRest > denominator || (doubledRest === denominator && lower % 2n === 1n)
    ? lower + 1n
    : lower
}

/**
 * Splits the price of these kilograms in `currency`. `wallets` are in the order of their creation. Each
 * debit is in its wallet's own currency. All amounts are in hundredths.
 */
export function splitBySpecification(
  batch: { readonly price_per_kg: number; readonly currency: string },
  kg: number,
  currency: string,
  wallets: readonly OracleWallet[],
  cardMinimumMinor: number,
) {
  const micros = BigInt(Math.round(batch.price_per_kg * 1e6))
  const { numerator, denominator } = rate(batch.currency, currency)
  const total = nearest({
    numerator: micros * BigInt(kg) * numerator,
    denominator: 10_000n * denominator,
  })
  const reachable = wallets.map((wallet) => {
    const ownRate = rate(wallet.currency, currency)
    return floor({
      numerator: BigInt(wallet.balanceMinor) * ownRate.numerator,
      denominator: ownRate.denominator,
    })
  })
  const reachableSum = reachable.reduce((sum, each) => sum + each, 0n)
  const withCardMinimum = total - BigInt(cardMinimumMinor)
  const belowTotal = reachableSum < withCardMinimum ? reachableSum : withCardMinimum
  const share = reachableSum >= total ? total : belowTotal < 0n ? 0n : belowTotal
  const debits = wallets.map(() => 0)
  let missing = share
  const order = wallets.map((_, index) => index)
  order.sort((a, b) => {
    const isForeign = (index: number) => Number(wallets[index]?.currency !== currency)
    return isForeign(a) - isForeign(b) || a - b
  })
  for (const index of order) {
    const part = missing < (reachable[index] ?? 0n) ? missing : (reachable[index] ?? 0n)
    const ownRate = rate(wallets[index]?.currency ?? currency, currency)
    debits[index] = Number(
      ceil({ numerator: part * ownRate.denominator, denominator: ownRate.numerator }),
    )
    missing -= part
  }
  return { walletMinor: Number(share), cardMinor: Number(total - share), debits }
}
