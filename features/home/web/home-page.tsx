// Shows the home page: the open passport, 'Buy Offsets', and other sections. Each section loads and fails
// independently. Three or more failures are reported in one box.

import { useEffect, useState } from 'react'
import { AchievementsSection } from '#features/achievements/web/achievements-section.tsx'
import { OffsetActivity } from '#features/activity/web/offset-activity.tsx'
import { LeaderboardTile } from '#features/boards/web/leaderboard-tile.tsx'
import { FeaturedProjects } from '#features/catalogue/web/projects/featured-projects.tsx'
import { YearLine } from '#features/estimate/web/year-share.tsx'
import { PassportCover } from '#features/landing/web/passport-cover.tsx'
import { GoogleWalletLink, PassDownload } from '#features/passes/web/pass-action.tsx'
import { BuyFeatured, useIsOfferKnown } from '#features/passport/web/buy-featured.tsx'
import { GiftReveal } from '#features/passport/web/gift-reveal.tsx'
import { PassportCard } from '#features/passport/web/passport-card.tsx'
import { usePassport, useProfile } from '#features/people/web/passport/use-passport.ts'
import { RewardsSection } from '#features/reward-claims/web/rewards-section.tsx'
import { isOpening } from '#web/paths.ts'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { mayMove } from '#web/shell/view-transition.ts'
import { texts } from '#web/texts.ts'
import { formatCount } from '#web/ui/number-format.ts'
import { FailedParts } from '#web/ui/states/failed-parts.tsx'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { useInTurn } from '#web/ui/use-in-turn.ts'
import { useIsWelcomeDue, WelcomePart } from './welcome-part.tsx'
import './home-page.css'
import './opening-cover.css'

export function HomePage() {
  const profile = useProfile()
  return profile ? <Home id={profile.id} country={profile.country} /> : null
}

function Home({ id, country }: { id: string; country: string }) {
  // Parts below the offer wait for its height, because it would move them. In a drawn document they wait for the
  // code, because their layout would delay the first paint on phones.
  const isOfferKnown = useIsOfferKnown(country)
  const below = isOfferKnown && !import.meta.env.SSR ? '' : 'max-lg:hidden'
  const shown = useInTurn('home', { total: 5, onWideScreens: 2 })
  const [isBuying, setBuying] = useState(false)
  return (
    <div className="home grid gap-2.5 md:gap-4 lg:gap-12">
      <WelcomePart onBuy={() => setBuying(true)} />
      <FailedParts>
        <div className="spread grid gap-2.5 md:gap-4 lg:grid-cols-2 lg:gap-9">
          <div className="spread-page grid content-start gap-2.5 md:gap-4">
            <PageHeading title={texts.common_product()} hidden />
            <PassportSection />
            <YearLine />
            <BuyFeatured country={country} opensBuy={isBuying} />
            <div className={isOfferKnown ? 'grid gap-2.5 md:gap-4' : 'hidden'}>
              <PassDownload passportId={id} />
              <GoogleWalletLink passportId={id} />
            </div>
          </div>
          <div className={`spread-page grid content-start gap-3 md:gap-5 ${below}`}>
            {shown > 0 ? <AchievementsSection /> : null}
            {shown > 1 ? <RewardsSection /> : null}
          </div>
        </div>
        <div className={`grid gap-2.5 md:gap-4 lg:gap-12 ${below}`}>
          {shown > 2 ? <FeaturedProjects country={country} /> : null}
          <div className="grid gap-2.5 md:gap-4 lg:grid-cols-2 lg:gap-9 xl:gap-16">
            {shown > 3 ? <OffsetActivity /> : null}
            {shown > 4 ? <LeaderboardTile /> : null}
          </div>
        </div>
      </FailedParts>
    </div>
  )
}

/**
 * Shows the passport card: a skeleton while it loads, the card, or an error if the first load fails. It never
 * shows old figures.
 */
export function PassportSection() {
  const passport = usePassport()
  return (
    <Loaded
      query={passport}
      skeleton={<Skeleton className="aspect-[4/3.6] w-full rounded-[22px]!" />}
      error={texts.passport_failed()}
    >
      {(profile) => (
        <>
          {/* The gift lies on the card, because it loads later and must not move the card. */}
          <div className="relative grid grid-cols-1 perspective-[90rem] *:[grid-area:1/1]">
            <GiftReveal />
            <PassportCard passport={profile} />
            <OpeningCover />
          </div>
          {profile.retired_kg > 0 ? (
            <p className="mt-3 text-center text-sm text-soft">
              {texts.passport_retired({ kg: formatCount(profile.retired_kg) })}
            </p>
          ) : null}
        </>
      )}
    </Loaded>
  )
}

/**
 * Shows, after a sign-in, the landing page's closed passport on top of the open one. Its cover opens once and
 * disappears, after the welcome of a new user. It is only decorative, and is omitted for users who prefer reduced
 * motion.
 */
export function OpeningCover() {
  const isClosed = useIsWelcomeDue()
  // The server draws documents, which no sign-in leads to.
  const [isVisible, setVisible] = useState(
    () => typeof history !== 'undefined' && (isClosed || isOpening(history.state)) && mayMove(),
  )
  useEffect(() => {
    // Clears the history state, so that a reload does not play the animation again. The welcome has a
    // history entry of its own, and only its end leads back to the entry of this page.
    const clear = () => {
      if (isOpening(history.state)) history.replaceState(null, '')
    }
    clear()
    addEventListener('popstate', clear)
    return () => removeEventListener('popstate', clear)
  }, [])
  if (!isVisible) return null
  return (
    <div
      className={`opening pointer-events-none absolute inset-0 z-2 origin-left backface-hidden ${isClosed ? 'opening-closed' : ''}`}
      aria-hidden="true"
      onAnimationEnd={() => setVisible(false)}
    >
      <PassportCover />
    </div>
  )
}
