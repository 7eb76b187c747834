// What stands in the frame while the session is checked: on the home page the card as it was last seen,
// dated; elsewhere the shape of a page. Nothing of it can be pressed, and it says 'Loading…'.
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

/** Calls `next` once what stands there is on the screen; answers how to call it off. */
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

/** `onArrive` brings the code of the home page meanwhile, which keeps a slow processor busy. */
export function FromMemory({ card, onArrive }: FromMemoryProps) {
  const [location] = useLocation()
  const isHome = location === paths.home
  useEffect(() => {
    if (!isHome) return
    // Where it does not come, the page asks for it again.
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
