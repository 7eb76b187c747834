// Shows the card fields. If the page has a Stripe key, they are Stripe's, loaded on demand. Otherwise they
// are the sandbox's.

import { useId, useImperativeHandle, useRef, useState } from 'react'
import { passesLuhn } from '#values/money/luhn.ts'
import { asciiDigits } from '#values/text/digits.ts'
import { ApiError, isUnreached, readAnswer, send } from '#web/api/api.ts'
import { lazyPart } from '#web/api/lazy-part.ts'
import { objectOf, text } from '#web/api/shape.ts'
import { texts } from '#web/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { PartBoundary } from '#web/ui/states/part-boundary.tsx'
import {
  advancesFocus,
  type CardAnswer,
  type CardFieldProps,
  CardFieldsLoading,
  stripeKey,
} from './card-field.tsx'

const StripeCardField = lazyPart(() => import('./stripe-card-field.tsx'), 'StripeCardField')

export function CardDetails(props: CardFieldProps) {
  if (stripeKey() === undefined) return <SandboxCardField {...props} />
  return (
    <PartBoundary loading={<CardFieldsLoading />}>
      <StripeCardField {...props} />
    </PartBoundary>
  )
}

/** Shape of the sandbox's reply. */
const cardTokenShape = objectOf<{ id: string }>({ id: text })

const testNumber = '4242 4242 4242 4242'

type CardText = { readonly number: string; readonly expiry: string; readonly cvv: string }

/** Names of the inputs by the sandbox's name of a refused field. */
const inputByField: Readonly<Record<string, string>> = {
  number: 'cardnumber',
  exp_month: 'exp-date',
  exp_year: 'exp-date',
  cvc: 'cvc',
}

const noCard: CardText = { number: '', expiry: '', cvv: '' }

function isFilled({ number, expiry, cvv }: CardText): boolean {
  return number !== '' && expiry !== '' && cvv !== ''
}

/** Sends the card to the sandbox. Returns its token or a problem. */
export async function createToken(card: CardText): Promise<NonNullable<CardAnswer>> {
  if (!isFilled(card)) return { problem: { at: 'card', code: 'card_details_required' } }
  const date = readExpiry(card.expiry)
  if (!date) return { problem: { at: 'card', code: 'card_refused', field: 'exp-date' } }
  try {
    const body = { number: card.number.replace(/\s/g, ''), ...date, cvc: card.cvv }
    const rawBody = JSON.stringify(body)
    const response = await send('/dev/cards', { method: 'POST', rawBody })
    const { id } = await readAnswer(response, cardTokenShape)
    return { token: id }
  } catch (failure) {
    if (isUnreached(failure)) return { problem: { at: 'card', code: 'unreached' } }
    if (!(failure instanceof ApiError)) return { problem: { at: 'card', code: 'unavailable' } }
    const { code, message: text, body } = failure
    return { problem: { at: 'card', code, text, field: inputByField[String(body.field)] } }
  }
}

/**
 * Shows the sandbox's card fields. They send the card details to the sandbox, return its token and store
 * nothing. No other part of the page reads the number.
 */
export function SandboxCardField({ ref, error, marksEmpty = false, onEdit }: CardFieldProps) {
  const [card, setCard] = useState(noCard)
  const [refusedInput, setRefusedInput] = useState<string>()
  const group = useRef<HTMLFieldSetElement>(null)
  const errorId = useId()
  useImperativeHandle(ref, () => ({
    async tokenise() {
      const answer = await createToken(card)
      setRefusedInput('problem' in answer ? answer.problem.field : undefined)
      return answer
    },
    isFilled: () => isFilled(card),
    focus() {
      const first = [card.number, card.expiry, card.cvv].indexOf('')
      group.current?.querySelectorAll('input')[Math.max(0, first)]?.focus()
    },
  }))

  const change = (part: Partial<CardText>) => {
    setCard((current) => ({ ...current, ...part }))
    onEdit()
  }
  /** On touch devices, moves the focus to the field `next` if it is empty and `input` is complete. */
  function advance(input: HTMLInputElement, isComplete: boolean, next: keyof CardText) {
    const isAtEnd = input.selectionStart === input.value.length
    if (!isComplete || !isAtEnd || card[next] !== '' || !advancesFocus()) return
    const index = next === 'expiry' ? 1 : 2
    group.current?.querySelectorAll('input')[index]?.focus()
  }
  const errorOf = (name: string, text: string) =>
    marksEmpty && text === '' ? texts.common_fill_in() : refusedInput === name ? error : undefined
  const field = { autoCorrect: 'off', spellCheck: false, inputMode: 'numeric' } as const
  return (
    <fieldset
      ref={group}
      className="grid min-w-0 gap-3 rounded-card border border-line bg-page/60 px-[min(0.875rem,3.9vw)] py-4"
      aria-describedby={errorId}
    >
      <legend className="sr-only">{texts.purchases_card_details()}</legend>
      {/* A number of 19 characters fits into the field of a small phone with large text. */}
      <div className="[&_input]:text-[min(1.0625rem,6.2vw)]">
        <TextField
          {...field}
          label={texts.purchases_card_number()}
          name="cardnumber"
          autoComplete="cc-number"
          value={card.number}
          error={errorOf('cardnumber', card.number)}
          onChange={({ target }) => {
            const number = formatCardNumber(target.value)
            change({ number })
            advance(target, isCompleteNumber(number), 'expiry')
          }}
          trailing={
            // A narrow field needs its room for the number. The text below the fields also says it.
            <span className="max-[22rem]:hidden">
              <Badge tone="warn">{texts.purchases_card_sandbox()}</Badge>
            </span>
          }
        />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-3">
        <TextField
          {...field}
          label={texts.purchases_card_expiry()}
          name="exp-date"
          autoComplete="cc-exp"
          placeholder={texts.purchases_card_expiry_format()}
          value={card.expiry}
          error={errorOf('exp-date', card.expiry)}
          onChange={({ target }) => {
            const expiry = formatExpiry(target.value, card.expiry)
            change({ expiry })
            advance(target, readExpiry(expiry) !== null, 'cvv')
          }}
        />
        <TextField
          {...field}
          label={texts.purchases_card_cvv()}
          name="cvc"
          autoComplete="cc-csc"
          type="password"
          maxLength={4}
          value={card.cvv}
          error={errorOf('cvc', card.cvv)}
          onChange={(event) => change({ cvv: digitsIn(event.target.value) })}
        />
      </div>
      <p id={errorId} role="alert" className="text-[0.9375rem] text-danger empty:hidden">
        {refusedInput === undefined ? error : undefined}
      </p>
      <p className="text-sm text-soft">{texts.purchases_card_hint({ number: testNumber })}</p>
    </fieldset>
  )
}

const digitsIn = (text: string) => asciiDigits(text).replace(/\D/g, '')

const americanExpress = /^3[47]/

/** Returns true if the text has the length of a card number and a valid check digit. */
function isCompleteNumber(number: string): boolean {
  const digits = number.replace(/\s/g, '')
  return digits.length === (americanExpress.test(digits) ? 15 : 16) && passesLuhn(digits)
}

/** Formats at most 19 digits in groups of four. American Express numbers have groups of 4, 6 and 5. */
export function formatCardNumber(text: string): string {
  const digits = digitsIn(text).slice(0, 19)
  const sizes = americanExpress.test(digits) ? [4, 6, 5, 4] : [4, 4, 4, 4, 3]
  const groups: string[] = []
  let start = 0
  for (const size of sizes) {
    if (start < digits.length) groups.push(digits.slice(start, start + size))
    start += size
  }
  return groups.join(' ')
}

/**
 * Formats `1231`, `12/31` and `12 / 2031` as `12 / 31`, and `3/31` as `03 / 31`. Adds no slash if the text
 * is shorter than `previous`, so that the user can delete it.
 */
export function formatExpiry(text: string, previous: string): string {
  const isShorter = text.length < previous.length
  let digits = digitsIn(text)
  if (/^\p{Nd}\s*\//u.test(text.trim()) || /^[2-9]$/.test(digits)) digits = `0${digits}`
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4)
  const month = digits.slice(0, 2)
  const year = digits.slice(2, 4)
  if (year) return `${month} / ${year}`
  return month.length === 2 && !isShorter ? `${month} / ` : digits
}

/** Parses `12 / 31`. Returns null for any other text. */
export function readExpiry(text: string): { exp_month: number; exp_year: number } | null {
  const match = /^(\d{2}) \/ (\d{2})$/.exec(text)
  return match ? { exp_month: Number(match[1]), exp_year: 2000 + Number(match[2]) } : null
}
