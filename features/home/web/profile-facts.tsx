// Shows all personal data of the user. The product stores no postal address and no password.
import type { Profile } from '#features/people/people-calls.ts'
import { usePhoneText } from '#features/people/web/phone/use-phone-text.ts'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { formatCountry } from '#web/ui/country-format.ts'
import { Section, SectionLink } from '#web/ui/section.tsx'

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
      <p className="mt-1 flex flex-wrap gap-x-6">
        <InertLink>{texts.wallet_edit_profile()}</InertLink>
        <InertLink>{texts.wallet_change_password()}</InertLink>
      </p>
    </Section>
  )
}

/** A link that has no function yet, marked as disabled. */
function InertLink({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a link without an address is no link to readers
    // biome-ignore lint/a11y/useFocusableInteractive: what cannot be used is no stop for the Tab key
    <span
      role="link"
      aria-disabled="true"
      className="inline-flex min-h-11 cursor-not-allowed items-center font-semibold text-faint"
    >
      {children}
    </span>
  )
}
