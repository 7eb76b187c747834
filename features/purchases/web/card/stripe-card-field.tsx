// The card's fields as Stripe draws them, each a frame of Stripe's inside a frame of ours. The page
// never sees a number: it hands back the id of a PaymentMethod, which one purchase uses up.
import { useId, useImperativeHandle } from 'react'
import { texts } from '#web/texts.ts'
import { ErrorState } from '#web/ui/notices.tsx'
import { frameClass } from '#web/ui/text-field.tsx'
import { type CardFieldProps, CardFieldsLoading } from './card-field.tsx'
import { type FieldName, useStripeFields } from './use-stripe-fields.ts'

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
        {/* A frame of another scheme than its page's is painted white by browsers. */}
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
        <div className="grid grid-cols-2 gap-3">
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
