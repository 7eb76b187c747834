// Declares the type of an attempt to sign in.
import type { DeviceNames } from '#features/people/device-words.ts'
import type { Language } from '#values/lists/languages.ts'
import type { TypedCode } from './judge-code.ts'

/** Details that the browser sends with the code. */
export type SignInDetails = {
  /** The token of the browser's previous session, which ends with this sign-in. */
  readonly previousToken: string | undefined
  /** Names of browser and system, for the passport's list of devices. */
  readonly deviceNames: DeviceNames
  /** True if the caller says that the idle passport is theirs. Null or absent before the caller's answer. */
  readonly mine?: boolean | null | undefined
  /** The version of the legal texts that the user agreed to; null or absent if none was named. */
  readonly termsVersion?: string | null | undefined
  /** The page's language, which a new passport gets. */
  readonly language: Language
}

/** A code that was typed to sign in, with these details. */
export type Attempt = TypedCode & SignInDetails
