// Shows the wallets' money: the sum in the user's own currency, the sum of each currency, and the money
// of each programme. Money that open purchases hold is shown separately.
import { minorToUnits, nearestMinor } from '#values/money/money.ts'
import { ratesAgeDays, ratesOldAfterDays } from '#values/money/rate-age.ts'
import { serverNow } from '#web/api/api.ts'
import { texts } from '#web/texts.ts'
import { formatAmount, formatDate } from '#web/ui/number-format.ts'
import { Section } from '#web/ui/section.tsx'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import type { Wallet } from '../wallet-calls.ts'
import { ProgrammeMark, programmeName } from './programme-mark.tsx'
import { useWallet } from './use-wallet.ts'

export function WalletTotals() {
  const wallet = useWallet()
  return (
    <Section title={texts.wallet_title()}>
      <Loaded
        query={wallet}
        skeleton={<Skeleton className="h-52 w-full rounded-[22px]!" />}
        error={texts.wallet_failed()}
      >
        {(loadedWallet) => (
          <div className="@container overflow-hidden rounded-[22px] border border-line bg-surface">
            <WalletSum wallet={loadedWallet} />
            <Currencies wallet={loadedWallet} />
            <Programmes wallet={loadedWallet} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function WalletSum({ wallet }: { wallet: Wallet }) {
  return (
    <dl className="bg-(image:--wallet-cover) p-5 text-(--wallet-ink)">
      <dt className="caption text-(--wallet-soft)">
        {texts.wallet_total({ currency: wallet.userCurrency })}
      </dt>
      <dd className="font-title text-(--wallet-figure) text-[clamp(1.75rem,11cqi,3.25rem)]/[1.15] wrap-anywhere">
        {formatAmount(wallet.totalInUserCurrency, wallet.userCurrency)}
      </dd>
      {wallet.as_of === null ? null : (
        <dd className="mt-1 text-sm">{ratesText(wallet, wallet.as_of)}</dd>
      )}
    </dl>
  )
}

function ratesText({ has_example_rates: isExample }: Wallet, asOf: string): string {
  const date = formatDate(asOf)
  const days = ratesAgeDays(asOf, serverNow())
  if (isExample) return texts.wallet_rates_example({ date, days })
  return days > ratesOldAfterDays
    ? texts.wallet_rates_old({ date, days })
    : texts.wallet_rates_of({ date })
}

/** Returns true if there is at most one balance. Sums by currency would only repeat it. */
function hasAtMostOneBalance({ wallets }: Wallet): boolean {
  return wallets.flatMap(({ totals }) => totals).length < 2
}

function Currencies({ wallet }: { wallet: Wallet }) {
  if (hasAtMostOneBalance(wallet)) return null
  return (
    <div className="border-line border-b px-5 py-4">
      <h3 className="caption">{texts.wallet_by_currency()}</h3>
      <ul className="mt-1">
        {currencyTotalsOf(wallet).map((total) => (
          <Money key={total.currency} {...total} />
        ))}
      </ul>
    </div>
  )
}

type Total = Wallet['wallets'][number]['totals'][number]

function Money({ currency, total, held }: Total) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      <span className="text-soft">{currency}</span>
      <span className="text-right font-semibold tabular-nums wrap-anywhere">
        {formatAmount(total, currency)}
      </span>
      {held > 0 ? (
        <span className="col-span-2 text-right text-soft text-sm tabular-nums wrap-anywhere">
          {texts.wallet_held({ amount: formatAmount(held, currency) })}
        </span>
      ) : null}
    </li>
  )
}

function Programmes({ wallet }: { wallet: Wallet }) {
  if (wallet.wallets.length === 0) {
    return <p className="px-5 py-5 text-soft">{texts.wallet_none()}</p>
  }
  return (
    <>
      {hasAtMostOneBalance(wallet) ? null : (
        <h3 className="caption px-5 pt-4">{texts.wallet_by_programme()}</h3>
      )}
      <ul className="divide-y divide-line px-5">
        {wallet.wallets.map((programme) => (
          <li key={programme.program_id} className="flex flex-wrap items-start gap-3.5 py-4">
            <ProgrammeMark name={programmeName(programme.program_name)} logo={programme.logo_url} />
            <div className="min-w-[min(7rem,100%)] flex-1">
              <h3 className="font-semibold font-text text-base leading-normal wrap-anywhere">
                {programmeName(programme.program_name)}
              </h3>
              <ul>
                {programme.totals.map((total) => (
                  <Money key={total.currency} {...total} />
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * Returns the total of the user's own currency first, then the totals of other currencies by code. Sums
 * whole hundredths, to avoid floating-point errors.
 */
export function currencyTotalsOf({ wallets, userCurrency }: Wallet): Total[] {
  const sums = new Map<string, { minor: number; heldMinor: number }>()
  for (const { currency, total, held } of wallets.flatMap(({ totals }) => totals)) {
    const sum = sums.get(currency) ?? { minor: 0, heldMinor: 0 }
    sum.minor += nearestMinor(total)
    sum.heldMinor += nearestMinor(held)
    sums.set(currency, sum)
  }
  const totals = [...sums].map(([currency, { minor, heldMinor }]) => ({
    currency,
    total: minorToUnits(minor),
    held: minorToUnits(heldMinor),
  }))
  return totals.sort(
    (a, b) =>
      Number(b.currency === userCurrency) - Number(a.currency === userCurrency) ||
      a.currency.localeCompare(b.currency),
  )
}
