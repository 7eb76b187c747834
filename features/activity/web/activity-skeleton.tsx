// Shows the placeholder of a month of activity while it loads.
import { texts } from '#web/texts.ts'
import { Skeleton, SkeletonGroup } from '#web/ui/states/skeleton.tsx'

const rows = ['first', 'second', 'third', 'fourth'] as const

export function ActivitySkeleton() {
  return (
    <SkeletonGroup label={texts.activity_loading()}>
      <Skeleton className="mb-3 h-6 w-44" />
      {rows.map((row) => (
        <div key={row} className="flex items-center gap-3.5 border-line border-b py-3">
          <Skeleton className="size-11.5 shrink-0" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4.5 w-3/5" />
            <Skeleton className="h-3.5 w-2/5" />
          </div>
          <Skeleton className="h-4.5 w-16" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
