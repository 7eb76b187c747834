// The last step: the stamp that is pressed, which kilograms these are, what was paid. It tells what the
// server says of the purchase, not what this browser believes.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { StampFrame, StampInk } from '#features/achievements/web/stamp-frame.tsx'
import type { ActivityEntry } from '#features/activity/contract.ts'
import { activityShape } from '#features/activity/web/answer-shapes.ts'
import { ShareButton } from '#features/passport/web/share-button.tsx'
import { readableProjectName } from '#values/project-name.ts'
import { getJsonWith } from '#web/api-inputs.ts'
import { queryKeys } from '#web/query-keys.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { formatAmount, formatCount, formatDate } from '#web/ui/number-format.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { receiverText } from '../gift/gift-fields.tsx'
import type { Pending } from '../purchase-steps.ts'
import '#features/achievements/web/stamp.css'
import '../purchase-sheet.css'

/** A purchase just completed is among the newest few. */
const newest = { query: { tokens: 'none', limit: 20 } } as const

function useCompleted(txId: string) {
  return useQuery({
    queryKey: [...queryKeys.activity, 'receipt', txId],
    queryFn: async ({ signal }) => {
      const entries = await getJsonWith('/api/tokens/transaction/me', newest, activityShape, signal)
      return entries.find((entry) => entry.tx_id === txId) ?? null
    },
  })
}

type SuccessStepProps = { pending: Pending; projectName: string; onDone: () => void }

export function SuccessStep({ pending, projectName, onDone }: SuccessStepProps) {
  const { data: entry, isPending } = useCompleted(pending.txId)
  const { walletUsed, cardUsed, currency, kg } = pending
  return (
    <div className="grid gap-4">
      <div className="stamp-page grid justify-items-center gap-1 px-5 pt-6 pb-5 text-center">
        <div className="w-44">
          <PurchaseStamp kg={kg} isGift={pending.recipient !== null} />
        </div>
        <p role="status" className="title mt-2 text-[1.25rem]">
          {successWords(pending)}
        </p>
        {pending.recipient ? (
          <p className="text-[0.9375rem] text-soft">{texts.gifts_given_text()}</p>
        ) : null}
        <p className="text-[0.9375rem] text-soft [overflow-wrap:anywhere]">
          {readableProjectName(entry?.project_name ?? projectName)}
        </p>
        {pending.recipient ? null : (
          <div className="mt-2">
            <ShareButton kg={kg} />
          </div>
        )}
      </div>
      <section aria-label={texts.purchases_receipt()} className="grid gap-1">
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
      <div className="sheet-foot grid">
        <Button variant="accent" size="large" wide onClick={onDone}>
          {texts.purchases_done()}
        </Button>
      </div>
    </div>
  )
}

function successWords(pending: Pending): string {
  const { kg, recipient } = pending
  if (recipient === null) return texts.purchases_added({ kg })
  return texts.gifts_given({ kg, name: receiverText(pending) })
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

/** The largest that stays within the ring. */
function sizeOf(number: string): number {
  if (number.length <= 3) return 34
  return number.length <= 5 ? 24 : 19
}

export function PurchaseStamp({ kg, isGift = false }: { kg: number; isGift?: boolean }) {
  const number = formatCount(kg)
  const date = formatDate(new Date())
  const words = { kg, date }
  return (
    <>
      <StampInk />
      <svg
        viewBox="0 0 120 120"
        className="stamp stamp-green stamp-fresh"
        fill="none"
        stroke="currentColor"
        role="img"
      >
        <title>{isGift ? texts.gifts_stamp(words) : texts.purchases_stamp(words)}</title>
        <g transform="rotate(-7 60 60)" filter="url(#stamp-ink)">
          <StampFrame shape="round" />
          <g fill="currentColor" stroke="none" textAnchor="middle" className="stamp-words">
            <text x="60" y="36" fontSize="8.5">
              {isGift ? texts.gifts_stamp_word() : texts.purchases_stamp_word()}
            </text>
            <text x="60" y="70" fontSize={sizeOf(number)}>
              {number}
            </text>
            <text x="60" y="83" fontSize="10">
              KG CO
              <tspan dy="2" fontSize="7">
                2
              </tspan>
            </text>
            <text x="60" y="96" fontSize="7" className="stamp-date">
              {date}
            </text>
          </g>
          <path d="M24 43H96M32 87H88" strokeWidth="1" />
        </g>
      </svg>
    </>
  )
}
