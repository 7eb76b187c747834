// Shows 'Buy Offsets' and 'Gift Offsets' on the home page, and the name of the project that they offer.
// They open the checkout of a featured project's preferred batch, or link to the projects without stock.
import { useState } from 'react'
import { Link } from 'wouter'
import type { FeaturedProject } from '#features/catalogue/catalogue-calls.ts'
import { useFeaturedProjects } from '#features/catalogue/web/projects/use-projects.ts'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { CheckoutAction, useCoveredKg } from '#features/purchases/web/checkout/checkout-action.tsx'
import { useWallet } from '#features/wallet/web/use-wallet.ts'
import { readableProjectName } from '#values/text/project-name.ts'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { formatAmount, formatKg } from '#web/ui/number-format.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'

/** Chooses the offered project and keeps it while the page is open. */
function useOffer(featured: readonly FeaturedProject[] | undefined): FeaturedProject | undefined {
  const [kept, setKept] = useState<FeaturedProject>()
  const offer = offerOf(featured, kept)
  if (offer !== kept) setKept(offer)
  return offer
}

const linkClass =
  'inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline'

const pairClass = 'grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-2.5'
const aboutClass = 'grid justify-items-center'
/** Has the same height with the skeleton and with the name, which takes two lines on a phone. */
const namedClass = `${aboutClass} h-22 md:h-17`

export function BuyFeatured({ country }: { country: string }) {
  const featured = useFeaturedProjects(country)
  const project = useOffer(featured.data)
  const batch = project?.preferred_batch
  const welcome = useWelcome(project)
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
          <div aria-hidden="true" className={`${namedClass} content-start gap-3 pt-1.5`}>
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-4 w-2/5" />
          </div>
        ) : (
          <Link href={paths.projects} className={`${linkClass} justify-self-center text-sm`}>
            {texts.projects_choose()}
          </Link>
        )}
        <GiftInOneStep />
      </div>
    )
  }
  return (
    <div className="grid gap-1.5">
      <div className={pairClass}>
        <CheckoutAction kind="buy" project={project} batches={[batch]} chosenId={batch.id} wide />
        <CheckoutAction kind="gift" project={project} batches={[batch]} chosenId={batch.id} wide />
      </div>
      {welcome ? <Welcome {...welcome} project={project} /> : null}
      <div className={`${welcome ? aboutClass : namedClass} text-center text-soft text-sm`}>
        {/* The welcome contains the project's name. */}
        {welcome ? null : (
          <p className="line-clamp-2 max-w-full text-balance md:line-clamp-1">
            {texts.passport_buys_from({ project: readableProjectName(project.name) })}
          </p>
        )}
        <Link href={paths.projects} className={linkClass}>
          {texts.passport_other_project()}
        </Link>
      </div>
      <GiftInOneStep />
    </div>
  )
}

/** Links to the gift form, which chooses the project for the giver. */
function GiftInOneStep() {
  return (
    <Link href={paths.offers} className={`${linkClass} justify-self-center text-sm`}>
      {texts.gifts_form_title()}
    </Link>
  )
}

type Credit = { readonly amount: string; readonly kg: string }

/**
 * Returns the balance and its kilograms; undefined if it pays less than a kilogram, if the passport holds
 * kilograms, or while data is loading.
 */
export function useWelcome(project: FeaturedProject | undefined): Credit | undefined {
  const profile = useProfile()
  const wallet = useWallet().data
  const kg = useCoveredKg(project?.preferred_batch ?? undefined)
  if (profile?.total_offsets !== 0 || wallet === undefined || !kg) return undefined
  const amount = formatAmount(wallet.totalInUserCurrency, wallet.userCurrency)
  return { amount, kg: formatKg(kg) }
}

export function Welcome({ amount, kg, project }: Credit & { project: FeaturedProject }) {
  return (
    <div className="mt-2 mb-1 rounded-card border border-(--envelope-edge) border-dashed bg-(image:--envelope-paper) px-4 py-3.5 text-(--paper-ink)">
      <p className="mb-1 font-title text-xl/tight">{texts.passport_welcome({ amount })}</p>
      <p>{texts.passport_welcome_kg({ kg, project: readableProjectName(project.name) })}</p>
    </div>
  )
}

/**
 * Returns the first project with stock, or the previous offer (`kept`) with its newest figures. The offer
 * stays, so that project and batch do not change while a user pays.
 */
export function offerOf(
  featured: readonly FeaturedProject[] | undefined,
  kept: FeaturedProject | undefined,
): FeaturedProject | undefined {
  const newest = featured?.find((each) =>
    kept === undefined
      ? (each.preferred_batch?.kg_available ?? 0) > 0
      : each.id === kept.id && each.preferred_batch?.id === kept.preferred_batch?.id,
  )
  return newest ?? kept
}
