// Declares the services of the use cases of sign-in. Types only.
import type { Services as MessageServices } from '#features/messages/message-services.ts'
import type { CookieSettings } from '#features/people/session-cookie.ts'

/** A code is a message, so signing in needs the services of sending. */
export type Services = MessageServices & {
  readonly clock: () => number
  readonly settings: CookieSettings & {
    /** Whether a new passport gets the welcome credit. */
    readonly welcomeCredit: boolean
  }
}
