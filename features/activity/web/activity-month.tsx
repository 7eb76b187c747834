// Shows one month of the activity: a heading with sums, five rows until it is expanded, and a button that
// shows expired and failed purchases (docs/product.md#activity).

import { useId, useState } from 'react'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import { texts } from '#web/texts.ts'
import { asElements, type Content } from '#web/ui/elements.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { formatKg, formatMonth } from '#web/ui/number-format.ts'
import { ActivityRow } from './activity-row.tsx'
import { isUnsuccessful } from './activity-words.ts'

/** Number of rows of a collapsed month. The home page links to the full list if it has more entries. */
export const rowsPerMonth = 5

/** On desktops the full list shows a month's name and sums next to its rows. */
const sideBySideClass =
  'lg:grid lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-9 lg:border-ink lg:border-t lg:pt-3'
const sideBySideHeadClass =
  'lg:flex-col lg:items-start lg:gap-1 lg:self-start lg:border-b-0 lg:pt-2'

type ActivityMonthProps = {
  month: Month
  Heading: 'h2' | 'h3'
  /** Id of the transaction that is being cancelled. */
  cancelling: string | undefined
  isBrief: boolean
  onOpen: (entry: ActivityEntry) => void
  onResume: (entry: ActivityEntry) => void
  onCancel: (entry: ActivityEntry) => void
}

export function ActivityMonth(props: ActivityMonthProps) {
  const { month, Heading, cancelling, isBrief, onOpen, onResume, onCancel } = props
  const [isWhole, setWhole] = useState(false)
  const [isAttemptsOpen, setAttemptsOpen] = useState(false)
  const id = useId()
  const attempts = month.entries.filter(isUnsuccessful)
  const allRows = month.entries.filter((entry) => !isUnsuccessful(entry))
  const rows = isWhole ? allRows : allRows.slice(0, rowsPerMonth)
  const remaining = allRows.length - rows.length
  const renderRow = (entry: ActivityEntry) => (
    <ActivityRow
      key={entry.tx_id}
      entry={entry}
      isCancelling={cancelling === entry.tx_id}
      isBrief={isBrief}
      {...{ onOpen, onResume, onCancel }}
    />
  )
  return (
    <section aria-labelledby={`month-${month.key}`} className={isBrief ? '' : sideBySideClass}>
      <div
        className={`flex flex-wrap items-center justify-between gap-x-4 border-ink border-b pb-1.5 ${isBrief ? '' : sideBySideHeadClass}`}
      >
        <Heading id={`month-${month.key}`} className="text-[1.0625rem] uppercase tracking-[0.1em]">
          {formatMonth(month.moment)}
        </Heading>
        <Sums month={month} />
      </div>
      <div>
        <ul>{rows.map(renderRow)}</ul>
        {remaining > 0 && !isBrief ? (
          <FoldButton isOpen={false} onPress={() => setWhole(true)}>
            {texts.activity_month_rest({ count: remaining })}
          </FoldButton>
        ) : null}
        {attempts.length > 0 ? (
          <>
            <FoldButton
              controls={`${id}-tries`}
              isOpen={isAttemptsOpen}
              onPress={() => setAttemptsOpen(!isAttemptsOpen)}
            >
              {texts.activity_tries({ count: attempts.length })}
            </FoldButton>
            <ul id={`${id}-tries`}>{isAttemptsOpen ? attempts.map(renderRow) : null}</ul>
          </>
        ) : null}
      </div>
    </section>
  )
}

function Sums({ month: { sums } }: { month: Month }) {
  const { kept_kg = 0, given_kg = 0 } = sums ?? {}
  const facts = [
    kept_kg > 0 ? texts.activity_month_kept({ kg: formatKg(kept_kg) }) : '',
    given_kg > 0 ? texts.activity_month_given({ kg: formatKg(given_kg) }) : '',
  ].filter((each) => each !== '')
  if (facts.length === 0) return null
  return <Facts className="text-sm tabular-nums" facts={facts} />
}

type FoldButtonProps = {
  isOpen: boolean
  /** Id of the element that the button shows and hides. Without it, the button disappears after a press. */
  controls?: string
  onPress: () => void
  children: Content
}

function FoldButton({ isOpen, controls, onPress, children }: FoldButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={controls === undefined ? undefined : isOpen}
      aria-controls={controls}
      onClick={onPress}
      className="inline-flex min-h-11 items-center gap-2 rounded-lg text-left [font-variant-caps:inherit] [letter-spacing:inherit] [text-transform:inherit] hover:underline forced-colors:px-2"
    >
      <Icon
        name="chevron-down"
        className={`size-4 shrink-0 text-soft transition-transform ${isOpen ? 'rotate-180' : ''}`}
      />
      {asElements(children)}
    </button>
  )
}

type Month = ReturnType<typeof groupByMonth>[number]

function monthKey(moment: string): string {
  const date = new Date(moment)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

/** Groups the entries by month. Months and entries keep the order of `entries`. */
export function groupByMonth(entries: readonly ActivityEntry[]) {
  const groups = new Map<string, ActivityEntry[]>()
  for (const entry of entries) {
    const key = monthKey(entry.created_at)
    const group = groups.get(key)
    if (group) group.push(entry)
    else groups.set(key, [entry])
  }
  return [...groups].map(([key, group]) => ({
    /** A month such as `2026-11`, in the user's time zone. */
    key,
    /** A time in the month, from which its name is formatted. */
    moment: group[0]?.created_at ?? '',
    entries: group,
    /** Sums of the whole month. Undefined if they were not requested. */
    sums: group[0]?.month,
  }))
}
