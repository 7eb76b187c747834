// The card's fields, drawn by whoever charges cards: Stripe's where the server says so, loaded only
// then, else the sandbox's.
import { lazy, Suspense } from 'react'
import { type CardFieldProps, stripeKey } from './card-field.ts'
import { CardFieldsLoading } from './card-fields-loading.tsx'
import { SandboxCardField } from './sandbox-card-field.tsx'

const StripeCardField = lazy(async () => ({
  default: (await import('./stripe-card-field.tsx')).StripeCardField,
}))

export function CardDetails(props: CardFieldProps) {
  if (stripeKey() === undefined) return <SandboxCardField {...props} />
  return (
    <Suspense fallback={<CardFieldsLoading />}>
      <StripeCardField {...props} />
    </Suspense>
  )
}
