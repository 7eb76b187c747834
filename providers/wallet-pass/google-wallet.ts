// Defines the port to Google Wallet, with Google's names. Users save a pass by a link that is signed with
// the key of the issuer's account. The product sends Google each change of the pass.
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

/** The design of all passes: a `GenericClass` of Google's REST API. */
export type GoogleClass = {
  readonly id: string
  readonly classTemplateInfo: unknown
}

/** One pass: our fields of a `GenericObject` of Google's REST API. */
export type GoogleObject = {
  readonly id: string
  readonly classId: string
  /** Undefined for an active pass. */
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
  /** Start of a link that saves a pass; the signed pass follows it. */
  readonly saveUrl: string
  /** Sends a changed pass. Throws if Google did not accept it and a retry may succeed. */
  patch(object: GoogleObject): Promise<PatchAnswer>
  close(): Promise<void>
}

/** Timeout of one change, including its access token, in milliseconds. */
export const patchTimeoutMs = 3_000
