// Shows Stripe's card fields. Each field is an iframe of Stripe in a box of this page. The card details stay
// in the iframes. The page gets the id of a PaymentMethod for one purchase.

import type { Stripe, StripeCardNumberElement, StripeElementStyle } from '@stripe/stripe-js'
import { useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { texts } from '#web/texts.ts'
import { ErrorState } from '#web/ui/empty-or-error.tsx'
import { fieldClass } from '#web/ui/forms/text-field.tsx'
import {
  advancesFocus,
  type CardAnswer,
  type CardFieldProps,
  CardFieldsLoading,
} from './card-field.tsx'
import { openStripe } from './load-stripe.ts'

export function StripeCardField({ ref, error, onEdit }: CardFieldProps) {
  const id = useId()
  const fields = useStripeFields(id, onEdit)
  const { loadState, focused, tokenise, focus, isFilled } = fields
  useImperativeHandle(ref, () => ({ tokenise, focus, isFilled }))

  const fieldBox = (name: FieldName, label: string) => (
    <div className="grid gap-1.5">
      <label htmlFor={`${id}-${name}`} className="caption">
        {label}
      </label>
      <div
        className={`${fieldClass(undefined)} ${focused === name ? 'border-forest ring-3 ring-moss/25' : ''}`}
      >
        {/* Browsers paint an iframe white if its colour scheme differs from that of its page. */}
        <div id={`${id}-${name}`} className="scheme-light py-3.5" />
      </div>
    </div>
  )
  return (
    <>
      {loadState === 'loading' ? <CardFieldsLoading /> : null}
      {loadState === 'failed' ? (
        <ErrorState message={texts.purchases_card_not_loaded()} onRetry={fields.reload} />
      ) : null}
      <fieldset
        className={`grid min-w-0 gap-3 rounded-card border border-line bg-page/60 px-3.5 py-4 ${loadState === 'ready' ? '' : 'sr-only'}`}
        aria-describedby={`${id}-error`}
        inert={loadState !== 'ready'}
      >
        <legend className="sr-only">{texts.purchases_card_details()}</legend>
        {fieldBox('cardNumber', texts.purchases_card_number())}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-3">
          {fieldBox('cardExpiry', texts.purchases_card_expiry())}
          {fieldBox('cardCvc', texts.purchases_card_cvv())}
        </div>
        <p id={`${id}-error`} role="alert" className="text-[0.9375rem] text-danger empty:hidden">
          {error}
        </p>
        <p className="text-sm text-soft">{texts.purchases_card_stripe()}</p>
      </fieldset>
    </>
  )
}

/** Milliseconds after which loading counts as failed, because a blocked iframe reports nothing. */
const loadMsMax = 15_000

const fieldNames = ['cardNumber', 'cardExpiry', 'cardCvc'] as const
type FieldName = (typeof fieldNames)[number]

type Change = { empty: boolean; complete: boolean }
type Field = {
  mount(element: HTMLElement): void
  update(options: { style: StripeElementStyle }): void
  focus(): void
  destroy(): void
  on(event: 'change', handler: (change: Change) => void): unknown
  on(event: 'ready' | 'focus' | 'blur' | 'escape', handler: () => void): unknown
}
type StripeFields = {
  readonly stripe: Stripe
  readonly number: StripeCardNumberElement
  readonly fields: ReadonlyMap<FieldName, Field>
}

type Handlers = {
  onReady(): void
  onEmpty(name: FieldName, isEmpty: boolean): void
  onFocus(name: FieldName, isFocused: boolean): void
}

/** Loads Stripe and mounts each field in the element `<id>-<name>`. Returns the fields' state and actions. */
function useStripeFields(id: string, onEdit: () => void) {
  const [attempt, setAttempt] = useState(0)
  const [loadState, setLoadState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [focused, setFocused] = useState<FieldName | null>(null)
  const stripeFields = useRef<StripeFields>(null)
  const emptyFields = useRef(new Set<FieldName>(fieldNames))
  const refusedField = useRef<FieldName>(undefined)
  const latestOnEdit = useRef(onEdit)
  useEffect(() => {
    latestOnEdit.current = onEdit
  }, [onEdit])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the id never changes
  useEffect(() => {
    let isUnmounted = false
    const handlers: Handlers = {
      onReady: () => setLoadState('ready'),
      onEmpty(name, isEmpty) {
        if (isEmpty) emptyFields.current.add(name)
        else emptyFields.current.delete(name)
        latestOnEdit.current()
      },
      onFocus: (name, isFocused) =>
        setFocused((current) => (isFocused ? name : current === name ? null : current)),
    }
    const theme = window.matchMedia('(prefers-color-scheme: dark)')
    const restyle = () =>
      eachField(stripeFields.current, (field) => field.update({ style: currentStyle() }))
    theme.addEventListener('change', restyle)
    emptyFields.current = new Set(fieldNames)
    setLoadState('loading')
    const timer = setTimeout(() => {
      setLoadState((current) => (current === 'loading' ? 'failed' : current))
    }, loadMsMax)
    openStripe()
      .then((stripe) => {
        if (isUnmounted) return
        stripeFields.current = createFields(stripe)
        mountFields(stripeFields.current, id, handlers)
      })
      .catch(() => {
        if (!isUnmounted) setLoadState('failed')
      })
    return () => {
      isUnmounted = true
      clearTimeout(timer)
      theme.removeEventListener('change', restyle)
      eachField(stripeFields.current, (field) => field.destroy())
      stripeFields.current = null
    }
  }, [attempt])

  return {
    loadState,
    focused,
    reload: () => setAttempt((current) => current + 1),
    isFilled: () => emptyFields.current.size === 0,
    /** Focuses the first empty field, otherwise the refused field, otherwise the first field. */
    focus() {
      const first = fieldNames.find((each) => emptyFields.current.has(each))
      const name = first ?? refusedField.current ?? 'cardNumber'
      stripeFields.current?.fields.get(name)?.focus()
    },
    async tokenise() {
      const answer = await tokenise(stripeFields.current, emptyFields.current.size > 0)
      const field = 'problem' in answer ? answer.problem.field : undefined
      refusedField.current = fieldNames.find((each) => inputNames[each] === field)
      return answer
    },
  }
}

function createFields(stripe: Stripe): StripeFields {
  const elements = stripe.elements()
  const style = currentStyle()
  const number = elements.create('cardNumber', { style, disableLink: true })
  const fields = new Map<FieldName, Field>([
    ['cardNumber', number],
    ['cardExpiry', elements.create('cardExpiry', { style })],
    ['cardCvc', elements.create('cardCvc', { style })],
  ])
  return { stripe, number, fields }
}

/** Mounts the fields in their elements, and connects their events with the handlers. */
function mountFields(
  { fields }: StripeFields,
  id: string,
  { onReady, onEmpty, onFocus }: Handlers,
): void {
  const loading = new Set(fieldNames)
  const complete = new Set<FieldName>()
  for (const [name, field] of fields) {
    const element = document.getElementById(`${id}-${name}`)
    if (element === null) throw new Error(`no place for ${name}`)
    field.on('ready', () => {
      loading.delete(name)
      if (loading.size === 0) onReady()
    })
    field.on('change', (change) => {
      const wasIncomplete = !complete.has(name)
      if (change.complete) complete.add(name)
      else complete.delete(name)
      onEmpty(name, change.empty)
      if (change.complete && wasIncomplete && advancesFocus()) {
        nextIncomplete(name, fields, complete)?.focus()
      }
    })
    field.on('focus', () => onFocus(name, true))
    field.on('blur', () => onFocus(name, false))
    // A key press in Stripe's iframe does not reach the dialog, so this handler forwards Escape.
    field.on('escape', () => {
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    })
    field.mount(element)
  }
}

/** Returns the field after `name`, or undefined if there is none or it is complete. */
function nextIncomplete(
  name: FieldName,
  fields: StripeFields['fields'],
  complete: ReadonlySet<FieldName>,
): Field | undefined {
  const next = fieldNames[fieldNames.indexOf(name) + 1]
  return next === undefined || complete.has(next) ? undefined : fields.get(next)
}

function eachField(stripeFields: StripeFields | null, act: (field: Field) => void): void {
  for (const field of stripeFields?.fields.values() ?? []) act(field)
}

/** The name of each field in problems. */
const inputNames: Readonly<Record<FieldName, string>> = {
  cardNumber: 'cardnumber',
  cardExpiry: 'exp-date',
  cardCvc: 'cvc',
}

/** Returns the name of the field in an error code of Stripe, such as `invalid_expiry_year_past`. */
function refusedInput(code = ''): string | undefined {
  const name = fieldNames.find((each) => code.includes(each.slice('card'.length).toLowerCase()))
  return name && inputNames[name]
}

/** Creates a PaymentMethod. Returns its id as the token, or a problem. */
async function tokenise(stripeFields: StripeFields | null, isIncomplete: boolean) {
  const problem = (code: string, field?: string): NonNullable<CardAnswer> => ({
    problem: { at: 'card', code, field },
  })
  if (stripeFields === null) return problem('unreached')
  if (isIncomplete) return problem('card_details_required')
  try {
    const { stripe, number } = stripeFields
    const { paymentMethod, error } = await stripe.createPaymentMethod({
      type: 'card',
      card: number,
    })
    if (paymentMethod) return { token: paymentMethod.id }
    const isCardError = error.type === 'validation_error' || error.type === 'card_error'
    if (isCardError) return problem('card_refused', refusedInput(error.code))
    return problem(error.type === 'api_connection_error' ? 'unreached' : 'unavailable')
  } catch {
    return problem('unreached')
  }
}

/**
 * Returns the style of Stripe's fields with the colours of the current theme. Our style sheets do not apply
 * in iframes.
 */
function currentStyle(): StripeElementStyle {
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
