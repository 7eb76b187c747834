// Shows placeholders of a page of /app while its code loads or the session is checked. On the home page they
// contain the passport card.

import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { HomeSkeleton } from '#features/home/web/home-skeleton.tsx'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import type { RememberedCard } from '#features/people/web/session/session.ts'
import { cardDataOf } from '#values/card-data.ts'
import { paths } from '#web/paths.ts'
import { PassingHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { afterPaint } from '#web/ui/after-paint.ts'
import { formatDateTime } from '#web/ui/number-format.ts'
import { Skeleton, SkeletonGroup } from '#web/ui/states/skeleton.tsx'

export function PageSkeleton() {
  const [location] = useLocation()
  const profile = useProfile()
  return (
    <SkeletonGroup label={texts.common_loading()}>
      <PassingHeading title={texts.common_loading()} />
      {location === paths.home && profile ? <HomeSkeleton card={profile} /> : <PagePlaceholder />}
    </SkeletonGroup>
  )
}

function PagePlaceholder() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-10 w-48" />
      <Skeleton className="h-80 w-full rounded-[22px]" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}

type CheckingPlaceholderProps = {
  card: RememberedCard
  onPainted: () => Promise<unknown>
}

/**
 * Shows a placeholder with 'Loading…' while the session is checked: on the home page the stored card with its
 * date, on other pages a skeleton. On the home page it calls `onPainted` after the first
 * paint, to load the page's code.
 */
export function CheckingPlaceholder({ card, onPainted }: CheckingPlaceholderProps) {
  const [location] = useLocation()
  const isHome = location === paths.home
  useEffect(() => {
    if (!isHome) return
    // A failure is ignored, because the rendering of the page loads its code again.
    return afterPaint(() => void onPainted().catch(() => undefined))
  }, [isHome, onPainted])
  const loading = (
    <>
      <PassingHeading title={texts.common_product()} />
      <p role="status">{texts.common_loading()}</p>
    </>
  )
  if (!isHome) {
    return (
      <div className="grid gap-5 text-soft">
        {loading}
        <PagePlaceholder />
      </div>
    )
  }
  return (
    <HomeSkeleton card={cardDataOf(card)}>
      <div className="text-center text-soft">
        {loading}
        <p className="text-sm">{texts.common_as_it_was({ moment: formatDateTime(card.date) })}</p>
      </div>
    </HomeSkeleton>
  )
}
