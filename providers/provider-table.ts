// Defines the table of the providers that one setting may name. A row has the functions that read its
// settings, open it, and read its webhook.
import type { Webhook, WebhookFault, WebhookRequest } from '#platform/http/guard/webhook.ts'
import type { Logger } from '#platform/logger.ts'
import type { SettingFaults } from '#providers/setting-faults.ts'

/** The chosen provider: its name as `kind`, with its settings. */
type ProviderChoice = { readonly kind: string }

/**
 * Returns true if the provider only simulates its effects (docs/product.md#sandboxes). Every check for a
 * sandbox uses this function.
 */
export function isSandbox({ kind }: ProviderChoice): boolean {
  return kind === 'sandbox'
}

/** The parts of the product that a provider is opened with. */
export type ProviderHost = {
  readonly databaseUrl: string
  /** Our own origin, for addresses that a provider calls. */
  readonly publicUrl: string
  /** Factor applied to every timeout. */
  readonly timeoutFactor: number
  readonly clock: () => number
  readonly log: Logger
  /** Prints each message that a sandbox stores. */
  readonly print: (line: string) => void
}

export type Provider<Choice, Values, Opened, Event> = {
  /** Reads the provider's settings from the environment. */
  read(values: Values): Choice | SettingFaults
  open(choice: Choice, host: ProviderHost): Promise<Opened>
  /** Null for a provider without events. */
  readonly webhook: ProviderWebhook<Choice, Event> | null
}

export type ProviderWebhook<Choice, Event> = Pick<Webhook<Event>, 'call'> & {
  /** Returns the event of a request with a valid signature; `nowMs` is the wall clock. */
  read(choice: Choice, request: WebhookRequest, nowMs: number): Event | WebhookFault
}

/** A row for each member of the union `Choice`, by its `kind`. */
export type ProviderTable<Choice extends ProviderChoice, Values, Opened, Event> = {
  readonly [Kind in Choice['kind']]: Provider<
    Extract<Choice, { readonly kind: Kind }>,
    Values,
    Opened,
    Event
  >
}

/** The rows of any table. */
type Rows<Kind extends string, Choice, Opened, Event> = Readonly<
  Record<Kind, Provider<Choice, never, Opened, Event>>
>

export function openProvider<Kind extends string, Choice extends { readonly kind: Kind }, Opened>(
  providers: Rows<Kind, Choice, Opened, unknown>,
  choice: Choice,
  host: ProviderHost,
): Promise<Opened> {
  const { kind }: { readonly kind: Kind } = choice
  return providers[kind].open(choice, host)
}

/** Returns the webhooks of all providers of a table. Those of the unchosen providers answer `not_found`. */
export function webhooksOf<Kind extends string, Choice extends { readonly kind: Kind }, Event>(
  providers: Rows<Kind, Choice, unknown, Event>,
  choice: Choice,
): Webhook<Event>[] {
  const rows = Object.entries<Provider<Choice, never, unknown, Event>>(providers)
  return rows.flatMap(([kind, { webhook }]): Webhook<Event>[] => {
    if (webhook === null) return []
    const { call } = webhook
    return kind === choice.kind
      ? [{ call, read: (request, nowMs) => webhook.read(choice, request, nowMs) }]
      : [{ call, read: () => 'not_found' }]
  })
}
