// Provides the two-step form of export, move and deletion: codes are sent, then typed and used. Typed text
// stays after a failure, and is cleared when other codes are sent.
import { useState } from 'react'
import { usePhoneText } from '#features/people/web/phone/number-field.tsx'
import { codeIn } from '#values/text/one-time-code.ts'
import { ApiError, isUnreached } from '#web/api/api.ts'
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
  /** Called before the codes are sent. Returns the bodies of their requests, in order. */
  readonly codes: () => readonly ProfileCodeBody[]
  /** Carries out the action. `codeOf` returns the code typed in a field. Throws the error of its call. */
  readonly use: (codeOf: (name: string) => string) => Promise<void>
  /** Name of the field at which a problem of the first step is shown. */
  readonly at?: string
}

export function useCodeForm({ codes, use, at = '' }: CodeFormOptions) {
  /** Time at which other codes may be requested, in ms since 1970; undefined before the first codes. */
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
  const submitCodes = () =>
    run(
      'using',
      async () => void (await use(codeOf)),
      (error) => problemOf(error, 'code'),
    )
  const form = useForm({
    isBusy: busy !== undefined,
    problem,
    onSubmit: () => void (isSent ? submitCodes() : send()),
  })
  /** Returns the props of the field with that name. */
  const fieldOf = (name: string) => ({
    ...{ name, problem },
    value: codeOf(name),
    onChange: (code: string) => setTyped((previous) => ({ ...previous, [name]: code })),
  })
  const formProblem = problem?.at === '' ? problemWords(problem) : null
  return { form, busy, problem, formProblem, isSent, fieldOf, resendAt: resendAt ?? 0, send }
}

type CodeFieldProps = {
  name: string
  /** The phone number that the code was sent to. */
  phone: string
  value: string
  problem: OwnDataProblem | undefined
  onChange: (code: string) => void
}

/** Shows the field for a code, with the phone number that it was sent to. */
export function CodeField({ name, phone, value, problem, onChange }: CodeFieldProps) {
  const number = usePhoneText(phone)
  const ownProblem = problem?.at === name ? problem : undefined
  return (
    <TextField
      label={texts.own_data_code_to({ phone: number })}
      code
      name={name}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={16}
      value={value}
      error={ownProblem?.text}
      hint={ownProblem?.hint}
      onChange={(event) => onChange(codeIn(event.target.value))}
    />
  )
}

type CodeFormProps = {
  state: ReturnType<typeof useCodeForm>
  /** Texts of the button in the first and in the second step. */
  actions: readonly [send: string, use: string]
  variant?: 'accent' | 'dark' | 'danger'
  disabled?: boolean
  /** Error message of the whole form. By default, that of `state`. */
  problem?: string | undefined
  /** Description of the action, and fields. */
  children: Elements
}

export function CodeForm(props: CodeFormProps) {
  const { state, actions, variant = 'accent', disabled = false, children } = props
  const { form, busy, isSent, resendAt, send } = state
  const sandbox = useSandbox('sms')
  return (
    <form {...form.props} className="grid gap-4">
      {children}
      <FormProblem>{props.problem ?? state.formProblem}</FormProblem>
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

/** An error message. `at` is the name of its field, or '' for the whole form. */
type OwnDataProblem = { readonly at: string; readonly text: string; readonly hint?: string }

/** Returns the text of a problem, with its explanation if it has one. */
export const problemWords = ({ text, hint }: OwnDataProblem): string =>
  hint === undefined ? text : `${text} ${hint}`

/** Returns the error message of a failure. `at` is its field, unless the response contains a field. */
export function problemOf(error: unknown, at: string): OwnDataProblem {
  if (isUnreached(error)) return { at, text: texts.common_no_connection() }
  if (!(error instanceof ApiError)) return { at, text: texts.own_data_failed() }
  const { field } = error.body
  const fieldName = typeof field === 'string' ? field : at
  switch (error.code) {
    case 'invalid_code':
      return { at: fieldName, text: texts.sign_in_wrong_code() }
    case 'invalid_phone':
      return { at: 'phone', text: texts.sign_in_request_failed() }
    case 'rate_limited':
      return { at: fieldName, text: texts.problems_rate_limited() }
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
