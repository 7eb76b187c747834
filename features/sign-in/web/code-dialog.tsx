// Shows the field for the SMS code in a native dialog. The browser traps and restores the focus and closes
// the dialog on Escape, so that the landing page needs no library.
import { Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Agreement } from '#features/legal/web/agreement.tsx'
import { readablePhone } from '#features/people/web/phone/phone-text.ts'
import { codeDigits, codeIn, codeTriesMax } from '#values/text/one-time-code.ts'
import { lazyPart } from '#web/api/lazy-part.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { useCloseOnBack } from '#web/ui/dialog/close-on-back.ts'
import { Resend, useCountdown } from '#web/ui/forms/countdown.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'
import { SandboxNotice, useSandbox } from '#web/ui/sandbox-notice.tsx'
import type { CodeDialogProps, SentCode } from './sent-code.ts'
import { useVerify } from './use-verify.ts'
import '#web/ui/dialog/native-dialog.css'
import './code-dialog.css'

/** The question of an idle passport's owner. It is loaded on demand, because it is rare. */
const WhosePassport = lazyPart(() => import('./whose-passport.tsx'), 'WhosePassport')

export function CodeDialog(props: CodeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useCloseOnBack(true, props.onClose)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLInputElement>('input[name="code"]')?.focus()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="native-dialog code-dialog"
      aria-labelledby="code-dialog-title"
      onClose={() => {
        // In strict mode, React closes the dialog and opens it again before this event.
        if (!dialog.current?.open) props.onClose()
      }}
    >
      <CodeForm {...props} />
    </dialog>
  )
}

function CodeForm(props: CodeDialogProps) {
  const { sent, why: reason, onClose } = props
  const [typed, setTyped] = useState({ code: '', sentAt: sent.sentAt })
  /** The typed digits, or '' if they were typed for an earlier code. */
  const code = typed.sentAt === sent.sentAt ? typed.code : ''
  const { busy, problem, asksOwnership, newTerms, verify, resend } = useVerify(props)
  /** The last answer about the terms. It counts for the texts that the user was asked about. */
  const [answer, setAnswer] = useState({
    agreed: reason !== undefined,
    terms: undefined as string | undefined,
  })
  const agreed = answer.agreed && answer.terms === newTerms
  const setAgreed = (isAgreed: boolean) => setAnswer({ agreed: isAgreed, terms: newTerms })
  const sandbox = useSandbox('sms')
  const hint = useCodeHint(sent)
  const field = useRef<HTMLInputElement>(null)

  /** Focuses and selects the wrong code, so that typing replaces it. */
  const selectCode = () => {
    field.current?.focus()
    field.current?.select()
  }
  /** Stores the typed digits. Sends the code after the last digit, if the user has agreed to the terms. */
  function handleTyping(text: string) {
    const next = codeIn(text)
    setTyped({ code: next, sentAt: sent.sentAt })
    const isComplete = next.length === codeDigits && next !== code
    if (agreed && isComplete && busy === undefined) void verify(next)
  }

  const form = useForm({
    isBusy: busy !== undefined,
    problem,
    reach: { code: selectCode },
    onSubmit: () => {
      if (agreed && code.length > 0) void verify(code)
    },
  })

  if (asksOwnership) {
    return (
      <div className="grid gap-4.5">
        <Heading title={texts.sign_in_idle_title()} takesFocus onClose={onClose} />
        <Suspense>
          <WhosePassport
            busy={busy !== undefined}
            text={problem?.text}
            hint={problem?.hint}
            onAnswer={(mine) => void verify(code, mine)}
          />
        </Suspense>
      </div>
    )
  }
  return (
    <form {...form.props} className="grid gap-4.5">
      <Heading title={texts.sign_in_code_title()} onClose={onClose} />
      {reason === undefined ? null : <p className="-mt-2">{reason}</p>}
      <SentToText sent={sent} />
      <TextField
        ref={field}
        label={texts.sign_in_code()}
        code
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={16}
        value={code}
        error={problem?.text}
        hint={problem?.hint ?? hint}
        onChange={(event) => handleTyping(event.target.value)}
      />
      {reason === undefined || newTerms !== undefined ? (
        <Agreement agreed={agreed} isChanged={newTerms !== undefined} onChange={setAgreed} />
      ) : null}
      <div className="grid gap-2">
        <VerifyButton agreed={agreed} busy={busy === 'verifying'} />
        <Resend
          resendAt={sent.resendAt}
          busy={busy === 'resending'}
          onPress={() => void resend().then(selectCode)}
        />
      </div>
      {sandbox ? <SandboxNotice /> : null}
    </form>
  )
}

type HeadingProps = {
  title: string
  /** True moves the focus to the heading, so that screen readers announce the question. */
  takesFocus?: boolean
  onClose: () => void
}

function Heading({ title, takesFocus = false, onClose }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <div className="flex flex-wrap items-start justify-between gap-4">
      <h2
        ref={heading}
        id="code-dialog-title"
        tabIndex={-1}
        className="flex-[1_1_9rem] text-[min(1.75rem,12vw)] outline-none"
      >
        {title}
      </h2>
      <button
        type="button"
        onClick={onClose}
        className="-mx-2 -mt-1 min-h-11 shrink-0 rounded-lg px-2 font-medium text-soft hover:text-ink"
      >
        {texts.common_cancel()}
      </button>
    </div>
  )
}

function SentToText({ sent: { phone, isOurs } }: { sent: SentCode }) {
  const number = { phone: readablePhone(phone) }
  const text = isOurs ? texts.sign_in_code_sent(number) : texts.sign_in_code_received(number)
  const [before = '', after = ''] = text.split(number.phone)
  return (
    <p className="-mt-2 text-soft">
      <span>{before}</span>
      <span translate="no">{number.phone}</span>
      <span>{after}</span>
    </p>
  )
}

/** Returns a text that says why this code is no longer valid, or undefined. */
function useCodeHint({ isOurs, expiresAt, wrongTries }: SentCode): string | undefined {
  const left = useCountdown(expiresAt)
  if (wrongTries >= codeTriesMax) return texts.sign_in_tries_over()
  return isOurs && left === 0 ? texts.sign_in_code_expired() : undefined
}

function VerifyButton({ agreed, busy }: { agreed: boolean; busy: boolean }) {
  const hintId = useId()
  return (
    <>
      <Button
        type="submit"
        variant="accent"
        size="large"
        wide
        disabled={!agreed}
        aria-describedby={hintId}
        busy={busy}
      >
        {texts.sign_in_verify()}
      </Button>
      <p id={hintId} className="text-center text-sm text-soft empty:hidden">
        {agreed ? null : texts.sign_in_agree_first()}
      </p>
    </>
  )
}
