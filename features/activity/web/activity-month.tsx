// Shows one month of the activity: its heading with its sums, its rows, and expired or failed
// purchases on a line of their own. A month beyond the limit is only its heading until it is
// opened.

import { useId, useState } from 'react'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import { texts } from '#web/texts.ts'
import { asElements, type Content } from '#web/ui/elements.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { formatKg, formatMonth } from '#web/ui/number-format.ts'
import { ActivityRow } from './activity-row.tsx'
import type { Month, MonthPage } from './months.ts'

/** On a desktop the whole activity has each month's name and sums next to its rows. */
const besideClass =
  'lg:grid lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-9 lg:border-ink lg:border-t lg:pt-3'
const besideHeadClass = 'lg:flex-col lg:items-start lg:gap-1 lg:self-start lg:border-b-0 lg:pt-2'

type ActivityMonthProps = {
  page: MonthPage
  Heading: 'h2' | 'h3'
  /** The transaction that is being cancelled. */
  cancelling: string | undefined
  isBrief: boolean
  onOpen: (entry: ActivityEntry) => void
  onResume: (entry: ActivityEntry) => void
  onCancel: (entry: ActivityEntry) => void
}

export function ActivityMonth(props: ActivityMonthProps) {
  const { page, Heading, cancelling, isBrief, onOpen, onResume, onCancel } = props
  const { allRows, tries, isFolded, rowsOnPhone } = page
  const [isOpen, setOpen] = useState(!isFolded)
  const [isWhole, setWhole] = useState(isFolded)
  const [showsTries, setShowsTries] = useState(false)
  const id = useId()
  const rows = isWhole ? allRows : page.rows
  const rest = allRows.length - rows.length
  const row = (entry: ActivityEntry, place: number) => (
    <ActivityRow
      key={entry.tx_id}
      entry={entry}
      isCancelling={cancelling === entry.tx_id}
      isBrief={isBrief}
      isForDesks={place >= rowsOnPhone}
      {...{ onOpen, onResume, onCancel }}
    />
  )
  return (
    <section
      aria-labelledby={`month-${page.key}`}
      className={`${isBrief ? '' : besideClass} ${rowsOnPhone > 0 ? '' : 'max-md:hidden'}`}
    >
      <div
        className={`flex flex-wrap items-center justify-between gap-x-4 border-ink border-b pb-1.5 ${isBrief ? '' : besideHeadClass}`}
      >
        <Heading id={`month-${page.key}`} className="text-[1.0625rem] uppercase tracking-[0.1em]">
          {isFolded ? (
            <FoldButton controls={id} isOpen={isOpen} onPress={() => setOpen(!isOpen)}>
              {formatMonth(page.moment)}
            </FoldButton>
          ) : (
            formatMonth(page.moment)
          )}
        </Heading>
        <Sums month={page} />
      </div>
      <div id={id} hidden={!isOpen}>
        <ul>{isOpen ? rows.map(row) : null}</ul>
        {rest > 0 ? (
          <FoldButton isOpen={false} onPress={() => setWhole(true)}>
            {texts.activity_month_rest({ count: rest })}
          </FoldButton>
        ) : null}
        {tries.length > 0 ? (
          <div className={isBrief && allRows.length > 0 ? 'max-md:hidden' : ''}>
            <FoldButton
              controls={`${id}-tries`}
              isOpen={showsTries}
              onPress={() => setShowsTries(!showsTries)}
            >
              {texts.activity_tries({ count: tries.length })}
            </FoldButton>
            <ul id={`${id}-tries`}>{showsTries ? tries.map(row) : null}</ul>
          </div>
        ) : null}
      </div>
    </section>
  )
}

function Sums({ month: { sums } }: { month: Month }) {
  const { kept_kg = 0, given_kg = 0 } = sums ?? {}
  const words = [
    kept_kg > 0 ? texts.activity_month_kept({ kg: formatKg(kept_kg) }) : '',
    given_kg > 0 ? texts.activity_month_given({ kg: formatKg(given_kg) }) : '',
  ].filter((each) => each !== '')
  if (words.length === 0) return null
  return <Facts className="text-sm tabular-nums" facts={words} />
}

type FoldButtonProps = {
  isOpen: boolean
  /** Id of the element that it opens and closes. Without one it only opens, and disappears. */
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
      className="inline-flex min-h-11 items-center gap-2 rounded-lg text-left [font-variant-caps:inherit] [letter-spacing:inherit] [text-transform:inherit] hover:underline"
    >
      <Icon
        name="chevron-down"
        className={`size-4 shrink-0 text-soft transition-transform ${isOpen ? 'rotate-180' : ''}`}
      />
      {asElements(children)}
    </button>
  )
}
