// Shows /app/transactions: the whole offset activity by months, page by page.
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { usePageTitle } from '#web/shell/page-title.ts'
import { texts } from '#web/texts.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-or-error.tsx'
import { ActivityList, LoadedActivity } from './activity-list.tsx'
import { useActivity } from './use-activity.ts'

export function TransactionsPage() {
  usePageTitle(texts.activity_title())
  const activity = useActivity()
  return (
    <div>
      <h1 className="mb-6 text-[2rem]">{texts.activity_title()}</h1>
      <LoadedActivity
        activity={activity}
        skeletonClass="lg:pl-77"
        empty={
          <EmptyState message={texts.activity_empty()}>
            <Link href={paths.projects} className={buttonClass('dark', 'small')}>
              {texts.projects_choose()}
            </Link>
          </EmptyState>
        }
      >
        {(entries) => (
          <ActivityList
            entries={entries}
            headingLevel="h2"
            older={<OlderButton activity={activity} />}
          />
        )}
      </LoadedActivity>
    </div>
  )
}

function OlderButton({ activity }: { activity: ReturnType<typeof useActivity> }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, error } = activity
  if (!hasNextPage) return null
  return (
    <div>
      {isFetchNextPageError ? (
        <ErrorState
          message={texts.activity_failed()}
          onRetry={() => void fetchNextPage()}
          busy={isFetchingNextPage}
          error={error}
        />
      ) : (
        <Button
          variant="outline"
          wide
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {texts.activity_older()}
        </Button>
      )}
    </div>
  )
}
