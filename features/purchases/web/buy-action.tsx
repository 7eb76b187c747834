// The 'Buy Offsets' button with its dialog. The dialog is loaded when it is first opened, and kept
// until the page is left, so that what was typed is never lost.
import { lazyPart } from '#web/lazy-part.ts'
import { texts } from '#web/texts.ts'
import { CheckoutAction, type CheckoutActionProps } from './checkout-action.tsx'

const BuyOffsetsDialog = lazyPart(() =>
  import('./buy-offsets-dialog.tsx').then((part) => part.BuyOffsetsDialog),
)

export function BuyAction(props: CheckoutActionProps) {
  return (
    <CheckoutAction
      {...props}
      kind="buy"
      variant="accent"
      label={texts.projects_buy()}
      Dialog={BuyOffsetsDialog}
    />
  )
}
