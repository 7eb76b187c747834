// The Buy Offsets modal (specification 2 and 4): checkout, ack, success, for one project.
import { useSession } from '#web/session.ts'
import { texts } from '#web/texts.ts'
import { CheckoutDialog, type CheckoutDialogProps } from './checkout-dialog.tsx'

export function BuyOffsetsDialog(props: CheckoutDialogProps) {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  return (
    <CheckoutDialog
      key={props.project.id}
      {...props}
      kind="buy"
      title={texts.purchases_buy()}
      profile={session.profile}
    />
  )
}
