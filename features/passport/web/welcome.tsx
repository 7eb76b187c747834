// Shows a user without kilograms the wallet's balance and the kilograms that it buys.
import type { FeaturedProject } from '#features/catalogue/catalogue-calls.ts'
import { useCoveredKg } from '#features/catalogue/web/offer/use-covered-kg.ts'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { useWallet } from '#features/wallet/web/use-wallet.ts'
import { readableProjectName } from '#values/text/project-name.ts'
import { texts } from '#web/texts.ts'
import { formatAmount, formatKg } from '#web/ui/number-format.ts'

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
