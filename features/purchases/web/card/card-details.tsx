// Shows the card's fields: Stripe's where the server names a key, loaded only then, else the
// sandbox's.
import { lazyPart } from '#web/api/lazy-part.ts'
import { PartBoundary } from '#web/ui/states/part-boundary.tsx'
import { type CardFieldProps, CardFieldsLoading, stripeKey } from './card-field.tsx'
import { SandboxCardField } from './sandbox-card-field.tsx'

const StripeCardField = lazyPart(
  () => import('./stripe-card-field.tsx'),
  (part) => part.StripeCardField,
)

export function CardDetails(props: CardFieldProps) {
  if (stripeKey() === undefined) return <SandboxCardField {...props} />
  return (
    <PartBoundary loading={<CardFieldsLoading />}>
      <StripeCardField {...props} />
    </PartBoundary>
  )
}
