// Shows the activity by month, with the dialogs and actions of its entries.
import { useQueryClient } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import { askRelease } from '#features/purchases/web/purchase-requests.ts'
import { releaseTexts } from '#features/purchases/web/purchase-words.ts'
import { lazyPart } from '#web/api/lazy-part.ts'
import { refreshAfterPurchase } from '#web/api/query-client.ts'
import { texts } from '#web/texts.ts'
import { showToast } from '#web/ui/dialog/toast.tsx'
import type { Elements } from '#web/ui/elements.tsx'
import { ErrorState } from '#web/ui/empty-or-error.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { DialogBoundary } from '#web/ui/states/part-boundary.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/states/skeleton.tsx'
import { ActivityMonth, groupByMonth } from './activity-month.tsx'
import { isSealed, ShowGift } from './unopened-gifts.ts'
import type { useActivity } from './use-activity.ts'

const TokenDetails = lazyPart(() => import('./token-details-dialog.tsx'), 'TokenDetailsDialog')
const ResumePurchase = lazyPart(
  () => import('./resume-purchase-dialog.tsx'),
  'ResumePurchaseDialog',
)

type ActivityListProps = {
  entries: readonly ActivityEntry[]
  /** Maximum number of months, newest first. Undefined shows all. */
  monthsMax?: number
  /** True for the home page: rows have no notes or links, and months cannot be expanded. */
  isBrief?: boolean
  /** Level of the months' headings. */
  headingLevel: 'h2' | 'h3'
  /** Button for older entries, below the last month. */
  older?: Elements
}

export function ActivityList(props: ActivityListProps) {
  const { entries, monthsMax, isBrief = false, headingLevel, older } = props
  const profile = useProfile()
  const client = useQueryClient()
  const showGift = useContext(ShowGift)
  const [opened, setOpened] = useState<ActivityEntry>()
  const [isOpen, setOpen] = useState(false)
  const [resumed, setResumed] = useState<ActivityEntry>()
  const { busy: cancelling, run } = useAction<never, string>()

  async function cancel({ tx_id }: ActivityEntry): Promise<undefined> {
    const outcome = await askRelease(tx_id)
    await refreshAfterPurchase(client)
    showToast(releaseTexts[outcome]())
  }

  return (
    <div className="grid gap-3 md:gap-5">
      {groupByMonth(entries)
        .slice(0, monthsMax)
        .map((month) => (
          <ActivityMonth
            key={month.key}
            month={month}
            Heading={headingLevel}
            cancelling={cancelling}
            isBrief={isBrief}
            onOpen={(entry) => {
              if (isSealed(entry)) return showGift(entry)
              setOpened(entry)
              setOpen(true)
            }}
            onResume={setResumed}
            onCancel={(pending) => void run(pending.tx_id, () => cancel(pending))}
          />
        ))}
      {older}
      {opened ? (
        <DialogBoundary key={opened.tx_id} open={isOpen} onClose={() => setOpen(false)}>
          <TokenDetails entry={opened} open={isOpen} onClose={() => setOpen(false)} />
        </DialogBoundary>
      ) : null}
      {resumed && profile ? (
        <DialogBoundary key={resumed.tx_id} open onClose={() => setResumed(undefined)}>
          <ResumePurchase entry={resumed} profile={profile} onClose={() => setResumed(undefined)} />
        </DialogBoundary>
      ) : null}
    </div>
  )
}

const skeletonRows = ['first', 'second', 'third', 'fourth'] as const

/** Shows the placeholder of a month of activity while it loads. */
function ActivitySkeleton() {
  return (
    <SkeletonGroup label={texts.activity_loading()}>
      <Skeleton className="mb-3 h-6 w-44" />
      {skeletonRows.map((row) => (
        <div key={row} className="flex items-center gap-3.5 border-line border-b py-3">
          <Skeleton className="size-11.5 shrink-0" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4.5 w-3/5" />
            <Skeleton className="h-3.5 w-2/5" />
          </div>
          <Skeleton className="h-4.5 w-16" />
        </div>
      ))}
    </SkeletonGroup>
  )
}

type LoadedActivityProps = {
  activity: ReturnType<typeof useActivity>
  /** Aligns the placeholder with the rows. */
  skeletonClass?: string
  empty: Elements
  children: (entries: readonly ActivityEntry[]) => Elements
}

/** Renders `children` with the entries, `empty` without entries, a placeholder, or an error with a retry. */
export function LoadedActivity(props: LoadedActivityProps) {
  const { entries, isPending, isRefetching, refetch, error } = props.activity
  if (entries) return entries.length === 0 ? props.empty : props.children(entries)
  if (isPending) {
    return (
      <div className={props.skeletonClass}>
        <ActivitySkeleton />
      </div>
    )
  }
  const retry = () => void refetch()
  return (
    <ErrorState
      message={texts.activity_failed()}
      onRetry={retry}
      busy={isRefetching}
      error={error}
    />
  )
}
