// Shows the five newest entries of the wallet activity, and a button for all (docs/product.md#wallets).
import { useState } from 'react'
import { useAnswer } from '#web/api/use-answer.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-or-error.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { formatAmount, formatDateTime } from '#web/ui/number-format.ts'
import { Section } from '#web/ui/section.tsx'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { listWalletTransactions, type WalletTransaction } from '../wallet-calls.ts'
import { ProgrammeMark, programmeName } from './programme-mark.tsx'

const initialCount = 5

export function WalletActivity() {
  const transactions = useAnswer(listWalletTransactions, {})
  return (
    <Section title={texts.wallet_activity()}>
      <Loaded
        query={transactions}
        skeleton={<ActivitySkeleton />}
        error={texts.wallet_activity_failed()}
        empty={<EmptyState message={texts.wallet_activity_none()} />}
      >
        {(all) => <ActivityList transactions={all} />}
      </Loaded>
    </Section>
  )
}

function ActivityList({ transactions }: { transactions: readonly WalletTransaction[] }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const visibleTransactions = isExpanded ? transactions : transactions.slice(0, initialCount)
  return (
    <>
      <ul className="divide-y divide-line border-line border-y">
        {visibleTransactions.map((transaction) => (
          <ActivityRow key={transaction.id} transaction={transaction} />
        ))}
      </ul>
      {transactions.length > initialCount && !isExpanded ? (
        <div className="mt-4">
          <Button variant="outline" onClick={() => setIsExpanded(true)}>
            {texts.wallet_show_all()}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function ActivityRow({ transaction }: { transaction: WalletTransaction }) {
  const { type, amount, currency, source, is_refund, logo_url, created_at } = transaction
  const isCredit = type === 'credit'
  const name = programmeName(source)
  const moment = <time dateTime={created_at}>{formatDateTime(created_at)}</time>
  const direction = isCredit ? texts.wallet_credit() : texts.wallet_debit()
  const label = is_refund ? texts.wallet_refund() : direction
  const amountText = formatAmount(Math.abs(amount), currency)
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 py-3">
      <ProgrammeMark name={name} logo={logo_url} />
      <div className="min-w-[min(7rem,100%)] flex-1">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <Facts facts={[label, ['moment', moment]]} />
      </div>
      <p
        className={`ml-auto max-w-full text-right font-semibold tabular-nums wrap-anywhere ${isCredit ? 'text-link' : ''}`}
      >
        {`${isCredit ? '+' : '−'}${amountText}`}
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
