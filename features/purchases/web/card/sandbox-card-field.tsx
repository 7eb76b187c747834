// Plays the payment provider's hosted field while cards are a sandbox. It alone reads the number; it
// must hand back nothing but the token, and keep nothing anywhere.
import { useId, useImperativeHandle, useRef, useState } from 'react'
import { ApiError, sendJson } from '#web/api.ts'
import { texts } from '#web/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { cardTokenShape } from '../answer-shapes.ts'
import type { CardFieldProps } from './card-field.tsx'
import { formatCardNumber, formatExpiry, readExpiry } from './card-text.ts'

const testNumber = '4242 4242 4242 4242'

export function SandboxCardField({ ref, error, onEdit }: CardFieldProps) {
  const [number, setNumber] = useState('')
  const [expiry, setExpiry] = useState('')
  const [cvv, setCvv] = useState('')
  const group = useRef<HTMLFieldSetElement>(null)
  const errorId = useId()

  function focus() {
    const first = [number, expiry, cvv].indexOf('')
    group.current?.querySelectorAll('input')[Math.max(0, first)]?.focus()
  }

  async function tokenise() {
    const date = readExpiry(expiry)
    if (!isFilled()) {
      return { problem: { at: 'card', code: 'card_details_required' } } as const
    }
    if (!date) return { problem: { at: 'card', code: 'card_refused' } } as const
    try {
      const body = { number: number.replace(/\s/g, ''), ...date, cvc: cvv }
      const { id } = await sendJson('POST', '/dev/cards', cardTokenShape, body)
      return { token: id }
    } catch (failure) {
      const isAnswer = failure instanceof ApiError
      const code = isAnswer ? failure.code : 'unreached'
      return {
        problem: { at: 'card', code, text: isAnswer ? failure.message : undefined },
      } as const
    }
  }
  const isFilled = () => number !== '' && expiry !== '' && cvv !== ''
  useImperativeHandle(ref, () => ({ tokenise, focus, isFilled }))

  const edited = (change: () => void) => {
    change()
    onEdit()
  }
  const field = { autoCorrect: 'off', spellCheck: false, inputMode: 'numeric' } as const
  return (
    <fieldset
      ref={group}
      className="grid min-w-0 gap-3 rounded-card border border-line bg-page/60 px-3.5 py-4"
      aria-describedby={errorId}
    >
      <legend className="sr-only">{texts.purchases_card_details()}</legend>
      <TextField
        {...field}
        label={texts.purchases_card_number()}
        name="cardnumber"
        autoComplete="cc-number"
        value={number}
        onChange={(event) => edited(() => setNumber(formatCardNumber(event.target.value)))}
        trailing={<Badge tone="warn">{texts.purchases_card_sandbox()}</Badge>}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          {...field}
          label={texts.purchases_card_expiry()}
          name="exp-date"
          autoComplete="cc-exp"
          placeholder={texts.purchases_card_expiry_format()}
          value={expiry}
          onChange={(event) => edited(() => setExpiry(formatExpiry(event.target.value, expiry)))}
        />
        <TextField
          {...field}
          label={texts.purchases_card_cvv()}
          name="cvc"
          autoComplete="cc-csc"
          type="password"
          maxLength={4}
          value={cvv}
          onChange={(event) => edited(() => setCvv(event.target.value.replace(/\D/g, '')))}
        />
      </div>
      <p id={errorId} role="alert" className="text-[0.9375rem] text-danger empty:hidden">
        {error}
      </p>
      <p className="text-sm text-soft">{texts.purchases_card_hint({ number: testNumber })}</p>
    </fieldset>
  )
}
