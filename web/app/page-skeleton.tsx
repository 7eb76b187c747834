// Shows the shape of a page of /app and 'Loading…' while its code loads; on the home page with the
// remembered card.

import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { HomeSkeleton } from '#features/home/web/home-skeleton.tsx'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { cardDataOf, type RememberedCard } from '#features/people/web/session/session.ts'
import { paths } from '#web/paths.ts'
import { PassingHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { formatDateTime } from '#web/ui/number-format.ts'
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

function PageShape() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-10 w-48" />
      <Skeleton className="h-80 w-full rounded-[22px]" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}

type FromMemoryProps = { card: RememberedCard; onArrive: () => Promise<unknown> }

/** Calls `next` after the first paint; returns a function that cancels it. */
function afterPaint(next: () => void): () => void {
  let later: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    later = setTimeout(next)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(later)
  }
}

/**
 * Shows a placeholder while the session is checked: the remembered card with its date on the home
 * page, a skeleton on other pages. It has no controls and shows 'Loading…'. On the home page,
 * `onArrive` loads the page's code, after the first paint.
 */
export function FromMemory({ card, onArrive }: FromMemoryProps) {
  const [location] = useLocation()
  const isHome = location === paths.home
  useEffect(() => {
    if (!isHome) return
    // A failure is ignored here: rendering the page loads its code again.
    return afterPaint(() => void onArrive().catch(() => undefined))
  }, [isHome, onArrive])
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
        <PageShape />
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
