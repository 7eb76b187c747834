// Shows the home page: the open passport, 'Buy Offsets', and further sections. Each section loads and fails
// independently; three or more failures share one box.
import { AchievementsSection } from '#features/achievements/web/achievements-section.tsx'
import { OffsetActivity } from '#features/activity/web/offset-activity.tsx'
import { LeaderboardTile } from '#features/boards/web/leaderboard-tile.tsx'
import { FeaturedProjects } from '#features/catalogue/web/projects/featured-projects.tsx'
import { GoogleWalletLink } from '#features/passes/web/google-wallet-link.tsx'
import { PassDownload } from '#features/passes/web/pass-download.tsx'
import { BuyFeatured } from '#features/passport/web/buy-featured.tsx'
import { GiftReveal } from '#features/passport/web/gift-reveal.tsx'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { RewardsSection } from '#features/reward-claims/web/rewards-section.tsx'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { FailedParts } from '#web/ui/states/failed-parts.tsx'
import { PassportSection } from './passport-section.tsx'
import './home-page.css'

export function HomePage() {
  const profile = useProfile()
  if (!profile) return null
  return (
    <div className="home grid gap-4 lg:gap-12">
      <FailedParts>
        <div className="spread grid gap-4 lg:grid-cols-2 lg:gap-9">
          <div className="spread-page grid content-start gap-4">
            <PageHeading title={texts.common_product()} hidden />
            <GiftReveal passportId={profile.id} />
            <PassportSection />
            <BuyFeatured country={profile.country} />
            <PassDownload passportId={profile.id} />
            <GoogleWalletLink passportId={profile.id} />
          </div>
          <div className="spread-page grid content-start gap-5">
            <AchievementsSection />
            <RewardsSection />
          </div>
        </div>
        <FeaturedProjects country={profile.country} />
        <div className="grid gap-4 lg:grid-cols-2 lg:gap-9 xl:gap-16">
          <OffsetActivity />
          <LeaderboardTile />
        </div>
      </FailedParts>
    </div>
  )
}
