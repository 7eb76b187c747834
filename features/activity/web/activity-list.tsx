// The stamped pages: activity by month, with what can be done about an entry. It asks for nothing by
// itself but what a press asks for.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useProfile } from '#features/passport/web/use-passport.ts'
import { askCancel } from '#features/purchases/web/purchase-calls.ts'
import { lazyPart } from '#web/lazy-part.ts'
import { refreshAfterPurchase } from '#web/query-keys.ts'
import { texts } from '#web/texts.ts'
import { formatKg, formatMonth } from '#web/ui/number-format.ts'
import { DialogBoundary } from '#web/ui/part-boundary.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { ActivityEntry } from '../contract.ts'
import { ActivityRow } from './activity-row.tsx'
import { foremost, groupByMonth, type Month } from './months.ts'

const TokenDetails = lazyPart(() =>
  import('./token-details-dialog.tsx').then((part) => part.TokenDetailsDialog),
)
const ResumePurchase = lazyPart(() =>
  import('#features/purchases/web/acknowledge/resume-purchase-dialog.tsx').then(
    (part) => part.ResumePurchaseDialog,
  ),
)

type ActivityListProps = {
  entries: readonly ActivityEntry[]
  /** Rows of a month that are shown at most; undefined shows all. */
  rowsPerMonth?: number
  /** Of the months, under the heading that the list stands in. */
  headingLevel: 'h2' | 'h3'
}

export function ActivityList({ entries, rowsPerMonth, headingLevel }: ActivityListProps) {
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
    <div className="grid gap-7">
      {groupByMonth(entries).map((month) => (
        <section key={month.key} aria-labelledby={`month-${month.key}`}>
          <MonthHeading month={month} Heading={headingLevel} />
          <ul>
            {foremost(month.entries, rowsPerMonth).map((entry) => (
              <ActivityRow
                key={entry.tx_id}
                entry={entry}
                isCancelling={cancelling === entry.tx_id}
                onOpen={() => {
                  setOpened(entry)
                  setOpen(true)
                }}
                onResume={setResumed}
                onCancel={(pending) => void cancel(pending)}
              />
            ))}
          </ul>
        </section>
      ))}
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

function MonthHeading({ month, Heading }: { month: Month; Heading: 'h2' | 'h3' }) {
  const { kept_kg = 0, given_kg = 0 } = month.sums ?? {}
  const sums = [
    kept_kg > 0 ? texts.activity_month_kept({ kg: formatKg(kept_kg) }) : '',
    given_kg > 0 ? texts.activity_month_given({ kg: formatKg(given_kg) }) : '',
  ].filter((words) => words !== '')
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-ink border-b pb-1.5">
      <Heading id={`month-${month.key}`} className="text-[1.0625rem] uppercase tracking-[0.1em]">
        {formatMonth(month.moment)}
      </Heading>
      {sums.length > 0 ? (
        <span className="text-sm text-soft tabular-nums">{sums.join(' · ')}</span>
      ) : null}
    </div>
  )
}
