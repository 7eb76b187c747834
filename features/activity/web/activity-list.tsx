// The stamped pages: activity by month, with what can be done about an entry. It asks for nothing by
// itself but what a press asks for.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import type { ActivityEntry } from '#features/purchases/activity-contract.ts'
import { askCancel } from '#features/purchases/web/purchase-calls.ts'
import { lazyPart } from '#web/api/lazy-part.ts'
import { refreshAfterPurchase } from '#web/api/query-keys.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import type { Elements } from '#web/ui/elements.tsx'
import { DialogBoundary } from '#web/ui/states/part-boundary.tsx'
import { ActivityMonth } from './activity-month.tsx'
import { monthPages } from './months.ts'

const TokenDetails = lazyPart(
  () => import('./token-details-dialog.tsx'),
  (part) => part.TokenDetailsDialog,
)
const ResumePurchase = lazyPart(
  () => import('./resume-purchase-dialog.tsx'),
  (part) => part.ResumePurchaseDialog,
)

/** Months whose headings stand there at first, and those that each press adds. */
const monthStep = 12

type ActivityListProps = {
  entries: readonly ActivityEntry[]
  /** Rows of a month that are shown at most; undefined shows all. */
  rowsPerMonth?: number
  /** Rows that are shown at first, of all months together. */
  rowsMax: number
  /** The same on a phone, where there is another limit; the others are not there then. */
  rowsOnPhone?: number
  /** Without notes and links, each in two lines. */
  isBrief?: boolean
  /** What a month is that finds no row left: a folded heading, or nothing, where it stands elsewhere. */
  laterMonths: 'folded' | 'left out'
  /** Of the months, under the heading that the list stands in. */
  headingLevel: 'h2' | 'h3'
  /** The way to what is not loaded yet, beneath the last month. */
  older?: Elements
}

export function ActivityList(props: ActivityListProps) {
  const { entries, rowsPerMonth, rowsMax, laterMonths, headingLevel, older } = props
  const { rowsOnPhone, isBrief = false } = props
  const profile = useProfile()
  const client = useQueryClient()
  const [opened, setOpened] = useState<ActivityEntry>()
  const [isOpen, setOpen] = useState(false)
  const [resumed, setResumed] = useState<ActivityEntry>()
  const [cancelling, setCancelling] = useState<string>()
  const [monthsMax, setMonthsMax] = useState(monthStep)
  const pages = monthPages(entries, { perMonth: rowsPerMonth, rowsMax, rowsOnPhone })
  const listed = laterMonths === 'folded' ? pages : pages.filter(({ isFolded }) => !isFolded)

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
      {listed.slice(0, monthsMax).map((page) => (
        <ActivityMonth
          key={page.key}
          page={page}
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
      {listed.length > monthsMax ? (
        <Button variant="outline" wide onClick={() => setMonthsMax(monthsMax + monthStep)}>
          {texts.activity_older()}
        </Button>
      ) : (
        older
      )}
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
