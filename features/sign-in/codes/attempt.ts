// Declares a sign-in attempt. Types only.
import type { DeviceWords } from '#features/people/device-words.ts'
import type { Language } from '#values/lists/languages.ts'
import type { TypedCode } from './judge-code.ts'

/** The other fields that the browser sends with the code. */
export type SignInDetails = {
  /** The token of the browser's previous session, which ends with this sign-in. */
  readonly previousToken: string | undefined
  /** The browser's name in the passport's list of devices. */
  readonly words: DeviceWords
  /** Whether the caller owns the idle passport. Null or absent: the caller was not asked yet. */
  readonly mine?: boolean | null | undefined
  /** The page's language: a new passport starts with it. */
  readonly language: Language
}

/** A code that is typed to sign in. */
export type Attempt = TypedCode & SignInDetails
