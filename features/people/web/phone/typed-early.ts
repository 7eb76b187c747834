// Keeps text and presses from before the landing page's code had loaded (web/start-landing.ts). It
// outlives the form, because a page changed by a translator is drawn again.
import type { PhoneText } from './use-phone-typing.ts'

const kept = () => document.documentElement.dataset

export function typedEarly(): PhoneText | undefined {
  const [country = '', text = ''] = kept().typed?.split('|') ?? []
  return text === '' ? undefined : { text, country }
}

/** Returns true once, when the press is to be carried out. */
export function takeEarlyPress(): boolean {
  const isPressed = kept().pressed !== undefined
  delete kept().pressed
  return isPressed
}

/** Erases the number from the page once its user is signed in. */
export function forgetTypedEarly(): void {
  delete kept().typed
}
