// Shows the two latest months of the offset activity on the home page, and a link to all
// (docs/product.md#activity).
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { EmptyLine } from '#web/ui/empty-or-error.tsx'
import { ActivityList, LoadedActivity } from './activity-list.tsx'
import { groupByMonth, rowsPerMonth } from './activity-month.tsx'
import { useActivity } from './use-activity.ts'
import { WeeklyStreak } from './weekly-streak.tsx'

const monthsMax = 2

export function OffsetActivity() {
  const activity = useActivity()
  const { entries } = activity
  return (
    <section aria-labelledby="offset-activity">
      <div className="mb-2 flex min-h-11 items-center justify-between gap-4 md:mb-3">
        <h2 id="offset-activity" className="text-[1.5rem]">
          {texts.activity_title()}
        </h2>
        {entries && (entries.length > rowsPerMonth || groupByMonth(entries).length > monthsMax) ? (
          <Link
            href={paths.transactions}
            className="inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline"
          >
            {texts.activity_show_all()}
          </Link>
        ) : null}
      </div>
      <LoadedActivity activity={activity} empty={<EmptyLine message={texts.activity_empty()} />}>
        {(loaded) => (
          <>
            <WeeklyStreak entries={loaded} />
            <ActivityList entries={loaded} monthsMax={monthsMax} isBrief headingLevel="h3" />
          </>
        )}
      </LoadedActivity>
    </section>
  )
}
