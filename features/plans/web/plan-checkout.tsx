// Shows the checkout of a month in which the bank asks for the plan's owner. It opens one purchase, which the steps
// of every purchase then complete.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Profile } from '#features/people/people-calls.ts'
import { askSigned } from '#features/people/web/session/signing.ts'
import { showReserved } from '#features/purchases/web/checkout/send-order.ts'
import type { Purchase } from '#features/purchases/web/purchase.ts'
import { PurchaseDialog } from '#features/purchases/web/purchase-dialog.tsx'
import { reserveProblem } from '#features/purchases/web/purchase-requests.ts'
import { usePurchase } from '#features/purchases/web/use-purchase.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'
import { openPlanCheckout } from '../plans-calls.ts'
import { checkoutProblemText, monthText } from './plan-words.ts'
import { refreshPlans } from './use-plans.ts'

/** A plan's id and a month, such as `2026-11`. */
type PlanMonth = { readonly id: string; readonly period: string }

type PlanCheckoutProps = {
  month: PlanMonth
  projectName: string
  profile: Profile
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function PlanCheckout(props: PlanCheckoutProps) {
  const { month, projectName, profile, open, onOpenChange } = props
  const client = useQueryClient()
  const { state, purchase } = usePurchase('buy', `plan:${month.id}:${month.period}`, profile)
  // A reload loses the client secret of the bank's question. The call returns it again.
  const lacksSecret = state.step === 'ack' && state.bank.state === 'unknown'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed call is not repeated by itself
  useEffect(() => {
    if (open && lacksSecret) void openCheckout(client, purchase, month)
  }, [open, lacksSecret])
  const problem = state.step === 'checkout' ? state.problem : null
  return (
    <PurchaseDialog
      {...{ state, purchase, projectName, open, onOpenChange }}
      title={texts.plans_confirm_month({ month: monthText(month.period) })}
      onDone={() => void refreshPlans(client)}
    >
      <div className="grid gap-4">
        <p className="text-soft">{texts.plans_checkout_text({ month: monthText(month.period) })}</p>
        <FormProblem>{problem && checkoutProblemText(problem)}</FormProblem>
        <Button
          variant="accent"
          size="large"
          wide
          busy={state.step === 'checkout' && state.work !== 'none'}
          onClick={() => void openCheckout(client, purchase, month)}
        >
          {texts.plans_continue()}
        </Button>
      </div>
    </PurchaseDialog>
  )
}

/** Opens the month's purchase, or returns to it, and shows the step in which the user confirms it. */
function openCheckout(client: QueryClient, purchase: Purchase, month: PlanMonth): Promise<void> {
  return purchase.once(async (signal) => {
    purchase.dispatch({ type: 'reserve-sent' })
    try {
      const answer = await askSigned(openPlanCheckout, { body: month }, { signal })
      const plans = await refreshPlans(client)
      if (signal.aborted) return
      const runs = plans.find(({ id }) => id === month.id)?.runs
      const kg = runs?.find(({ period }) => period === month.period)?.kg ?? 0
      const toSelf = { vintageYear: null, recipient: null, recipientName: null }
      showReserved(purchase, purchase.record(), answer, { ...toSelf, kg })
    } catch (error) {
      if (!signal.aborted) purchase.dispatch({ type: 'refused', problem: reserveProblem(error) })
      await refreshPlans(client).catch(() => undefined)
    }
  })
}
