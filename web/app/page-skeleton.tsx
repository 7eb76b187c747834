// Shows the shape of a page of /app and 'Loading…' while its code loads; on the home page with the
// remembered card.
import { useLocation } from 'wouter'
import { HomeSkeleton } from '#features/home/web/home-skeleton.tsx'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { paths } from '#web/paths.ts'
import { PassingHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { Skeleton, SkeletonGroup } from '#web/ui/states/skeleton.tsx'

export function PageSkeleton() {
  const [location] = useLocation()
  const profile = useProfile()
  return (
    <SkeletonGroup label={texts.common_loading()}>
      <PassingHeading title={texts.common_loading()} />
      {location === paths.home && profile ? <HomeSkeleton card={profile} /> : <PageShape />}
    </SkeletonGroup>
  )
}

export function PageShape() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-10 w-48" />
      <Skeleton className="h-80 w-full rounded-[22px]" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}
