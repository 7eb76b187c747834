// Shows the two latest months of the offset activity on the home page, and a link to all
// (docs/product.md#activity).
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { EmptyLine, ErrorState } from '#web/ui/empty-or-error.tsx'
import { ActivityList } from './activity-list.tsx'
import { rowsPerMonth } from './activity-month.tsx'
import { ActivitySkeleton } from './activity-skeleton.tsx'
import { groupByMonth } from './months.ts'
import { useActivity } from './use-activity.ts'
import { WeeklyStreak } from './weekly-streak.tsx'

const monthsMax = 2

export function OffsetActivity() {
  const { entries, isPending, isRefetching, refetch } = useActivity()
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
      {entries ? (
        entries.length === 0 ? (
          <EmptyLine message={texts.activity_empty()} />
        ) : (
          <>
            <WeeklyStreak entries={entries} />
            <ActivityList entries={entries} monthsMax={monthsMax} isBrief headingLevel="h3" />
          </>
        )
      ) : isPending ? (
        <ActivitySkeleton />
      ) : (
        <ErrorState
          message={texts.activity_failed()}
          onRetry={() => void refetch()}
          busy={isRefetching}
        />
      )}
    </section>
  )
}
