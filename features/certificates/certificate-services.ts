// Declares the services and drawings of certificates.

import type { Database } from '#platform/database/database.ts'
import type { Draw } from '#platform/drawing/drawing-thread.ts'
import type { CertificateWords } from './certificate-words.ts'

export type Services = {
  readonly db: Database
  readonly settings: {
    /** The origin of addresses, without a trailing slash. */
    readonly publicUrl: string
  }
}

/** Input of the drawing thread: a page to print, or the picture of the page's link. */
export type CertificateDrawing =
  | {
      readonly kind: 'certificate-paper'
      readonly code: string
      /** `2026-11-22`, UTC. */
      readonly day: string
      /** The lines of its machine-readable zone. */
      readonly zone: readonly [string, string]
      readonly words: CertificateWords
      /** The address of the page. */
      readonly url: string
    }
  | { readonly kind: 'share-image'; readonly code: string; readonly words: CertificateWords }

export type PublicServices = Services & {
  /** Links to the product's style sheet and typefaces, as HTML. */
  readonly styles: string
  readonly draw: Draw<CertificateDrawing>
}
