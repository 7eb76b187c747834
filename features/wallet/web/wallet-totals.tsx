// What the wallets hold: one sum in the person's own currency, then each programme's currencies.
// Money that open purchases hold is shown as held, never as money to spend.
import { texts } from '#web/texts.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { formatAmount, formatDate } from '#web/ui/number-format.ts'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Wallet } from '../contract.ts'
import { ProgrammeMark } from './programme-mark.tsx'
import { useWallet } from './use-wallet.ts'
import './wallet.css'

export function WalletTotals() {
  const wallet = useWallet()
  return (
    <Section title={texts.wallet_title()}>
      <Loaded
        query={wallet}
        skeleton={<Skeleton className="h-52 w-full rounded-[22px]!" />}
        error={texts.wallet_failed()}
      >
        {(held) => (
          <div className="wallet">
            <WalletSum wallet={held} />
            <Programmes wallet={held} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function WalletSum({ wallet }: { wallet: Wallet }) {
  return (
    <dl className="wallet-sum">
      <dt className="caption">{texts.wallet_total({ currency: wallet.userCurrency })}</dt>
      <dd className="wallet-figure">
        {formatAmount(wallet.totalInUserCurrency, wallet.userCurrency)}
      </dd>
      {wallet.as_of === null ? null : (
        <dd className="mt-1 text-sm">
          {texts.wallet_rates_of({ date: formatDate(wallet.as_of) })}
        </dd>
      )}
    </dl>
  )
}

function Programmes({ wallet }: { wallet: Wallet }) {
  if (wallet.wallets.length === 0) {
    return <p className="px-5 py-5 text-soft">{texts.wallet_none()}</p>
  }
  return (
    <ul className="divide-y divide-line px-5">
      {wallet.wallets.map((programme) => (
        <li key={programme.program_id} className="flex items-start gap-3.5 py-4">
          <ProgrammeMark name={programme.program_name} logo={programme.logo_url} />
          <div className="min-w-0 flex-1">
            <h3 className="font-semibold font-text text-base leading-normal">
              {programme.program_name}
            </h3>
            <ul>
              {programme.totals.map(({ currency, total, held }) => (
                <li key={currency} className="grid grid-cols-[auto_1fr] gap-x-4">
                  <span className="text-soft">{currency}</span>
                  <span className="text-right font-semibold tabular-nums wrap-anywhere">
                    {formatAmount(total, currency)}
                  </span>
                  {held > 0 ? (
                    <span className="col-span-2 text-right text-soft text-sm tabular-nums">
                      {texts.wallet_held({ amount: formatAmount(held, currency) })}
                    </span>
                  ) : null}
                </li>
              ))}
            </ul>
          </div>
        </li>
      ))}
    </ul>
  )
}
