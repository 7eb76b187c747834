// The modals Buy Offsets and Gift Offsets (specification 2 and 4): checkout, ack, success, for one project.
// What was typed outlives closing and errors and, once it was sent, a reload of the tab.
import { texts } from '#web/texts.ts'
import { PurchaseDialog } from '../purchase-dialog.tsx'
import { scopeOf } from '../purchase-record.ts'
import { usePurchase } from '../use-purchase.ts'
import { CheckoutStep } from './checkout-step.tsx'
import { type CheckoutDialogProps, useCheckout } from './use-checkout.ts'

export function CheckoutDialog(props: CheckoutDialogProps) {
  const { kind, project, profile, open, onOpenChange } = props
  const { state, purchase } = usePurchase(kind, scopeOf(kind, project.id), profile)
  const checkout = useCheckout(props, state, purchase)
  return (
    <PurchaseDialog
      {...{ state, purchase, open, onOpenChange }}
      title={kind === 'buy' ? texts.purchases_buy() : texts.gifts_title()}
      projectName={project.name}
      onDone={checkout.emptyGift}
    >
      {state.step === 'checkout' ? (
        <CheckoutStep {...{ kind, state, checkout }} currency={profile.currency} />
      ) : null}
    </PurchaseDialog>
  )
}
