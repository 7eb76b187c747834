// Shows a placeholder while the session is checked: the remembered card with its date on the home
// page, a skeleton on other pages. It has no controls and shows 'Loading…'.
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { HomeSkeleton } from '#features/home/web/home-skeleton.tsx'
import { cardDataOf, type RememberedCard } from '#features/people/web/session/remembered-card.ts'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { formatDateTime } from '#web/ui/number-format.ts'
import { PassingHeading } from '../shell/page-heading.tsx'
import { PageShape } from './page-skeleton.tsx'

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

/** On the home page, `onArrive` loads the page's code, after the first paint. */
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
