// Shows one purchase or gift in the list. A completed one opens a dialog with its kilograms; a pending one
// can be resumed or cancelled; an expired or failed one is greyed out.

import { useState } from 'react'
import { ProjectScene } from '#features/catalogue/web/scenes/project-scene.tsx'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import { shareGiftLink } from '#features/purchases/web/gift/share-gift.tsx'
import { texts } from '#web/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { formatDate, formatDay, formatKg, formatTime } from '#web/ui/number-format.ts'
import {
  amountOf,
  detailPartsOf,
  greyedOutStatus,
  hasKilograms,
  isPending,
  mayBeShared,
  receiverText,
} from './activity-words.ts'
import { isSealed } from './unopened-gifts.ts'

type ActivityRowProps = {
  entry: ActivityEntry
  onOpen: (entry: ActivityEntry) => void
  onResume: (entry: ActivityEntry) => void
  onCancel: (entry: ActivityEntry) => void
  isCancelling: boolean
  /** True shows two lines, without the note and the link. */
  isBrief: boolean
}

export function ActivityRow(props: ActivityRowProps) {
  const { entry, onOpen, onResume, onCancel, isCancelling, isBrief } = props
  const rowClass = '@container border-line border-b last:border-b-0'
  if (hasKilograms(entry)) {
    const date = formatDate(entry.created_at)
    return (
      <li className={rowClass}>
        <button
          type="button"
          onClick={() => onOpen(entry)}
          className={`-mx-2.5 flex w-[calc(100%+1.25rem)] max-w-none! flex-wrap items-center gap-x-[min(0.875rem,3.5vw)] gap-y-1 rounded-xl px-2.5 text-left transition-colors hover:bg-page ${isBrief ? 'py-1 md:py-3' : 'py-3'}`}
        >
          <Purchase entry={entry} isBrief={isBrief} />
          <span className="sr-only">
            {isSealed(entry)
              ? texts.passport_gift_sealed()
              : texts.activity_details({ project: entry.project_shown_name, date })}
          </span>
        </button>
        {!isBrief && mayBeShared(entry) && entry.gift_status === 'waiting' ? (
          <SendLinkAgain receiver={receiverText(entry)} />
        ) : null}
      </li>
    )
  }
  return (
    <li className={`${rowClass} py-3`}>
      <div className="flex flex-wrap items-center gap-x-[min(0.875rem,3.5vw)] gap-y-1">
        <Purchase entry={entry} isBrief={isBrief} />
      </div>
      {isPending(entry) ? (
        <div className="mt-2.5 flex flex-wrap items-center gap-2 sm:pl-15">
          <Badge tone="warn">
            {entry.expires_at
              ? texts.activity_pending_until({ time: formatTime(entry.expires_at) })
              : texts.activity_pending()}
          </Badge>
          <span className="ml-auto flex flex-wrap justify-end gap-2">
            <Button
              variant="outline"
              size="small"
              busy={isCancelling}
              onClick={() => onCancel(entry)}
            >
              {texts.activity_cancel()}
            </Button>
            <Button variant="dark" size="small" onClick={() => onResume(entry)}>
              {texts.activity_resume()}
            </Button>
          </span>
        </div>
      ) : null}
    </li>
  )
}

function Purchase({ entry, isBrief }: { entry: ActivityEntry; isBrief: boolean }) {
  const { project_id: id, project_shown_name: name, project_country, note, kg } = entry
  const day = <time dateTime={entry.created_at}>{formatDay(entry.created_at)}</time>
  const [receiver = '', ...details] = detailPartsOf(entry)
  const subject = (
    <>
      {day}
      <span>{` · ${receiver}`}</span>
    </>
  )
  const status = greyedOutStatus(entry)
  const lines = isBrief ? 'max-md:line-clamp-1' : ''
  // With large text, a row on a phone holds few letters, so the name takes the lines that it needs.
  const largeTextLines = '@max-[15rem]:line-clamp-none'
  return (
    <>
      <span
        className={`shrink-0 overflow-hidden rounded-xl ${isBrief ? 'size-[min(2.5rem,12vw)] md:size-[min(2.875rem,12.8vw)]' : 'size-[min(2.875rem,12.8vw)]'} ${status ? 'opacity-50 grayscale' : ''}`}
      >
        <ProjectScene project={{ id, country: project_country, scene: entry.project_scene }} />
      </span>
      <span className="grid min-w-0 flex-[1_1_8rem] gap-0.5">
        <span
          className={`line-clamp-2 ${lines} ${largeTextLines} leading-snug [overflow-wrap:anywhere] ${status ? 'text-soft' : 'font-medium'}`}
        >
          {name}
        </span>
        <Facts
          brief={isBrief}
          facts={isBrief ? [['what', subject], ...details] : [['day', day], receiver, ...details]}
        />
        {note && !isBrief ? (
          <span className="line-clamp-1 whitespace-pre-line text-sm text-soft leading-snug [overflow-wrap:anywhere]">
            {texts.activity_note({ note })}
          </span>
        ) : null}
      </span>
      <span className="ml-auto grid max-w-full shrink-0 gap-0.5 text-right tabular-nums">
        <span className={`font-semibold ${status ? 'text-soft line-through' : ''}`}>
          {formatKg(kg)}
        </span>
        <span className="text-sm text-soft">{status ?? amountOf(entry)}</span>
      </span>
    </>
  )
}

/**
 * Shows a button with which the giver of a waiting gift shares the link again. All gifts have the same link,
 * which contains no data of a gift.
 */
function SendLinkAgain({ receiver }: { receiver: string }) {
  const [busy, setBusy] = useState(false)
  const label = texts.activity_link_again()
  return (
    <div className="-mt-2 flex flex-wrap items-center gap-2 pb-1.5 pl-[min(3.75rem,16.3vw)] forced-colors:mt-1">
      <Badge tone="warn">{texts.activity_waiting()}</Badge>
      <Button
        variant="quiet"
        size="small"
        busy={busy}
        aria-label={`${label}: ${receiver}`}
        onClick={async () => {
          setBusy(true)
          await shareGiftLink()
          setBusy(false)
        }}
      >
        {label}
      </Button>
    </div>
  )
}
