// Shows the activity by month, with the dialogs and actions of its entries.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import { askCancel } from '#features/purchases/web/purchase-requests.ts'
import { lazyPart } from '#web/api/lazy-part.ts'
import { refreshAfterPurchase } from '#web/api/query-keys.ts'
import { texts } from '#web/texts.ts'
import { showToast } from '#web/ui/dialog/toast.tsx'
import type { Elements } from '#web/ui/elements.tsx'
import { DialogBoundary } from '#web/ui/states/part-boundary.tsx'
import { ActivityMonth } from './activity-month.tsx'
import { groupByMonth } from './months.ts'

const TokenDetails = lazyPart(
  () => import('./token-details-dialog.tsx'),
  (part) => part.TokenDetailsDialog,
)
const ResumePurchase = lazyPart(
  () => import('./resume-purchase-dialog.tsx'),
  (part) => part.ResumePurchaseDialog,
)

type ActivityListProps = {
  entries: readonly ActivityEntry[]
  /** Maximum number of months, newest first. Undefined shows all. */
  monthsMax?: number
  /** True for a summary: rows have no notes or links, and months cannot be expanded. */
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
  const [opened, setOpened] = useState<ActivityEntry>()
  const [isOpen, setOpen] = useState(false)
  const [resumed, setResumed] = useState<ActivityEntry>()
  const [cancelling, setCancelling] = useState<string>()

  async function cancel({ tx_id }: ActivityEntry) {
    if (cancelling) return
    setCancelling(tx_id)
    const failed = await askCancel(tx_id).then(
      () => false,
      () => true,
    )
    await refreshAfterPurchase(client)
    setCancelling(undefined)
    showToast(failed ? texts.purchases_cancel_failed() : texts.purchases_cancelled())
  }

  return (
    <div className="grid gap-5">
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
              setOpened(entry)
              setOpen(true)
            }}
            onResume={setResumed}
            onCancel={(pending) => void cancel(pending)}
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
