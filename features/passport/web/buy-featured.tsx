// Shows 'Buy Offsets' and 'Gift Offsets' on the home page, and the name of the project that they offer.
// They open the checkout of a featured project's preferred batch, or link to the projects without stock.
import { useState } from 'react'
import { Link } from 'wouter'
import type { FeaturedProject } from '#features/catalogue/catalogue-calls.ts'
import { useFeaturedProjects } from '#features/catalogue/web/projects/use-projects.ts'
import { CheckoutAction } from '#features/purchases/web/checkout/checkout-action.tsx'
import { readableProjectName } from '#values/text/project-name.ts'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { offerOf } from './featured-offer.ts'
import { useWelcome, Welcome } from './welcome.tsx'

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
