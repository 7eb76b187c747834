// Asks a user who signs in with a passkey to agree to the current legal texts. It is loaded on demand.
import { useLayoutEffect, useRef, useState } from 'react'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { useCloseOnBack } from '#web/ui/dialog/close-on-back.ts'
import { Agreement } from './agreement.tsx'
import '#web/ui/dialog/native-dialog.css'

export type TermsDialogProps = {
  /** True after the user's agreement, false if the dialog was closed without it. */
  onAnswer: (isAgreed: boolean) => void
}

export function TermsDialog({ onAnswer }: TermsDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [agreed, setAgreed] = useState(false)
  useCloseOnBack(true, () => onAnswer(false))
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="native-dialog"
      aria-labelledby="terms-dialog-title"
      onClose={() => {
        // In strict mode, React closes the dialog and opens it again before this event.
        if (!dialog.current?.open) onAnswer(false)
      }}
    >
      <form
        method="dialog"
        className="grid gap-4.5"
        onSubmit={(event) => {
          event.preventDefault()
          if (agreed) onAnswer(true)
        }}
      >
        <div className="flex flex-wrap items-start justify-between gap-4">
          <h2 id="terms-dialog-title" className="flex-[1_1_9rem] text-[min(1.75rem,12vw)]">
            {texts.sign_in_terms_title()}
          </h2>
          <button
            type="button"
            onClick={() => onAnswer(false)}
            className="-mx-2 -mt-1 min-h-11 shrink-0 rounded-lg px-2 font-medium text-soft hover:text-ink"
          >
            {texts.common_cancel()}
          </button>
        </div>
        <p>{texts.sign_in_terms_text()}</p>
        <Agreement agreed={agreed} onChange={setAgreed} />
        <Button type="submit" variant="accent" size="large" wide disabled={!agreed}>
          {texts.sign_in_terms_continue()}
        </Button>
      </form>
    </dialog>
  )
}
