// The shapes of the card's fields while the provider's own are on their way.
import { texts } from '#web/texts.ts'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'

export function CardFieldsLoading() {
  return (
    <SkeletonGroup label={texts.common_loading()}>
      <span className="grid gap-3 rounded-card border border-line bg-page/60 px-3.5 py-4">
        <Skeleton className="h-19 rounded-field" />
        <span className="grid grid-cols-2 gap-3">
          <Skeleton className="h-19 rounded-field" />
          <Skeleton className="h-19 rounded-field" />
        </span>
      </span>
    </SkeletonGroup>
  )
}
