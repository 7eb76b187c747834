// The frame around the three steps: title, which step it is, the time left, and what closing means
// in each. It must never release a reservation whose completion is under way.
import { type ReactNode, useEffect, useRef } from 'react'
import { texts } from '#web/texts.ts'
import { clockText } from '#web/ui/countdown.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { AckStep, useTimeLeft } from './ack-step.tsx'
import type { PurchaseFlow } from './purchase-flow.ts'
import type { PurchaseState } from './purchase-steps.ts'
import { SuccessStep } from './success-step.tsx'

type PurchaseDialogProps = {
  state: PurchaseState
  flow: PurchaseFlow
  /** Of the checkout, e.g. 'Buy Offsets'. */
  title: string
  projectName: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The first step. */
  children: ReactNode
}

const stepNumber = { checkout: 0, ack: 1, success: 2 } as const

export function PurchaseDialog(props: PurchaseDialogProps) {
  const { state, flow, title, projectName, open, onOpenChange, children } = props
  const pending = state.step === 'ack' ? state.pending : undefined
  const secondsLeft = useTimeLeft(pending)
  const { step } = state
  const isGift = state.step === 'success' && state.pending.recipient !== null

  async function close() {
    const isAnswerOpen =
      state.step === 'ack' && (state.work === 'completing' || state.work === 'checking')
    if (state.step !== 'ack' || isAnswerOpen) {
      onOpenChange(false)
      if (state.step === 'success') flow.startOver()
      return
    }
    const outcome = await flow.cancel()
    if (outcome === 'busy' || outcome === 'completed') return
    onOpenChange(false)
    showToast(outcome === 'kept' ? texts.purchases_cancel_failed() : texts.purchases_cancelled())
  }

  const titles = {
    checkout: title,
    ack: texts.purchases_ack_title(),
    success: isGift ? texts.gifts_success_title() : texts.purchases_success_title(),
  }
  const names = [
    texts.purchases_step_checkout(),
    texts.purchases_step_ack(),
    texts.purchases_step_success(),
  ]
  return (
    <Dialog
      open={open}
      onClose={() => void close()}
      title={titles[step]}
      aside={
        pending ? (
          <span role="timer">{texts.purchases_time_left({ time: clockText(secondsLeft) })}</span>
        ) : undefined
      }
      closeLabel={step === 'checkout' ? texts.common_cancel() : null}
      steps={{ names, current: stepNumber[step] }}
    >
      <StepFocus step={step}>
        {step === 'success' ? null : (
          <p className="-mt-1 mb-3.5 truncate font-medium">{projectName}</p>
        )}
        {state.step === 'checkout' ? children : null}
        {state.step === 'ack' ? (
          <AckStep
            state={state}
            flow={flow}
            secondsLeft={secondsLeft}
            onCancel={() => void close()}
          />
        ) : null}
        {state.step === 'success' ? (
          <SuccessStep
            pending={state.pending}
            projectName={projectName}
            onDone={() => void close()}
          />
        ) : null}
      </StepFocus>
    </Dialog>
  )
}

/** A new step starts at its top, for eyes and for readers. */
function StepFocus({ step, children }: { step: PurchaseState['step']; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    place.current?.focus({ preventScroll: true })
    place.current?.closest('[role="dialog"]')?.scrollTo(0, 0)
  }, [step])
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}
