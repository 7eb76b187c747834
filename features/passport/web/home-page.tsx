// Home: the open passport, the one accent action, and what belongs to the person. Each part loads
// and fails by itself, much at once in one box; it must not hold back one part for another.
import { AchievementsSection } from '#features/achievements/web/achievements-section.tsx'
import { OffsetActivity } from '#features/activity/web/offset-activity.tsx'
import { LeaderboardTile } from '#features/leaderboards/web/leaderboard-tile.tsx'
import { FeaturedProjects } from '#features/projects/web/featured-projects.tsx'
import { RewardsSection } from '#features/rewards/web/rewards-section.tsx'
import { GoogleWalletLink } from '#features/wallet-pass/web/google-wallet-link.tsx'
import { PassDownload } from '#features/wallet-pass/web/pass-download.tsx'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { FailedParts } from '#web/ui/failed-parts.tsx'
import { BuyFeatured } from './buy-featured.tsx'
import { GiftReveal } from './gift-reveal.tsx'
import { PassportSection } from './passport-section.tsx'
import { useProfile } from './use-passport.ts'
import './home-page.css'

export function HomePage() {
  const profile = useProfile()
  if (!profile) return null
  return (
    <div className="home">
      <FailedParts>
        <div className="spread">
          <div className="spread-page">
            <PageHeading title={texts.common_product()} hidden />
            <GiftReveal passportId={profile.id} />
            <PassportSection />
            <BuyFeatured country={profile.country} />
            <PassDownload passportId={profile.id} />
            <GoogleWalletLink passportId={profile.id} />
          </div>
          <div className="spread-page">
            <AchievementsSection />
            <RewardsSection />
          </div>
        </div>
        <FeaturedProjects country={profile.country} />
        <div className="home-foot">
          <OffsetActivity />
          <LeaderboardTile />
        </div>
      </FailedParts>
    </div>
  )
}
