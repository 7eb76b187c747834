// What somebody sends who signs in. Types only.
import type { DeviceWords } from '#features/sign-in/device-words.ts'
import type { Caller } from '#platform/http/rate-limits.ts'
import type { Language } from '#values/languages.ts'

/** A typed code, and who types it. */
export type Attempt = {
  /** E.164, and what stands for it. */
  readonly phone: string
  readonly number: string
  readonly code: string
  readonly caller: Caller
  /** What stands for a browser that signed in to the number before, or null. */
  readonly deviceId: string | null
  /** The session that the browser had before: it ends with this sign-in. */
  readonly formerToken: string | undefined
  /** How its owner knows the browser. */
  readonly words: DeviceWords
  /** Whether a passport that was idle for a year is theirs; asked where it is not said. */
  readonly mine?: boolean | null | undefined
  /** That of the page: a new passport starts with it. */
  readonly language: Language
}
