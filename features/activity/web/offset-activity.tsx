// Shows the offset activity on the home page: five rows a month, of as many months as ten rows hold (on a
// phone, five rows), and a link to all (docs/product.md#activity).
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { EmptyLine, ErrorState } from '#web/ui/empty-or-error.tsx'
import { ActivityList } from './activity-list.tsx'
import { ActivitySkeleton } from './activity-skeleton.tsx'
import { useActivity } from './use-activity.ts'
import { WeeklyStreak } from './weekly-streak.tsx'

/** Rows of a month, and the number of transactions above which 'Show all' appears. */
const rowsPerMonth = 5

export function OffsetActivity() {
  const { entries, isPending, isRefetching, refetch } = useActivity()
  return (
    <section aria-labelledby="offset-activity">
      <div className="mb-2 flex min-h-11 items-center justify-between gap-4 md:mb-3">
        <h2 id="offset-activity" className="text-[1.5rem]">
          {texts.activity_title()}
        </h2>
        {entries && entries.length > rowsPerMonth ? (
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
            <ActivityList
              entries={entries}
              rowsPerMonth={rowsPerMonth}
              rowsMax={2 * rowsPerMonth}
              rowsOnPhone={rowsPerMonth}
              isBrief
              laterMonths="left out"
              headingLevel="h3"
            />
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
