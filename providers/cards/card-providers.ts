// Lists the card providers that CARD_PROVIDER may name: their settings, how each is opened, and the
// fields of its page. One more provider is one more case of each function.
import { z } from 'zod'
import type { ForeignSources } from '#platform/http/pages/security-headers.ts'
import type { Logger } from '#platform/log.ts'
import { type CardProvider, paymentTimeoutMs } from '#providers/cards/card-provider.ts'
import { type CardSandbox, openCardSandbox } from '#providers/cards/sandbox.ts'
import { readStripe, type StripeSettings, stripeShape } from '#providers/cards/stripe-settings.ts'
import type { SettingFaults } from '#providers/setting-faults.ts'

export const cardShape = {
  CARD_PROVIDER: z.enum(['sandbox', 'stripe']).default('sandbox'),
  ...stripeShape,
}
const shape = z.object(cardShape)

export type CardSettings = { readonly kind: 'sandbox' } | StripeSettings

export function readCards(values: z.infer<typeof shape>): CardSettings | SettingFaults {
  switch (values.CARD_PROVIDER) {
    case 'sandbox':
      return { kind: 'sandbox' }
    case 'stripe':
      return readStripe(values)
  }
}

export type OpenCards = {
  readonly cards: CardProvider
  /** The sandbox's hosted card field; null with a real provider. */
  readonly cardSandbox: CardSandbox | null
}

/**
 * A real provider's client is loaded only where it is used: it costs time and memory. `patience` multiplies
 * the waits.
 */
export async function openCards(
  settings: CardSettings,
  databaseUrl: string,
  clock: () => number,
  log: Logger,
  patience: number,
): Promise<OpenCards> {
  switch (settings.kind) {
    case 'sandbox': {
      const cardSandbox = await openCardSandbox(databaseUrl, clock, patience)
      return { cards: cardSandbox, cardSandbox }
    }
    case 'stripe': {
      const { openStripe } = await import('#providers/cards/stripe.ts')
      return { cards: openStripe(settings, log, paymentTimeoutMs * patience), cardSandbox: null }
    }
  }
}

/** The origins that a page with the provider's fields and its bank step loads from. */
export function cardSources({ kind }: CardSettings): ForeignSources {
  switch (kind) {
    case 'sandbox':
      return { scripts: [], calls: [], frames: [] }
    case 'stripe':
      return {
        scripts: ['https://js.stripe.com'],
        calls: ['https://api.stripe.com'],
        frames: ['https://js.stripe.com', 'https://hooks.stripe.com'],
      }
  }
}
