// Shows the placeholder of the home page while its code and data load. The card is at its final position, so
// that the layout does not shift.

import { type CardData, PassportCard } from '#features/passport/web/passport-card.tsx'
import type { Elements } from '#web/ui/elements.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import './home-page.css'

/** Shows the card with its known fields, `children` below it, and placeholders. */
export function HomeSkeleton({ card, children }: { card: CardData; children?: Elements }) {
  return (
    <div className="home grid gap-4 lg:gap-12">
      <div className="spread grid gap-4 lg:grid-cols-2 lg:gap-9">
        <div className="spread-page grid content-start gap-4">
          <PassportCard passport={card} isPart />
          {children}
          <div className="grid grid-cols-2 gap-2.5">
            <Skeleton className="h-13 rounded-[15px]!" />
            <Skeleton className="h-13 rounded-[15px]!" />
          </div>
        </div>
        <div className="spread-page grid content-start gap-5">
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-96 w-full rounded-[22px]!" />
          <Skeleton className="h-24 w-full rounded-card!" />
        </div>
      </div>
    </div>
  )
}
