// Shows the user's weekly streak: the last four ISO weeks (UTC), the days left in the current one, and a
// button that repeats the last purchase.

import { listAchievements } from '#features/achievements/achievements-calls.ts'
import { useProject } from '#features/catalogue/web/projects/use-projects.ts'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import { CheckoutAction } from '#features/purchases/web/checkout/checkout-action.tsx'
import { lastWeekStarts } from '#values/text/iso-week.ts'
import { serverNow } from '#web/api/api.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { texts } from '#web/texts.ts'
import { formatDay, formatKg } from '#web/ui/number-format.ts'
import { isCompleted } from './activity-words.ts'

const doneClass =
  'border-moss bg-moss forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none'

export function WeeklyStreak({ entries }: { entries: readonly ActivityEntry[] }) {
  const achievements = useAnswer(listAchievements, {}).data
  const doneMondays = achievements?.find(({ weeks }) => weeks !== undefined)?.weeks ?? []
  // A user without a week has no streak to show.
  if (doneMondays.length === 0) return null
  const { weeks, isCurrentDone, daysLeft } = streakOf(doneMondays, serverNow())
  const last = lastOwnPurchase(entries)
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-5 gap-y-2 md:mb-5 md:gap-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ol className="flex gap-2" aria-label={texts.activity_weeks()}>
          {weeks.map(({ monday, isDone }) => {
            const date = formatDay(monday)
            return (
              <li
                key={monday}
                className={`size-4.5 rounded-full border-2 ${isDone ? doneClass : 'border-field border-dotted'}`}
              >
                <span className="sr-only">
                  {isDone
                    ? texts.activity_week_stamped({ date })
                    : texts.activity_week_open({ date })}
                </span>
              </li>
            )
          })}
        </ol>
        <p className="text-sm text-soft">
          {isCurrentDone
            ? texts.activity_week_done()
            : texts.activity_week_left({ days: daysLeft })}
        </p>
      </div>
      {last ? <RepeatButton last={last} /> : null}
    </div>
  )
}

/** Returns the latest completed purchase for the user themself, or undefined. */
function lastOwnPurchase(entries: readonly ActivityEntry[]): ActivityEntry | undefined {
  return entries.find((entry) => !entry.is_gift && !entry.is_reward && isCompleted(entry))
}

/** Shows the button that repeats a purchase, if a batch of the project still offers enough kilograms. */
function RepeatButton({ last: { project_id, batch_serial_number, kg } }: { last: ActivityEntry }) {
  const project = useProject(project_id).data
  const suitableBatches =
    project?.batches.filter((each) => each.is_offered && each.kg_available >= kg) ?? []
  const batch =
    suitableBatches.find(({ serial_number }) => serial_number === batch_serial_number) ??
    suitableBatches[0]
  if (!project || !batch) return null
  return (
    <CheckoutAction
      kind="buy"
      project={project}
      batches={project.batches}
      chosenId={batch.id}
      again={{ kg, label: texts.activity_same({ kg: formatKg(kg) }) }}
    />
  )
}

const dayMs = 24 * 60 * 60 * 1000
/** Number of weeks shown: those that the achievement of the streak needs. */
const weeksShown = 4

/**
 * Returns the streak. `doneMondays` are the Mondays of the weeks with a purchase, such as `2026-11-16`. `now`
 * is in milliseconds.
 */
export function streakOf(doneMondays: readonly string[], now: number) {
  const starts = lastWeekStarts(new Date(now), weeksShown)
  const weeks = starts
    .map((start) => start.toISOString().slice(0, 10))
    .map((monday) => ({ monday, isDone: doneMondays.includes(monday) }))
  const endsAt = Math.max(...starts.map((start) => start.getTime())) + 7 * dayMs
  return {
    /** Oldest first; the current week is last. */
    weeks,
    /** True if the current week has a purchase. */
    isCurrentDone: weeks.at(-1)?.isDone === true,
    /** Days until the current week ends, including today. */
    daysLeft: Math.ceil((endsAt - now) / dayMs),
  }
}
