// Home: the open passport, the one accent action, and what belongs to the person. Each part loads
// and fails by itself; it must not hold back one part for another.
import { AchievementsSection } from '#features/achievements/web/achievements-section.tsx'
import { OffsetActivity } from '#features/activity/web/offset-activity.tsx'
import { LeaderboardTile } from '#features/leaderboards/web/leaderboard-tile.tsx'
import { FeaturedProjects } from '#features/projects/web/featured-projects.tsx'
import { RewardsSection } from '#features/rewards/web/rewards-section.tsx'
import { GoogleWalletLink } from '#features/wallet-pass/web/google-wallet-link.tsx'
import { PassDownload } from '#features/wallet-pass/web/pass-download.tsx'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { BuyFeatured } from './buy-featured.tsx'
import { GiftReveal } from './gift-reveal.tsx'
import { PassportSection } from './passport-section.tsx'
import { useProfile } from './use-passport.ts'

const layout =
  'grid grid-cols-[minmax(0,1fr)] gap-9 lg:gap-x-9 lg:gap-y-12 ' +
  'lg:grid-cols-[minmax(0,1.08fr)_minmax(0,0.92fr)]'

export function HomePage() {
  const profile = useProfile()
  if (!profile) return null
  return (
    <div className={layout}>
      <div className="grid content-start gap-4">
        <PageHeading title={texts.common_product()} hidden />
        <GiftReveal passportId={profile.id} />
        <PassportSection />
        <BuyFeatured country={profile.country} />
        <PassDownload passportId={profile.id} />
        <GoogleWalletLink passportId={profile.id} />
      </div>
      <div className="grid content-start gap-8">
        <AchievementsSection />
        <RewardsSection />
      </div>
      <div className="lg:col-span-2">
        <FeaturedProjects country={profile.country} />
      </div>
      <OffsetActivity />
      <LeaderboardTile />
    </div>
  )
}
