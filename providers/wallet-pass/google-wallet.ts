// Defines the port to Google Wallet, in Google's words. The account signs the links by which people
// save a pass, and sends Google each change of it.
import type { KeyObject } from 'node:crypto'

/** The issuer's service account. */
export type GoogleAccount = {
  /** The issuer's number; every id of a class or an object begins with it. */
  readonly issuerId: string
  readonly email: string
  readonly key: KeyObject
}

type LocalizedText = {
  readonly defaultValue: { readonly language: string; readonly value: string }
}

/** How all passes look: a `GenericClass` of Google's REST interface. */
export type GoogleClass = {
  readonly id: string
  readonly classTemplateInfo: unknown
}

/** One pass: the fields that we use of a `GenericObject` of Google's REST interface. */
export type GoogleObject = {
  readonly id: string
  readonly classId: string
  /** Default: active. */
  readonly state?: 'EXPIRED'
  readonly hexBackgroundColor: string
  readonly cardTitle: LocalizedText
  readonly header: LocalizedText
  readonly barcode: { readonly type: 'QR_CODE'; readonly value: string }
  readonly textModulesData: readonly {
    readonly id?: string
    readonly header: string
    readonly body: string
  }[]
}

export type PatchAnswer =
  | 'accepted'
  /** No user has saved this object. */
  | 'gone'

export type GoogleWallet = {
  readonly account: GoogleAccount
  /** Where a link to save a pass leads; the signed pass follows. */
  readonly saveUrl: string
  /** Throws when it was not accepted and may be tried again. */
  patch(object: GoogleObject): Promise<PatchAnswer>
  close(): Promise<void>
}

/** How long one change may take, its token included, milliseconds. */
export const patchTimeoutMs = 3_000
