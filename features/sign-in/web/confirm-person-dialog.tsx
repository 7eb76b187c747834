// Shows the code dialog over the current page to a user whose browser lost its signing key. After a correct
// code, the interrupted action continues. The page below stays unchanged.

import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSession } from '#features/people/web/session/session.ts'
import { onConfirmPerson } from '#features/people/web/session/signing.ts'
import { texts } from '#web/texts.ts'
import type { Part } from '#web/ui/elements.tsx'
import { loadCodeDialog } from './load-code-dialog.ts'
import { sentBefore, sentNow } from './requested-code.ts'
import { sendCode } from './send-code.ts'
import type { CodeDialogProps, SentCode } from './sent-code.ts'

type Confirmation = {
  readonly Dialog: Part<CodeDialogProps>
  readonly sent: SentCode
  readonly answer: (isConfirmed: boolean) => void
}

/** Registers the dialog for `confirmPerson`, and shows it when the server requires a code. */
export function ConfirmPerson() {
  const session = useSession()
  const phone = session.status === 'signed-in' ? session.profile.phone : undefined
  const [confirmation, setConfirmation] = useState<Confirmation>()

  useEffect(() => {
    if (phone === undefined) return
    return onConfirmPerson(async () => {
      const [{ CodeDialog: Dialog }, sent] = await Promise.all([loadCodeDialog(), codeFor(phone)])
      if (sent === undefined) return false
      return new Promise<boolean>((answer) => setConfirmation({ Dialog, sent, answer }))
    })
  }, [phone])

  if (confirmation === undefined) return null
  const { Dialog, sent, answer } = confirmation
  const close = (isConfirmed: boolean) => {
    setConfirmation(undefined)
    answer(isConfirmed)
  }
  // A portal to the body is needed, because an open dialog of the page would cover this one.
  return createPortal(
    <Dialog
      sent={sent}
      why={texts.sign_in_confirm_why()}
      onChange={(next) => setConfirmation({ ...confirmation, sent: next })}
      onClose={() => close(false)}
      onUsed={() => close(true)}
    />,
    document.body,
  )
}

/** Requests a code. Returns its record, that of an earlier one, or undefined if no code can be valid. */
async function codeFor(phone: string): Promise<SentCode | undefined> {
  const outcome = await sendCode(phone)
  if (outcome.kind === 'sent') return sentNow(phone, outcome, undefined, Date.now())
  if (outcome.kind === 'waiting') return sentBefore(phone, outcome.waitSeconds, Date.now())
  return undefined
}
