// Shows the two latest months of the offset activity on the home page, and a link to all
// (docs/product.md#activity).
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { EmptyLine } from '#web/ui/empty-or-error.tsx'
import { Section, SectionLink } from '#web/ui/section.tsx'
import { ActivityList, LoadedActivity } from './activity-list.tsx'
import { groupByMonth, rowsPerMonth } from './activity-month.tsx'
import { useActivity } from './use-activity.ts'
import { WeeklyStreak } from './weekly-streak.tsx'

const monthsMax = 2

export function OffsetActivity() {
  const activity = useActivity()
  const { entries } = activity
  return (
    <Section
      title={texts.activity_title()}
      action={
        entries && (entries.length > rowsPerMonth || groupByMonth(entries).length > monthsMax) ? (
          <SectionLink path={paths.transactions}>{texts.activity_show_all()}</SectionLink>
        ) : null
      }
    >
      <LoadedActivity activity={activity} empty={<EmptyLine message={texts.activity_empty()} />}>
        {(loaded) => (
          <>
            <WeeklyStreak entries={loaded} />
            <ActivityList entries={loaded} monthsMax={monthsMax} isBrief headingLevel="h3" />
          </>
        )}
      </LoadedActivity>
    </Section>
  )
}
