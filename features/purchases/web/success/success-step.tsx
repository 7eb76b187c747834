// Shows the last step of a purchase: the stamp, the gains, the receipt and links. The animation takes less
// than two seconds, and any press or key ends it.

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { PurchaseStamp } from '#features/achievements/web/purchase-stamp.tsx'
import { stampPageClass } from '#features/achievements/web/stamp.tsx'
import { ProjectScene } from '#features/catalogue/web/scenes/project-scene.tsx'
import { YearShare } from '#features/estimate/web/year-share.tsx'
import { ShareButton } from '#features/people/web/passport/share-button.tsx'
import type { PictureContent } from '#features/people/web/passport/share-picture.ts'
import { type ActivityEntry, listActivity } from '#features/purchases/activity-calls.ts'
import { serverNow } from '#web/api/api.ts'
import { ask } from '#web/api/ask.ts'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import type { Content } from '#web/ui/elements.tsx'
import { formatAmount, formatCount, formatStampDate } from '#web/ui/number-format.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { successText } from '../gift/gift-fields.tsx'
import { ShareGift, ShareGiftPicture } from '../gift/share-gift.tsx'
import type { Pending } from '../purchase-steps.ts'
import { CountedKg, gainsText, NewEnvelopes, NewLeagues, NewStamps, useGains } from './gains.tsx'
import '../purchase-sheet.css'
import './success.css'

/** Selects the newest entries, which include the purchase that has just completed. */
const newestEntries = { query: { tokens: 'none', limit: 20 } } as const

function useActivityEntry(txId: string) {
  return useQuery({
    queryKey: [listActivity.id, 'receipt', txId],
    queryFn: async ({ signal }) => {
      const entries = await ask(listActivity, newestEntries, signal)
      return entries.find((entry) => entry.tx_id === txId) ?? null
    },
  })
}

const celebrationClass = `${stampPageClass} grid justify-items-center gap-1 overflow-clip px-[min(1.25rem,4vw)] pt-4 pb-4 text-center`

type SuccessStepProps = { pending: Pending; projectName: string; onDone: () => void }

export function SuccessStep({ pending, projectName, onDone }: SuccessStepProps) {
  const { data: entry, isPending } = useActivityEntry(pending.txId)
  const { gains, beforeKg } = useGains(pending.txId)
  const isStill = useStill()
  const { kg, recipient } = pending
  const isGift = recipient !== null
  // Before its day, only the giver knows of a gift.
  const mayShareGift = isGift && !pending.deliverOn
  return (
    <div className={`grid gap-3 ${isStill ? 'celebration-still' : ''}`}>
      <div className={celebrationClass}>
        <div className="w-[min(8.5rem,20dvh)] max-w-full">
          <PurchaseStamp kg={kg} isGift={isGift} />
        </div>
        {isGift ? null : <CountedKg {...{ beforeKg, isStill }} afterKg={gains?.totalKg} />}
        <p role="status" className="text-balance font-medium text-[1.0625rem]/[1.35] wrap-anywhere">
          {successText(pending)}
        </p>
        <p role="status" className="sr-only">
          {gains ? gainsText(gains) : null}
        </p>
        {isGift ? (
          <p className="text-[0.9375rem] text-soft">
            {pending.deliverOn ? texts.gifts_given_day_text() : texts.gifts_given_text()}
          </p>
        ) : null}
        {isGift ? null : <YearShare kg={kg} />}
        {gains ? <NewLeagues gains={gains} /> : null}
        {gains ? <NewStamps stamps={gains.stamps} /> : null}
        <p className="mt-2 text-[0.9375rem] text-soft wrap-anywhere">
          {entry?.project_shown_name ?? projectName}
        </p>
      </div>
      {gains ? <NewEnvelopes rewards={gains.rewards} /> : null}
      <div className="flex flex-wrap justify-center gap-x-6">
        {isGift ? null : (
          <Link
            href={paths.home}
            className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
            onClick={onDone}
          >
            {texts.purchases_see_passport()}
          </Link>
        )}
        <Receipt {...{ pending, entry, isPending }} />
      </div>
      <div className="sheet-foot flex flex-wrap gap-2.5">
        {isGift ? null : (
          <ShareButton contentOf={() => pictureOf(kg)} scene={sceneOf(entry)} size="large" />
        )}
        {mayShareGift ? (
          <div className="grid basis-full grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-2.5">
            <ShareGift />
            <ShareGiftPicture
              kg={kg}
              givenAt={new Date(serverNow()).toISOString()}
              scene={sceneOf(entry)}
            />
          </div>
        ) : null}
        <div className="flex-[1_1_8rem]">
          <Button variant={mayShareGift ? 'outline' : 'accent'} size="large" wide onClick={onDone}>
            {texts.purchases_done()}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Returns the picture of a purchase for oneself, with its stamp. */
function pictureOf(kg: number): PictureContent {
  const number = formatCount(kg)
  return {
    figure: number,
    unit: 'kg CO₂',
    words: texts.passport_share_words(),
    stamp: {
      ...{ shape: 'round', ink: 'green', tilt: -7 },
      lines: [texts.purchases_stamp_word(), `${number} KG`],
      date: formatStampDate(new Date(serverNow()).toISOString()),
    },
  }
}

/** Returns the scene of the project, or null until the purchase is in the activity. */
function sceneOf(entry: ActivityEntry | null | undefined) {
  if (!entry) return null
  const { project_id: id, project_country: country, project_scene: scene } = entry
  return <ProjectScene project={{ id, country, scene }} />
}

type ReceiptProps = {
  pending: Pending
  entry: ActivityEntry | null | undefined
  isPending: boolean
}

/**
 * Shows the receipt, initially closed. Its total is that of the activity entry. Until the entry is loaded, it
 * is the reservation's total.
 */
function Receipt({ pending, entry, isPending }: ReceiptProps) {
  const { walletUsed, cardUsed, currency } = pending
  return (
    <details className="group open:basis-full">
      <summary className="flex min-h-11 cursor-pointer items-center justify-center font-semibold text-link underline underline-offset-4 group-open:mb-2">
        {texts.purchases_details()}
      </summary>
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

type RowProps = { label: string; isCode?: boolean; isSum?: boolean; children: Content }

function Row({ label, isCode = false, isSum = false, children }: RowProps) {
  if (isCode) {
    return (
      <div>
        <dt className="text-[0.9375rem] text-soft">{label}</dt>
        <dd translate="no" className="font-code text-[0.875rem] [overflow-wrap:anywhere]">
          {children}
        </dd>
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

/** Returns true for no animation: the user prefers reduced motion, or has pressed a key or pointer. */
function useStill(): boolean {
  const [isStill, setStill] = useState(
    () => window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  )
  useEffect(() => {
    if (isStill) return
    const stop = () => setStill(true)
    addEventListener('pointerdown', stop)
    addEventListener('keydown', stop)
    return () => {
      removeEventListener('pointerdown', stop)
      removeEventListener('keydown', stop)
    }
  }, [isStill])
  return isStill
}
