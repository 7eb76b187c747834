// The 'Buy Offsets' button with its dialog. The dialog is loaded when it is first opened, and kept
// until the page is left, so that what was typed is never lost.
import { lazy } from 'react'
import { texts } from '#web/texts.ts'
import { CheckoutAction, type CheckoutActionProps } from './checkout-action.tsx'

const BuyOffsetsDialog = lazy(async () => ({
  default: (await import('./buy-offsets-dialog.tsx')).BuyOffsetsDialog,
}))

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
