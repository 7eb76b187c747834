// Stands in for a page of /app whose code is still on its way: the shape of one, saying 'Loading…'.
import { PassingHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'

export function PageSkeleton() {
  return (
    <SkeletonGroup label={texts.common_loading()}>
      <PassingHeading title={texts.common_loading()} />
      <div className="grid gap-5">
        <Skeleton className="h-80 w-full rounded-[22px]" />
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-40 w-full" />
      </div>
    </SkeletonGroup>
  )
}
