// Shows 'Buy Offsets' and 'Gift Offsets' on the home page, with the name of the offered project. The buttons
// open the checkout of a featured project's preferred batch. Without stock, they link to the projects.
import { useState } from 'react'
import { Link } from 'wouter'
import type { FeaturedProject } from '#features/catalogue/catalogue-calls.ts'
import { useFeaturedProjects } from '#features/catalogue/web/projects/use-projects.ts'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { CheckoutAction, useCoveredKg } from '#features/purchases/web/checkout/checkout-action.tsx'
import { useWallet } from '#features/wallet/web/use-wallet.ts'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { formatAmount, formatKg } from '#web/ui/number-format.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'

/** Returns the offered project, which stays the same while the page is open. */
function useOffer(featured: readonly FeaturedProject[] | undefined): FeaturedProject | undefined {
  const [previous, setPrevious] = useState<FeaturedProject>()
  const offer = offerOf(featured, previous)
  if (offer !== previous) setPrevious(offer)
  return offer
}

const linkClass =
  'inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline'

const pairClass = 'grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-2.5'
const projectLineClass = 'grid justify-items-center'
/**
 * Classes with a fixed height, so that the project's name, of two lines on phones, does not shift the layout.
 */
const fixedHeightLineClass = `${projectLineClass} h-22 md:h-17`

export function BuyFeatured({ country }: { country: string }) {
  const featured = useFeaturedProjects(country)
  const project = useOffer(featured.data)
  const batch = project?.preferred_batch
  const credit = useWelcome(project)
  if (!project || !batch) {
    return (
      <div className="grid gap-1.5">
        <div className={pairClass}>
          <Link href={paths.projects} className={buttonClass('accent', 'large', true)}>
            {texts.projects_buy()}
          </Link>
          {featured.isPending ? (
            <Skeleton className="h-13 rounded-[15px]!" />
          ) : (
            <Link href={paths.projects} className={buttonClass('outline', 'large', true)}>
              {texts.projects_gift()}
            </Link>
          )}
        </div>
        {featured.isPending ? (
          <div aria-hidden="true" className={`${fixedHeightLineClass} content-start gap-3 pt-1.5`}>
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-4 w-2/5" />
          </div>
        ) : (
          <Link href={paths.projects} className={`${linkClass} justify-self-center text-sm`}>
            {texts.projects_choose()}
          </Link>
        )}
        <GiftFormLink />
      </div>
    )
  }
  return (
    <div className="grid gap-1.5">
      <div className={pairClass}>
        <CheckoutAction kind="buy" project={project} batches={[batch]} chosenId={batch.id} wide />
        <CheckoutAction kind="gift" project={project} batches={[batch]} chosenId={batch.id} wide />
      </div>
      {credit ? <Welcome {...credit} project={project} /> : null}
      <div
        className={`${credit ? projectLineClass : fixedHeightLineClass} text-center text-soft text-sm`}
      >
        {/* `Welcome` also contains the project's name. */}
        {credit ? null : (
          <p className="line-clamp-2 max-w-full text-balance md:line-clamp-1">
            {texts.passport_buys_from({ project: project.shown_name })}
          </p>
        )}
        <Link href={paths.projects} className={linkClass}>
          {texts.passport_other_project()}
        </Link>
      </div>
      <GiftFormLink />
    </div>
  )
}

/** Shows the link to the gift form, which selects the project for the giver. */
function GiftFormLink() {
  return (
    <Link href={paths.offers} className={`${linkClass} justify-self-center text-sm`}>
      {texts.gifts_form_title()}
    </Link>
  )
}

type Credit = { readonly amount: string; readonly kg: string }

/**
 * Returns the wallet's balance and the kilograms that it pays for. Returns undefined if it pays for less than
 * a kilogram, if the passport has kilograms, or while data is loading.
 */
export function useWelcome(project: FeaturedProject | undefined): Credit | undefined {
  const profile = useProfile()
  const wallet = useWallet().data
  const kg = useCoveredKg(project?.preferred_batch ?? undefined)
  if (profile?.total_offsets !== 0 || wallet === undefined || !kg) return undefined
  const amount = formatAmount(wallet.totalInUserCurrency, wallet.userCurrency)
  return { amount, kg: formatKg(kg) }
}

/** Shows a new user the wallet's balance and what it buys. */
export function Welcome({ amount, kg, project }: Credit & { project: FeaturedProject }) {
  return (
    <div className="mt-2 mb-1 rounded-card border border-(--envelope-edge) border-dashed bg-(image:--envelope-paper) px-4 py-3.5 text-(--paper-ink)">
      <p className="mb-1 font-title text-xl/tight">{texts.passport_welcome({ amount })}</p>
      <p>{texts.passport_welcome_kg({ kg, project: project.shown_name })}</p>
    </div>
  )
}

/**
 * Returns the first project with stock or, if there is a previous offer, that offer, with its newest figures
 * if it is still featured. Project and batch must not change while a user pays.
 */
export function offerOf(
  featured: readonly FeaturedProject[] | undefined,
  previous: FeaturedProject | undefined,
): FeaturedProject | undefined {
  const offered = featured?.find((each) =>
    previous === undefined
      ? (each.preferred_batch?.kg_available ?? 0) > 0
      : each.id === previous.id && each.preferred_batch?.id === previous.preferred_batch?.id,
  )
  return offered ?? previous
}
