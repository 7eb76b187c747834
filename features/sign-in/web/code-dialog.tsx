// Asks for the code from the SMS. A native dialog: the browser keeps the focus inside, closes it on
// Escape and brings the focus back, and the landing page needs no library for it.
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { paths } from '#web/paths.ts'
import { useSandbox } from '#web/sandbox.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { clockText, useCountdown } from '#web/ui/countdown.ts'
import { SandboxNotice } from '#web/ui/sandbox-notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { formatPhone } from './phone-text.ts'
import type { SignIn } from './use-sign-in.ts'
import './code-dialog.css'

export function CodeDialog({ signIn }: { signIn: SignIn }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const open = signIn.sent !== undefined
  useEffect(() => {
    if (open && !dialog.current?.open) {
      dialog.current?.showModal()
      dialog.current?.querySelector<HTMLInputElement>('input[name="code"]')?.focus()
    }
    if (!open && dialog.current?.open) dialog.current.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className="code-dialog"
      aria-labelledby="code-dialog-title"
      onClose={() => {
        if (open) signIn.cancel()
      }}
    >
      {signIn.sent ? <CodeForm signIn={signIn} phone={signIn.sent.phone} /> : null}
    </dialog>
  )
}

function CodeForm({ signIn, phone }: { signIn: SignIn; phone: string }) {
  const [code, setCode] = useState('')
  const [agreed, setAgreed] = useState(false)
  const sandbox = useSandbox('sms')

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (agreed && code.length > 0) void signIn.verify(code)
  }

  return (
    <form onSubmit={submit} className="grid gap-4.5">
      <div className="flex items-start justify-between gap-4">
        <h2 id="code-dialog-title" className="text-[1.75rem]">
          {texts.sign_in_code_title()}
        </h2>
        <button
          type="button"
          onClick={signIn.cancel}
          className="-mt-1 -mr-2 min-h-11 shrink-0 rounded-lg px-2 font-medium text-soft hover:text-ink"
        >
          {texts.common_cancel()}
        </button>
      </div>
      <p className="-mt-2 text-soft">
        {texts.sign_in_code_sent({ phone: formatPhone(phone, '').replaceAll(' ', '\u00a0') })}
      </p>
      <TextField
        label={texts.sign_in_code()}
        code
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={16}
        value={code}
        error={signIn.verifyError}
        onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, 6))}
      />
      <Agreement agreed={agreed} onChange={setAgreed} />
      <div className="grid gap-2">
        <Button
          type="submit"
          variant="accent"
          size="large"
          wide
          disabled={!agreed}
          busy={signIn.busy === 'verifying'}
        >
          {texts.sign_in_verify()}
        </Button>
        <Resend signIn={signIn} />
      </div>
      {sandbox ? <SandboxNotice /> : null}
    </form>
  )
}

type AgreementProps = { agreed: boolean; onChange: (agreed: boolean) => void }

/** The links open beside this page: leaving it would lose the code that was sent. */
function Agreement({ agreed, onChange }: AgreementProps) {
  const link = 'font-semibold text-link underline underline-offset-3'
  return (
    <Checkbox checked={agreed} onChange={onChange}>
      {texts.sign_in_agree_start()}{' '}
      <a href={paths.privacy} target="_blank" rel="noreferrer" className={link}>
        {texts.sign_in_privacy_policy()}
      </a>{' '}
      {texts.sign_in_agree_and()}{' '}
      <a href={paths.terms} target="_blank" rel="noreferrer" className={link}>
        {texts.sign_in_terms_of_use()}
      </a>
      {texts.sign_in_agree_end()}
    </Checkbox>
  )
}

function Resend({ signIn }: { signIn: SignIn }) {
  const left = useCountdown(signIn.sent?.resendAt)
  return (
    <Button
      variant="quiet"
      wide
      disabled={left > 0}
      busy={signIn.busy === 'requesting'}
      onClick={() => void signIn.resend()}
    >
      {left > 0 ? texts.sign_in_resend_in({ time: clockText(left) }) : texts.sign_in_resend()}
    </Button>
  )
}
