// Declares the services that certificates need, and the input of their PDF and picture.

import type { WitnessSettings } from '#features/log/log-services.ts'
import type { Database } from '#platform/database/database.ts'
import type { Draw } from '#platform/drawing/drawing-thread.ts'
import type { CertificateWords } from './certificate-words.ts'

export type Services = {
  readonly db: Database
  readonly settings: {
    /** Public origin of the product, without a trailing slash. */
    readonly publicUrl: string
    /** Undefined: the log asks no witnesses. */
    readonly logWitnesses?: WitnessSettings | undefined
  }
}

/** Input of the thread that draws the PDF, or the picture of a shared link. */
export type CertificateDrawing =
  | {
      readonly kind: 'certificate-paper'
      readonly code: string
      /** A day in UTC, such as `2026-11-22`. */
      readonly day: string
      /** The two lines of the machine-readable zone. */
      readonly zone: readonly [string, string]
      readonly words: CertificateWords
      /** Address of the certificate's page. */
      readonly url: string
    }
  | { readonly kind: 'share-image'; readonly code: string; readonly words: CertificateWords }

export type PublicServices = Services & {
  readonly clock: () => number
  /** Links to the product's style sheet and typefaces, as HTML. */
  readonly styles: string
  readonly draw: Draw<CertificateDrawing>
}
