// The port to what a provider tells of its own accord: an address of ours, and who reads what comes
// there. Types only.
import type { IncomingHttpHeaders } from 'node:http'

export type WebhookCall = {
  readonly body: Buffer
  readonly headers: IncomingHttpHeaders
  /** The address as the provider was given it, with its query. */
  readonly address: string
}

export type WebhookFault = 'bad_signature' | 'stale_signature' | 'bad_request'

export type Webhook<Told> = {
  /** The last part of its address: `/webhooks/<name>`. */
  readonly name: string
  /** What a call says whose signature is good; `nowMs` is the wall clock. */
  readonly read: (call: WebhookCall, nowMs: number) => Told | WebhookFault
}
