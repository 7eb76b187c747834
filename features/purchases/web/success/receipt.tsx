// What was paid and which kilograms these are, folded until somebody asks. It tells what the server says
// of the purchase, not what this browser believes.
import type { ReactNode } from 'react'
import type { ActivityEntry } from '#features/activity/contract.ts'
import { texts } from '#web/texts.ts'
import { formatAmount } from '#web/ui/number-format.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Pending } from '../purchase-steps.ts'
import './receipt.css'

type ReceiptProps = {
  pending: Pending
  entry: ActivityEntry | null | undefined
  isPending: boolean
}

export function Receipt({ pending, entry, isPending }: ReceiptProps) {
  const { walletUsed, cardUsed, currency } = pending
  return (
    <details className="receipt">
      <summary>{texts.purchases_details()}</summary>
      <section aria-label={texts.purchases_receipt()}>
        <dl className="grid gap-2.5">
          {walletUsed > 0 ? (
            <Row label={texts.purchases_from_wallet()}>{formatAmount(walletUsed, currency)}</Row>
          ) : null}
          {cardUsed > 0 ? (
            <Row label={texts.purchases_card()}>{formatAmount(cardUsed, currency)}</Row>
          ) : null}
          <Row label={texts.purchases_total()} isSum>
            {formatAmount(entry?.total ?? pending.total, entry?.total_currency ?? currency)}
          </Row>
          <Row label={texts.purchases_tx_id()} isCode>
            {pending.txId}
          </Row>
          <TokenRows entry={entry} isPending={isPending} />
        </dl>
      </section>
    </details>
  )
}

type TokenRowsProps = { entry: ActivityEntry | null | undefined; isPending: boolean }

function TokenRows({ entry, isPending }: TokenRowsProps) {
  if (isPending) return <Skeleton className="h-12 w-full" />
  if (!entry?.first_token) return null
  if (entry.kg === 1) {
    return (
      <Row label={texts.purchases_only_token()} isCode>
        {entry.first_token}
      </Row>
    )
  }
  return (
    <>
      <Row label={texts.purchases_first_token()} isCode>
        {entry.first_token}
      </Row>
      <Row label={texts.purchases_last_token()} isCode>
        {entry.last_token}
      </Row>
    </>
  )
}

type RowProps = { label: string; isCode?: boolean; isSum?: boolean; children: ReactNode }

function Row({ label, isCode = false, isSum = false, children }: RowProps) {
  if (isCode) {
    return (
      <div>
        <dt className="text-[0.9375rem] text-soft">{label}</dt>
        <dd className="font-code text-[0.875rem] [overflow-wrap:anywhere]">{children}</dd>
      </div>
    )
  }
  return (
    <div
      className={`flex items-baseline justify-between gap-x-4 ${isSum ? 'border-line border-t pt-2.5' : ''}`}
    >
      <dt className={isSum ? 'font-semibold' : 'text-[0.9375rem] text-soft'}>{label}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}
