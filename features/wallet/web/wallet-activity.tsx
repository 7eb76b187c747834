// Shows the wallet activity: initially five entries, then all (docs/product.md#wallets).
import { useState } from 'react'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { EmptyState } from '#web/ui/notices.tsx'
import { formatAmount, formatDateTime } from '#web/ui/number-format.ts'
import { Section } from '#web/ui/section.tsx'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import type { WalletTransaction } from '../wallet-calls.ts'
import { ProgrammeMark } from './programme-mark.tsx'
import { programmeName } from './programme-name.ts'
import { useWalletTransactions } from './use-wallet.ts'

const firstShown = 5

export function WalletActivity() {
  const transactions = useWalletTransactions()
  return (
    <Section title={texts.wallet_activity()}>
      <Loaded
        query={transactions}
        skeleton={<ActivitySkeleton />}
        error={texts.wallet_activity_failed()}
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState message={texts.wallet_activity_none()} />
          ) : (
            <ActivityList transactions={all} />
          )
        }
      </Loaded>
    </Section>
  )
}

function ActivityList({ transactions }: { transactions: readonly WalletTransaction[] }) {
  const [expanded, setExpanded] = useState(false)
  const shown = expanded ? transactions : transactions.slice(0, firstShown)
  return (
    <>
      <ul className="divide-y divide-line border-line border-y">
        {shown.map((transaction) => (
          <ActivityRow key={transaction.id} transaction={transaction} />
        ))}
      </ul>
      {transactions.length > firstShown && !expanded ? (
        <div className="mt-4">
          <Button variant="outline" onClick={() => setExpanded(true)}>
            {texts.wallet_show_all()}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function ActivityRow({ transaction }: { transaction: WalletTransaction }) {
  const { type, amount, currency, source, is_refund, logo_url, created_at } = transaction
  const credit = type === 'credit'
  const name = programmeName(source)
  const moment = <time dateTime={created_at}>{formatDateTime(created_at)}</time>
  const direction = credit ? texts.wallet_credit() : texts.wallet_debit()
  const what = is_refund ? texts.wallet_refund() : direction
  const words = formatAmount(Math.abs(amount), currency)
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 py-3">
      <ProgrammeMark name={name} logo={logo_url} />
      <div className="min-w-[min(7rem,100%)] flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <Facts facts={[what, ['moment', moment]]} />
      </div>
      <p
        className={`ml-auto max-w-full text-right font-semibold tabular-nums wrap-anywhere ${credit ? 'text-link' : ''}`}
      >
        {`${credit ? '+' : '−'}${words}`}
      </p>
    </li>
  )
}

function ActivitySkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
    </div>
  )
}
