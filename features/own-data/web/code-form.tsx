// Holds the state of the two-step form that exporting, moving and deleting share: codes are sent, then
// typed and used. Typed text stays after a failure, and is cleared when other codes are sent.
import { useState } from 'react'
import { usePhoneText } from '#features/people/web/phone/number-field.tsx'
import { isUnreached } from '#features/people/web/session/session.ts'
import { codeIn } from '#values/text/one-time-code.ts'
import { ApiError } from '#web/api/api.ts'
import { ask } from '#web/api/ask.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import type { Elements } from '#web/ui/elements.tsx'
import { Resend } from '#web/ui/forms/countdown.tsx'
import { FormProblem, TextField } from '#web/ui/forms/text-field.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { useForm } from '#web/ui/forms/use-form.ts'
import { SandboxNotice, useSandbox } from '#web/ui/sandbox-notice.tsx'
import { type ProfileCodeBody, requestProfileCode } from '../own-data-calls.ts'

type CodeFormOptions = {
  /** Returns the codes to send, in order. Called just before they are sent. */
  readonly codes: () => readonly ProfileCodeBody[]
  /** Runs the action with the codes, by the names of their fields. Throws the error of its call. */
  readonly use: (codeOf: (name: string) => string) => Promise<void>
  /** The field of a problem in the first step. */
  readonly at?: string
}

export function useCodeForm({ codes, use, at = '' }: CodeFormOptions) {
  /** When another code may be requested; undefined before the first. */
  const [resendAt, setResendAt] = useState<number>()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const { busy, problem, run } = useAction<OwnDataProblem, 'sending' | 'using'>()
  const codeOf = (name: string) => typed[name] ?? ''
  const isSent = resendAt !== undefined

  async function sendCodes(): Promise<undefined> {
    let waitSeconds = 0
    for (const body of codes()) {
      const sent = await ask(requestProfileCode, { body })
      waitSeconds = Math.max(waitSeconds, sent.resend_in_seconds)
    }
    setResendAt(Date.now() + waitSeconds * 1000)
    setTyped({})
  }

  const send = () => run('sending', sendCodes, (error) => problemOf(error, at))
  const spend = () =>
    run(
      'using',
      async () => void (await use(codeOf)),
      (error) => problemOf(error, 'code'),
    )
  const form = useForm({
    isBusy: busy !== undefined,
    problem,
    onSubmit: () => void (isSent ? spend() : send()),
  })
  /** Returns the props of the field with that name. */
  const fieldOf = (name: string) => ({
    ...{ name, problem },
    value: codeOf(name),
    onChange: (code: string) => setTyped((before) => ({ ...before, [name]: code })),
  })
  const general = problem?.at === '' ? problem.text : null
  return { form, busy, problem, general, isSent, fieldOf, resendAt: resendAt ?? 0, send }
}

type CodeFieldProps = {
  name: string
  /** The number that the code went to. */
  phone: string
  value: string
  problem: OwnDataProblem | undefined
  onChange: (code: string) => void
}

/** Shows the field for a code for own data, with its destination. */
export function CodeField({ name, phone, value, problem, onChange }: CodeFieldProps) {
  const number = usePhoneText(phone)
  const own = problem?.at === name ? problem : undefined
  return (
    <TextField
      label={texts.own_data_code_to({ phone: number })}
      code
      name={name}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={16}
      value={value}
      error={own?.text}
      hint={own?.hint}
      onChange={(event) => onChange(codeIn(event.target.value))}
    />
  )
}

type CodeFormProps = {
  state: ReturnType<typeof useCodeForm>
  /** The texts of its button, before and after the codes were sent. */
  actions: readonly [send: string, use: string]
  variant?: 'accent' | 'dark' | 'danger'
  disabled?: boolean
  /** The problem of the whole form, where it differs from that of `state`. */
  problem?: string | undefined
  /** A description of the action, and its fields. */
  children: Elements
}

export function CodeForm(props: CodeFormProps) {
  const { state, actions, variant = 'accent', disabled = false, children } = props
  const { form, busy, isSent, resendAt, send } = state
  const sandbox = useSandbox('sms')
  return (
    <form {...form.props} className="grid gap-4">
      {children}
      <FormProblem>{props.problem ?? state.general}</FormProblem>
      <Button
        type="submit"
        variant={variant}
        size="large"
        wide
        disabled={disabled}
        busy={busy !== undefined}
      >
        {actions[isSent ? 1 : 0]}
      </Button>
      {isSent ? (
        <Resend resendAt={resendAt} busy={busy === 'sending'} onPress={() => void send()} />
      ) : null}
      {sandbox ? <SandboxNotice /> : null}
    </form>
  )
}

/** A problem and the field where it is shown; the whole form without one. */
type OwnDataProblem = { readonly at: string; readonly text: string; readonly hint?: string }

/** Returns the text of a failure. `at` is its field unless the server names one. */
export function problemOf(error: unknown, at: string): OwnDataProblem {
  if (isUnreached(error)) return { at, text: texts.common_no_connection() }
  if (!(error instanceof ApiError)) return { at, text: texts.own_data_failed() }
  const { field } = error.body
  const place = typeof field === 'string' ? field : at
  switch (error.code) {
    case 'invalid_code':
      return { at: place, text: texts.sign_in_wrong_code() }
    case 'invalid_phone':
      return { at: 'phone', text: texts.sign_in_request_failed() }
    case 'rate_limited':
      return { at: place, text: texts.problems_rate_limited() }
    case 'sms_unavailable':
      return { at, text: texts.sign_in_request_failed(), hint: texts.sign_in_our_fault() }
    case 'number_taken':
      return { at: 'phone', text: texts.own_data_number_taken() }
    case 'cannot_sign':
      return { at: '', text: texts.problems_cannot_sign() }
    case 'purchase_open':
      return { at: '', text: texts.own_data_purchase_open() }
    default:
      return { at: '', text: texts.own_data_failed() }
  }
}
