// What the use cases of sign-in are handed. Types only.
import type { Services as MessageServices } from '#features/messages/message-services.ts'
import type { CookieSettings } from '#features/people/session-cookie.ts'

/** A code is a message: signing in needs what sending needs. */
export type Services = MessageServices & {
  readonly clock: () => number
  readonly settings: CookieSettings & {
    /** Whether a new profile gets the welcome programme's credit. */
    readonly welcomeCredit: boolean
  }
}
