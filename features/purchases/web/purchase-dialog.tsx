// Shows the dialog around the three steps: title, current step and remaining time. Cancel cancels the
// reservation, unless its completion is in progress. Escape and Back keep the reservation.

import { useEffect } from 'react'
import { bankSeconds, reservationMinutes } from '#values/money/order-limits.ts'
import { serverNow } from '#web/api/api.ts'
import { texts } from '#web/texts.ts'
import { Dialog, StepFocus } from '#web/ui/dialog/dialog.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import type { Elements } from '#web/ui/elements.tsx'
import { clockText, useCountdown } from '#web/ui/forms/countdown.tsx'
import { AcknowledgeStep } from './acknowledge/acknowledge-step.tsx'
import { cancel, expire } from './acknowledge/finish-purchase.ts'
import { cancelOrder } from './checkout/cancel-order.ts'
import type { Purchase } from './purchase.ts'
import { type DialogState, isUnverified } from './purchase-steps.ts'
import { releaseTexts, reservationText } from './purchase-words.ts'
import { SuccessStep } from './success/success-step.tsx'
import { isCompleting, useEndNotice } from './use-purchase.ts'
import '#web/ui/dialog/dialog-moment.css'

type PurchaseDialogProps = {
  state: DialogState
  purchase: Purchase
  /** Title of the first step, such as 'Buy Offsets'. */
  title: string
  projectName: string
  /** The project's picture, shown small in the first two steps. */
  picture?: Elements
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called when the dialog of a completed purchase closes, to empty the form. */
  onDone?: () => void
  /** The content of the first step. */
  children: Elements
}

export function PurchaseDialog(props: PurchaseDialogProps) {
  const { state, purchase, title, projectName, picture, open, onOpenChange, children } = props
  const secondsLeft = useTimeLeft(state, purchase)
  useEndNotice(open, state, purchase, props.onDone)
  const { step } = state
  const isGift = state.step !== 'checkout' && state.pending.recipient !== null
  const isLater = state.step === 'success' && Boolean(state.pending.deliverOn)
  const giftTitle = isLater ? texts.gifts_day_title() : texts.gifts_success_title()
  const close = () => void closePurchase(props)
  const titles = {
    checkout: title,
    ack: isGift ? texts.gifts_ack_title() : texts.purchases_ack_title(),
    success: isGift ? giftTitle : texts.purchases_success_title(),
  }
  const names = [
    texts.purchases_step_checkout(),
    texts.purchases_step_ack(),
    texts.purchases_step_success(),
  ]
  return (
    <Dialog
      open={open}
      onClose={() => hidePurchase(props)}
      onReopen={() => onOpenChange(true)}
      title={titles[step]}
      aside={
        state.step === 'ack' ? (
          <span role="timer">{texts.purchases_time_left({ time: clockText(secondsLeft) })}</span>
        ) : undefined
      }
      closeLabel={step === 'checkout' ? texts.common_cancel() : null}
      // The success is a screen of its own.
      isMoment={step === 'success'}
      steps={step === 'success' ? undefined : { names, current: step === 'checkout' ? 0 : 1 }}
    >
      <StepFocus step={step}>
        {step === 'success' ? null : (
          <div className="@container -mt-1 mb-3.5 flex items-center gap-3">
            {picture ? (
              <span className="size-11.5 shrink-0 overflow-hidden rounded-xl">{picture}</span>
            ) : null}
            <p className="line-clamp-2 min-w-0 font-medium wrap-anywhere @max-[15rem]:line-clamp-none">
              {projectName}
            </p>
          </div>
        )}
        {state.step === 'checkout' ? children : null}
        {state.step === 'ack' ? (
          <AcknowledgeStep {...{ state, purchase }} onCancel={close} />
        ) : null}
        {state.step === 'success' ? (
          <SuccessStep pending={state.pending} projectName={projectName} onDone={close} />
        ) : null}
      </StepFocus>
    </Dialog>
  )
}

/**
 * Closes the dialog. Cancels an order or reservation, unless its completion is in progress. If the purchase
 * was complete already, the dialog stays open and shows the success.
 */
async function closePurchase(props: PurchaseDialogProps): Promise<void> {
  const { state, purchase, onOpenChange, onDone } = props
  if (state.step !== 'ack' || isCompleting(state) || isUnverified(state)) {
    if (state.step === 'checkout') cancelOrder(purchase)
    onOpenChange(false)
    if (isCompleting(state)) showToast(texts.purchases_goes_on())
    if (isUnverified(state)) showToast(reservationText(state))
    if (state.step !== 'success') return
    purchase.dispatch({ type: 'started-over' })
    onDone?.()
    return
  }
  const outcome = await cancel(purchase)
  if (outcome === 'busy' || outcome === 'completed') return
  onOpenChange(false)
  showToast(releaseTexts[outcome]())
}

/** Hides the dialog after Escape or Back. The reservation stays, unless it is being cancelled. */
function hidePurchase(props: PurchaseDialogProps): void {
  const { state, onOpenChange } = props
  if (state.step !== 'ack' || state.work === 'cancelling' || isCompleting(state)) {
    return void closePurchase(props)
  }
  onOpenChange(false)
  showToast(reservationText(state))
}

/** Returns the remaining seconds of the reservation, or 0 without one. Ends an expired reservation. */
export function useTimeLeft(state: DialogState, purchase: Purchase): number {
  const expiresAt = state.step === 'ack' ? Date.parse(state.pending.expiresAt) : undefined
  const endsAt = expiresAt === undefined ? undefined : expiresAt - serverNow() + Date.now()
  // Rounds to whole seconds, so that a small change of the clock's offset does not restart the countdown.
  const secondsLeft = useCountdown(
    endsAt === undefined ? undefined : Math.ceil(endsAt / 1000) * 1000,
  )
  const isBankAsked = state.step === 'ack' && state.pending.asksBank
  const isPastExpiry = expiresAt !== undefined && secondsLeft === 0 && expiresAt <= serverNow()
  useEffect(() => {
    if (isPastExpiry) expire(purchase)
  }, [isPastExpiry, purchase])
  // The clocks may differ by a second or two. The displayed time must not exceed what the server allows.
  return Math.min(secondsLeft, isBankAsked ? bankSeconds : reservationMinutes * 60)
}
