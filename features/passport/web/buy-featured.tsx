// Shows 'Buy Offsets' and 'Gift Offsets' on the home page, the offered project, and the wallet's money. The
// buttons open the checkout of a featured project's preferred batch. Without stock, they link to the projects.
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Batch, FeaturedProject } from '#features/catalogue/catalogue-calls.ts'
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

/** Returns true once neither the offer nor the wallet can change the height of `BuyFeatured`. */
export function useIsOfferKnown(country: string): boolean {
  const isOfferPending = useFeaturedProjects(country).isPending
  return !useWallet().isPending && !isOfferPending
}

const linkClass =
  'inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline'

const pairClass = 'grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-2.5'
const projectLineClass = '@container grid content-start justify-items-center'
/** Classes with the height of two lines, so that the project's name does not shift the layout. */
const twoLinesClass = `${projectLineClass} min-h-22`

type BuyFeaturedProps = {
  country: string
  /** True opens Buy Offsets without a press, or shows the projects if none is offered. */
  opensBuy?: boolean
}

export function BuyFeatured({ country, opensBuy = false }: BuyFeaturedProps) {
  const featured = useFeaturedProjects(country)
  const project = useOffer(featured.data)
  const batch = project?.preferred_batch
  const credit = useCredit(project)
  const welcome = credit?.isFirst ? credit : undefined
  // The welcome of a user without kilograms would move the links.
  const isWalletPending = useWallet().isPending
  const mayWelcome = useProfile()?.total_offsets === 0 && isWalletPending
  const isOfferMissing = !featured.isPending && !batch
  const [, navigate] = useLocation()
  useEffect(() => {
    if (opensBuy && isOfferMissing) navigate(paths.projects)
  }, [opensBuy, isOfferMissing, navigate])
  if (!project || !batch || mayWelcome) {
    return (
      <div className="grid gap-1.5">
        <div className={pairClass}>
          <Link href={paths.projects} className={buttonClass('accent', 'large', true)}>
            {texts.projects_buy()}
          </Link>
          {featured.isPending || mayWelcome ? (
            <Skeleton className="h-13 rounded-[15px]!" />
          ) : (
            <Link href={paths.projects} className={buttonClass('outline', 'large', true)}>
              {texts.projects_gift()}
            </Link>
          )}
        </div>
        {featured.isPending || mayWelcome ? (
          <div aria-hidden="true" className={`${twoLinesClass} gap-3 pt-1.5`}>
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-4 w-2/5" />
          </div>
        ) : (
          <>
            <WalletLeft />
            <Link href={paths.projects} className={`${linkClass} justify-self-center text-sm`}>
              {texts.projects_choose()}
            </Link>
          </>
        )}
        <GiftFormLink />
      </div>
    )
  }
  return (
    <div className="grid gap-1.5">
      <div className={pairClass}>
        <CheckoutAction
          kind="buy"
          {...{ project, batches: [batch], chosenId: batch.id }}
          wide
          opens={opensBuy}
        />
        <CheckoutAction kind="gift" project={project} batches={[batch]} chosenId={batch.id} wide />
      </div>
      {welcome ? <Welcome credit={welcome} project={project} batch={batch} /> : null}
      <div
        className={`${welcome ? projectLineClass : twoLinesClass} text-center text-soft text-sm`}
      >
        {/* `Welcome` also contains the project's name. */}
        {welcome ? null : (
          <p className="line-clamp-2 max-w-full text-balance @max-[15rem]:line-clamp-none">
            {credit ? <span className="text-ink">{`${walletWords(credit)} `}</span> : null}
            <span>{texts.passport_buys_from({ project: project.shown_name })}</span>
          </p>
        )}
        <div className="flex flex-wrap justify-center gap-x-4">
          {credit && credit.kg > 0 && !welcome ? (
            <UseWallet credit={credit} project={project} batch={batch} />
          ) : null}
          <Link href={paths.projects} className={linkClass}>
            {texts.passport_other_project()}
          </Link>
        </div>
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

type Credit = {
  readonly amount: string
  /** The kilograms that it pays for, 0 if it pays less than one. */
  readonly kg: number
  /** Whether it pays for the passport's first kilogram. */
  readonly isFirst: boolean
}

/** Returns the balance in words; undefined without money, or while it is loading. */
function useBalance(): string | undefined {
  const wallet = useWallet().data
  if (!wallet || wallet.totalInUserCurrency <= 0) return undefined
  return formatAmount(wallet.totalInUserCurrency, wallet.userCurrency)
}

/** Returns the balance and its kilograms; undefined without money, or while data is loading. */
function useCredit(project: FeaturedProject | undefined): Credit | undefined {
  const profile = useProfile()
  const amount = useBalance()
  const kg = useCoveredKg(project?.preferred_batch ?? undefined)
  if (!profile || amount === undefined || kg === undefined) return undefined
  return { amount, kg, isFirst: kg > 0 && profile.total_offsets === 0 }
}

/** Shows the balance where no project is offered, so that its kilograms are unknown. */
function WalletLeft() {
  const amount = useBalance()
  return amount === undefined ? null : (
    <p className="text-center text-sm">{texts.passport_wallet_left({ amount })}</p>
  )
}

type CreditProps = {
  readonly credit: Credit
  readonly project: FeaturedProject
  readonly batch: Batch
}

/** Returns the words about the balance of a user who is not welcomed. */
function walletWords({ amount, kg }: Credit): string {
  return kg === 0
    ? texts.passport_wallet_left({ amount })
    : texts.passport_wallet_buys({ amount, kg: formatKg(kg) })
}

/** Shows the button that buys the kilograms which the wallet pays for. */
function UseWallet({ credit, project, batch }: CreditProps) {
  return (
    <CheckoutAction
      kind="buy"
      {...{ project, batches: [batch], chosenId: batch.id }}
      again={{ kg: credit.kg, label: texts.passport_wallet_use() }}
    />
  )
}

/** Shows a new user the wallet's balance and what it buys, with a button. */
function Welcome({ credit, project, batch }: CreditProps) {
  const values = { kg: formatKg(credit.kg), project: project.shown_name }
  return (
    <div className="mt-2 mb-1 rounded-card border border-(--envelope-edge) border-dashed bg-(image:--envelope-paper) px-4 py-3.5 text-(--paper-ink)">
      <p className="mb-1 font-title text-xl/tight">
        {texts.passport_welcome({ amount: credit.amount })}
      </p>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-[1_1_11rem]">{texts.passport_welcome_kg(values)}</p>
        <UseWallet {...{ credit, project, batch }} />
      </div>
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
