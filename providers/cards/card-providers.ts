// Lists the card providers that CARD_PROVIDER may name, with the origins that their pages load from.
import { z } from 'zod'
import type { ForeignSources } from '#platform/http/pages/security-headers.ts'
import {
  type CardEvent,
  type CardProvider,
  paymentTimeoutMs,
} from '#providers/cards/card-provider.ts'
import { type CardSandbox, openCardSandbox } from '#providers/cards/card-sandbox.ts'
import { stripeWebhook } from '#providers/cards/stripe-event.ts'
import { readStripe, type StripeSettings, stripeShape } from '#providers/cards/stripe-settings.ts'
import type { ProviderTable } from '#providers/provider-table.ts'

export type CardSettings = { readonly kind: 'sandbox' } | StripeSettings

export const cardShape = {
  CARD_PROVIDER: z.enum(['sandbox', 'stripe']).default('sandbox'),
  ...stripeShape,
}
const shape = z.object(cardShape)

export type OpenCards = {
  readonly cards: CardProvider
  /** The sandbox's hosted card field; null with a real provider. */
  readonly cardSandbox: CardSandbox | null
}

export const cardProviders: ProviderTable<
  CardSettings,
  z.infer<typeof shape>,
  OpenCards,
  CardEvent
> = {
  sandbox: {
    read: () => ({ kind: 'sandbox' }),
    async open(_settings, { databaseUrl, clock, timeoutFactor }) {
      const cardSandbox = await openCardSandbox(databaseUrl, clock, timeoutFactor)
      return { cards: cardSandbox, cardSandbox }
    },
    webhook: null,
  },
  stripe: {
    read: readStripe,
    // Imports the client on demand, because it costs time and memory.
    async open(settings, { log, timeoutFactor }) {
      const { openStripe } = await import('#providers/cards/stripe.ts')
      return {
        cards: openStripe(settings, log, paymentTimeoutMs * timeoutFactor),
        cardSandbox: null,
      }
    },
    webhook: stripeWebhook,
  },
}

/** The origins that a page with the provider's fields and 3-D Secure loads from. */
export const cardSources: Readonly<Record<CardSettings['kind'], ForeignSources>> = {
  sandbox: { scripts: [], calls: [], frames: [] },
  stripe: {
    // https://docs.stripe.com/security/guide: its script opens frames on names of its own.
    scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    calls: ['https://api.stripe.com'],
    frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  },
}
