// Shows Stripe's card fields, each a frame of Stripe's inside a frame of ours. The card details
// stay there; the page gets the id of a PaymentMethod, for one purchase.

import type { Stripe, StripeCardNumberElement, StripeElementStyle } from '@stripe/stripe-js'
import { useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { texts } from '#web/texts.ts'
import { ErrorState } from '#web/ui/empty-or-error.tsx'
import { frameClass } from '#web/ui/forms/text-field.tsx'
import { type CardAnswer, type CardFieldProps, CardFieldsLoading, leadsOn } from './card-field.tsx'
import { openStripe } from './load-stripe.ts'

export function StripeCardField({ ref, error, onEdit }: CardFieldProps) {
  const id = useId()
  const placeOf = (name: FieldName) => `${id}-${name}`
  const places = {
    cardNumber: placeOf('cardNumber'),
    cardExpiry: placeOf('cardExpiry'),
    cardCvc: placeOf('cardCvc'),
  }
  const fields = useStripeFields(places, onEdit)
  const { opening, focused, tokenise, focus, isFilled } = fields
  useImperativeHandle(ref, () => ({ tokenise, focus, isFilled }))

  const place = (name: FieldName, label: string) => (
    <div className="grid gap-1.5">
      <label htmlFor={places[name]} className="caption">
        {label}
      </label>
      <div
        className={`${frameClass(undefined)} ${focused === name ? 'border-forest ring-3 ring-moss/25' : ''}`}
      >
        {/* Browsers paint a frame white whose colour scheme differs from its page's. */}
        <div id={places[name]} className="scheme-light py-3.5" />
      </div>
    </div>
  )
  return (
    <>
      {opening === 'loading' ? <CardFieldsLoading /> : null}
      {opening === 'failed' ? (
        <ErrorState message={texts.purchases_card_not_loaded()} onRetry={fields.openAgain} />
      ) : null}
      <fieldset
        className={`grid min-w-0 gap-3 rounded-card border border-line bg-page/60 px-3.5 py-4 ${opening === 'ready' ? '' : 'sr-only'}`}
        aria-describedby={`${id}-error`}
        inert={opening !== 'ready'}
      >
        <legend className="sr-only">{texts.purchases_card_details()}</legend>
        {place('cardNumber', texts.purchases_card_number())}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-3">
          {place('cardExpiry', texts.purchases_card_expiry())}
          {place('cardCvc', texts.purchases_card_cvv())}
        </div>
        <p id={`${id}-error`} role="alert" className="text-[0.9375rem] text-danger empty:hidden">
          {error}
        </p>
        <p className="text-sm text-soft">{texts.purchases_card_stripe()}</p>
      </fieldset>
    </>
  )
}

/** A blocked frame never reports that it is ready, nor that it failed. Milliseconds. */
const openMsMax = 15_000

export const fieldNames = ['cardNumber', 'cardExpiry', 'cardCvc'] as const
export type FieldName = (typeof fieldNames)[number]

type Change = { empty: boolean; complete: boolean }
type Field = {
  mount(place: HTMLElement): void
  update(options: { style: StripeElementStyle }): void
  focus(): void
  destroy(): void
  on(event: 'change', handler: (change: Change) => void): unknown
  on(event: 'ready' | 'focus' | 'blur' | 'escape', handler: () => void): unknown
}
type Opened = {
  readonly stripe: Stripe
  readonly number: StripeCardNumberElement
  readonly fields: ReadonlyMap<FieldName, Field>
}

type Watching = {
  onReady(): void
  onEmpty(name: FieldName, isEmpty: boolean): void
  onFocus(name: FieldName, isFocused: boolean): void
}

/** Mounts Stripe's fields in the elements with the ids in `places`. Returns their state. */
export function useStripeFields(places: Readonly<Record<FieldName, string>>, onEdit: () => void) {
  const [attempt, setAttempt] = useState(0)
  const [opening, setOpening] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [focused, setFocused] = useState<FieldName | null>(null)
  const opened = useRef<Opened>(null)
  const empty = useRef(new Set<FieldName>(fieldNames))
  const refused = useRef<FieldName>(undefined)
  const edited = useRef(onEdit)
  useEffect(() => {
    edited.current = onEdit
  }, [onEdit])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the places never change
  useEffect(() => {
    let isGone = false
    const watching: Watching = {
      onReady: () => setOpening('ready'),
      onEmpty(name, isEmpty) {
        if (isEmpty) empty.current.add(name)
        else empty.current.delete(name)
        edited.current()
      },
      onFocus: (name, isFocused) =>
        setFocused((now) => (isFocused ? name : now === name ? null : now)),
    }
    const theme = window.matchMedia('(prefers-color-scheme: dark)')
    const restyle = () => eachField(opened.current, (field) => field.update({ style: inkNow() }))
    theme.addEventListener('change', restyle)
    empty.current = new Set(fieldNames)
    setOpening('loading')
    const late = setTimeout(() => {
      setOpening((now) => (now === 'loading' ? 'failed' : now))
    }, openMsMax)
    openStripe()
      .then((stripe) => {
        if (isGone) return
        opened.current = createFields(stripe)
        mountFields(opened.current, places, watching)
      })
      .catch(() => {
        if (!isGone) setOpening('failed')
      })
    return () => {
      isGone = true
      clearTimeout(late)
      theme.removeEventListener('change', restyle)
      eachField(opened.current, (field) => field.destroy())
      opened.current = null
    }
  }, [attempt])

  return {
    opening,
    focused,
    openAgain: () => setAttempt((now) => now + 1),
    isFilled: () => empty.current.size === 0,
    /** Focuses the first empty field, else the refused one, else the first. */
    focus() {
      const first = fieldNames.find((each) => empty.current.has(each))
      const name = first ?? refused.current ?? 'cardNumber'
      opened.current?.fields.get(name)?.focus()
    },
    async tokenise() {
      const answer = await tokenise(opened.current, empty.current.size > 0)
      const field = 'problem' in answer ? answer.problem.field : undefined
      refused.current = fieldNames.find((each) => inputs[each] === field)
      return answer
    },
  }
}

function createFields(stripe: Stripe): Opened {
  const elements = stripe.elements()
  const style = inkNow()
  const number = elements.create('cardNumber', { style, disableLink: true })
  const fields = new Map<FieldName, Field>([
    ['cardNumber', number],
    ['cardExpiry', elements.create('cardExpiry', { style })],
    ['cardCvc', elements.create('cardCvc', { style })],
  ])
  return { stripe, number, fields }
}

function mountFields(
  { fields }: Opened,
  places: Readonly<Record<FieldName, string>>,
  { onReady, onEmpty, onFocus }: Watching,
): void {
  const waiting = new Set(fieldNames)
  const whole = new Set<FieldName>()
  for (const [name, field] of fields) {
    const place = document.getElementById(places[name])
    if (place === null) throw new Error(`no place for ${name}`)
    field.on('ready', () => {
      waiting.delete(name)
      if (waiting.size === 0) onReady()
    })
    field.on('change', (change) => {
      const wasPart = !whole.has(name)
      if (change.complete) whole.add(name)
      else whole.delete(name)
      onEmpty(name, change.empty)
      if (change.complete && wasPart && leadsOn()) nextAfter(name, fields, whole)?.focus()
    })
    field.on('focus', () => onFocus(name, true))
    field.on('blur', () => onFocus(name, false))
    // The dialog never receives a key pressed in Stripe's frame.
    field.on('escape', () => {
      place.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    })
    field.mount(place)
  }
}

/** Returns the next field after a complete one, unless that is complete already. */
function nextAfter(
  name: FieldName,
  fields: Opened['fields'],
  whole: ReadonlySet<FieldName>,
): Field | undefined {
  const next = fieldNames[fieldNames.indexOf(name) + 1]
  return next === undefined || whole.has(next) ? undefined : fields.get(next)
}

function eachField(opened: Opened | null, act: (field: Field) => void): void {
  for (const field of opened?.fields.values() ?? []) act(field)
}

/** The names of the fields in texts and problems. */
const inputs: Readonly<Record<FieldName, string>> = {
  cardNumber: 'cardnumber',
  cardExpiry: 'exp-date',
  cardCvc: 'cvc',
}

/** Stripe's codes contain the field, such as `invalid_expiry_year_past`. */
function inputOf(code = ''): string | undefined {
  const name = fieldNames.find((each) => code.includes(each.slice('card'.length).toLowerCase()))
  return name && inputs[name]
}

async function tokenise(opened: Opened | null, isIncomplete: boolean) {
  const problem = (code: string, field?: string): NonNullable<CardAnswer> => ({
    problem: { at: 'card', code, field },
  })
  if (opened === null) return problem('unreached')
  if (isIncomplete) return problem('card_details_required')
  try {
    const { stripe, number } = opened
    const { paymentMethod, error } = await stripe.createPaymentMethod({
      type: 'card',
      card: number,
    })
    if (paymentMethod) return { token: paymentMethod.id }
    const isTheCard = error.type === 'validation_error' || error.type === 'card_error'
    if (isTheCard) return problem('card_refused', inputOf(error.code))
    return problem(error.type === 'api_connection_error' ? 'unreached' : 'unavailable')
  } catch {
    return problem('unreached')
  }
}

/**
 * Returns our colours of the current theme for Stripe's frames, which our style sheets cannot
 * reach.
 */
function inkNow(): StripeElementStyle {
  const theme = getComputedStyle(document.documentElement)
  const color = (name: string) => theme.getPropertyValue(`--color-${name}`).trim()
  return {
    base: {
      color: color('ink'),
      iconColor: color('soft'),
      fontFamily: 'system-ui, sans-serif',
      fontSize: '17px',
      '::placeholder': { color: color('faint') },
    },
    invalid: { color: color('danger'), iconColor: color('danger') },
  }
}
