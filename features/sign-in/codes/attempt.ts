// What somebody sends who signs in. Types only.
import type { DeviceWords } from '#features/people/device-words.ts'
import type { Language } from '#values/lists/languages.ts'
import type { TypedCode } from './judge-codes.ts'

/** What the browser says beside the code that is typed in it. */
export type SignInDetails = {
  /** The session that the browser had before: it ends with this sign-in. */
  readonly formerToken: string | undefined
  /** How the passport's owner knows the browser in the list of their devices. */
  readonly words: DeviceWords
  /**
   * Whether a passport that nobody used for a year belongs to who types the code. Null or left out:
   * they were not asked yet.
   */
  readonly mine?: boolean | null | undefined
  /** That of the page: a new passport starts with it. */
  readonly language: Language
}

/** A code that is typed to sign in. */
export type Attempt = TypedCode & SignInDetails
