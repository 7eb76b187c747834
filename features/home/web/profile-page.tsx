// Shows the profile: details, offer of a passkey, wallet, wallet activity, name on boards, and privacy. 'Edit
// Profile' and 'Change Password' have no function (docs/product.md#protected-pages). The path is
// `paths.settings`, because the page was previously called Settings.
import { BoardIdentity } from '#features/boards/web/board-identity.tsx'
import { LegalLinks } from '#features/legal/web/legal-links.tsx'
import { OwnData } from '#features/own-data/web/own-data.tsx'
import { PasskeyOffer } from '#features/own-data/web/passkeys.tsx'
import type { Profile } from '#features/people/people-calls.ts'
import { NameForm } from '#features/people/web/passport/name-form.tsx'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { LanguageChoice } from '#features/people/web/phone/language-choice.tsx'
import { usePhoneText } from '#features/people/web/phone/number-field.tsx'
import { WalletActivity } from '#features/wallet/web/wallet-activity.tsx'
import { WalletTotals } from '#features/wallet/web/wallet-totals.tsx'
import { paths } from '#web/paths.ts'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { formatCountry } from '#web/ui/country-format.ts'
import { Section, SectionLink } from '#web/ui/section.tsx'

/**
 * Classes of the page. On wide screens, details and privacy are one column, wallet and boards the other. On
 * phones, privacy is last.
 */
const pageClass =
  'grid grid-cols-[minmax(0,1fr)] gap-9 lg:grid-rows-[auto_1fr] lg:gap-x-12 ' +
  'lg:grid-cols-[minmax(0,0.9fr)_minmax(0,1.1fr)]'

export function ProfilePage() {
  const profile = useProfile()
  return (
    <div className={pageClass}>
      <div className="grid content-start gap-6">
        <PageHeading title={texts.common_profile()} />
        {profile ? <ProfileFacts profile={profile} /> : null}
        {profile ? <PasskeyOffer profile={profile} /> : null}
      </div>
      <div className="grid content-start gap-8 lg:row-span-2 lg:pt-2">
        <WalletTotals />
        <WalletActivity />
        {profile ? <BoardIdentity profile={profile} /> : null}
      </div>
      <div className="grid content-start gap-8">
        <Privacy profile={profile} />
        <LegalLinks />
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

/** Shows all personal data of the user. The product stores no postal address and no password. */
export function ProfileFacts({ profile }: { profile: Profile }) {
  const phone = usePhoneText(profile.phone)
  const name = [profile.firstName, profile.lastName].filter(Boolean).join(' ')
  const facts = [
    [texts.wallet_name(), name],
    [texts.wallet_nickname(), profile.nickname ?? ''],
    [texts.wallet_phone(), phone],
    [texts.wallet_country(), formatCountry(profile.country)],
    [texts.wallet_currency(), `${profile.currency} (${profile.symbol})`],
  ] as const
  return (
    <Section
      title={texts.wallet_details()}
      action={<SectionLink path={paths.card}>{texts.wallet_card_page()}</SectionLink>}
    >
      <dl className="divide-y divide-line rounded-card border border-line bg-surface px-4.5">
        {facts.map(([fact, value]) =>
          value === '' ? null : (
            <div key={fact} className="flex flex-wrap justify-between gap-x-6 py-3">
              <dt className="text-soft">{fact}</dt>
              <dd className="min-w-0 font-semibold wrap-anywhere">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
      <div className="mt-4">
        <NameForm
          field="holder_name"
          name={profile.holder_name ?? ''}
          label={texts.passport_holder_name()}
          hint={texts.passport_holder_only_you()}
          save={texts.passport_holder_save()}
          autoComplete="name"
        />
      </div>
      <p className="mt-1 flex flex-wrap gap-x-6">
        <SectionLink path={paths.estimate}>{texts.estimate_title()}</SectionLink>
        <SectionLink path={paths.plans}>{texts.plans_title()}</SectionLink>
        <InertLink>{texts.wallet_edit_profile()}</InertLink>
        <InertLink>{texts.wallet_change_password()}</InertLink>
      </p>
    </Section>
  )
}

/** Shows a disabled link without a function. */
function InertLink({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: screen readers do not read <a> without href as a link
    // biome-ignore lint/a11y/useFocusableInteractive: the Tab key should skip a disabled link
    <span
      role="link"
      aria-disabled="true"
      className="inline-flex min-h-11 cursor-not-allowed items-center font-semibold text-faint"
    >
      {children}
    </span>
  )
}
