// What the use cases of certificates are handed.

import type { Database } from '#platform/database/database.ts'
import type { Draw } from '#platform/drawing/drawing-thread.ts'
import type { CertificateWords } from './certificate-words.ts'

export type Services = {
  readonly db: Database
  readonly settings: {
    /** The origin of addresses, without a closing slash. */
    readonly publicUrl: string
  }
}

/** What the thread that draws is asked for: a page to print, or the picture of the page's link. */
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
  /** Links to the product's sheet and faces, as HTML. */
  readonly styles: string
  readonly draw: Draw<CertificateDrawing>
}
