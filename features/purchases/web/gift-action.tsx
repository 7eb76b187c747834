// The 'Gift Offsets' button with its dialog, beside the one that buys. The dialog is loaded when it
// is first opened, and kept until the page is left, so that what was typed is never lost.
import { lazyPart } from '#web/lazy-part.ts'
import { texts } from '#web/texts.ts'
import { CheckoutAction, type CheckoutActionProps } from './checkout-action.tsx'

const GiftOffsetsDialog = lazyPart(() =>
  import('./gift-offsets-dialog.tsx').then((part) => part.GiftOffsetsDialog),
)

export function GiftAction(props: CheckoutActionProps) {
  return (
    <CheckoutAction
      {...props}
      kind="gift"
      variant="outline"
      label={texts.gifts_title()}
      Dialog={GiftOffsetsDialog}
    />
  )
}
