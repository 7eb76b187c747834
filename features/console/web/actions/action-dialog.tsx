// Shows the dialog of an action. Escape closes it, unless the action is being done.
import type { ShownAction } from '#features/staff/staff-calls.ts'
import { Dialog, StepFocus } from '#web/ui/dialog/dialog.tsx'
import { SignInAgain, useKeptForm } from '../frame/kept-form.tsx'
import type { Typed } from './action-fields.ts'
import { ActionSteps, isOver, useActionForm } from './action-steps.tsx'

type ActionDialogProps = {
  action: ShownAction
  /** Values that the page knows, such as the id of its subject. They have no fields. */
  prefilled: Typed
  /** Texts with which fields of these names begin. */
  initial: Typed
  onClose: () => void
}

export function ActionDialog({ action, prefilled, initial, onClose }: ActionDialogProps) {
  const form = useActionForm(action, prefilled, initial)
  const { isBusy, step } = form.run
  const session = useKeptForm()
  const close = () => {
    if (isBusy) return
    onClose()
    session.leave()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={action.title}
      closeLabel={isOver(step) ? 'Close' : 'Cancel'}
    >
      <StepFocus step={session.hasEnded ? 'ended' : step.at}>
        {session.hasEnded ? (
          <SignInAgain signIn={session.signIn} />
        ) : (
          <>
            <p className="mb-4 text-soft">{action.summary}</p>
            <ActionSteps action={action} form={form} onClose={onClose} />
          </>
        )}
      </StepFocus>
    </Dialog>
  )
}
