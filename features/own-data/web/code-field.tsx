// Shows the field for a code for own data, with its destination and a button for another code.
import { usePhoneText } from '#features/people/web/phone/use-phone-text.ts'
import { codeIn } from '#values/text/one-time-code.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { clockText, useCountdown } from '#web/ui/forms/countdown.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { OwnDataProblem } from './own-data-problem.ts'

type CodeFieldProps = {
  name: string
  /** The number that the code went to. */
  phone: string
  value: string
  problem: OwnDataProblem | undefined
  onChange: (code: string) => void
}

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

type ResendProps = {
  /** When another code may be requested, by this browser's clock in ms. */
  resendAt: number
  busy: boolean
  onPress: () => void
}

export function Resend({ resendAt, busy, onPress }: ResendProps) {
  const left = useCountdown(resendAt)
  return (
    <Button variant="quiet" wide disabled={left > 0} busy={busy} onClick={onPress}>
      {left > 0 ? texts.sign_in_resend_in({ time: clockText(left) }) : texts.sign_in_resend()}
    </Button>
  )
}
