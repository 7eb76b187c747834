// Shows the profile: details, wallet, wallet activity, board identity and privacy. 'Edit Profile' and
// 'Change Password' have no function (docs/product.md#protected-pages). Its path is `paths.settings`: the
// page was called Settings before.
import { BoardIdentity } from '#features/boards/web/board-identity.tsx'
import { OwnData } from '#features/own-data/web/own-data.tsx'
import type { Profile } from '#features/people/people-calls.ts'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { LanguageChoice } from '#features/people/web/phone/language-choice.tsx'
import { WalletActivity } from '#features/wallet/web/wallet-activity.tsx'
import { WalletTotals } from '#features/wallet/web/wallet-totals.tsx'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { Section } from '#web/ui/section.tsx'
import { ProfileFacts } from './profile-facts.tsx'

/**
 * On wide screens, details and privacy form one column, and wallet and boards the other. On phones, privacy
 * is last.
 */
const layout =
  'grid grid-cols-[minmax(0,1fr)] gap-9 lg:grid-rows-[auto_1fr] lg:gap-x-12 ' +
  'lg:grid-cols-[minmax(0,0.9fr)_minmax(0,1.1fr)]'

export function ProfilePage() {
  const profile = useProfile()
  return (
    <div className={layout}>
      <div className="grid content-start gap-6">
        <PageHeading title={texts.common_profile()} />
        {profile ? <ProfileFacts profile={profile} /> : null}
      </div>
      <div className="grid content-start gap-8 lg:row-span-2 lg:pt-2">
        <WalletTotals />
        <WalletActivity />
        {profile ? <BoardIdentity profile={profile} /> : null}
      </div>
      <div className="grid content-start gap-8">
        <Privacy profile={profile} />
      </div>
    </div>
  )
}

function Privacy({ profile }: { profile: Profile | undefined }) {
  return (
    <Section title={texts.wallet_privacy()}>
      <LanguageChoice />
      <p className="mt-4 text-[0.9375rem] text-soft">{texts.wallet_privacy_text()}</p>
      {profile ? <OwnData profile={profile} /> : null}
    </Section>
  )
}
