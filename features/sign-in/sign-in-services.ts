// Declares the services that sign-in depends on.
import type { LegalTexts } from '#features/legal/legal-texts.ts'
import type { Services as MessageServices } from '#features/messages/message-services.ts'
import type { CookieSettings } from '#features/people/session-cookie.ts'

/** Includes the services of messages, because a code is sent as an SMS. */
export type Services = MessageServices & {
  readonly clock: () => number
  readonly settings: CookieSettings & {
    /** True if a new passport gets the welcome credit. */
    readonly welcomeCredit: boolean
    /** The operator's legal texts; undefined without LEGAL_DIR. */
    readonly legal: LegalTexts | undefined
  }
}
