// Shows the card fields: those of Stripe, loaded on demand, if the page has a Stripe key, otherwise those of
// the sandbox.
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
