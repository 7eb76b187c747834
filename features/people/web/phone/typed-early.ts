// What was typed and pressed before the landing page's code was there (web/start-landing.ts). It outlives the
// form: a page that a translator has changed already is drawn anew.
import type { PhoneText } from './use-phone-typing.ts'

const kept = () => document.documentElement.dataset

export function typedEarly(): PhoneText | undefined {
  const [country = '', text = ''] = kept().typed?.split('|') ?? []
  return text === '' ? undefined : { text, country }
}

/** True once: the press is carried out. */
export function takeEarlyPress(): boolean {
  const isPressed = kept().pressed !== undefined
  delete kept().pressed
  return isPressed
}

/** A number does not stay in the page once its person is signed in. */
export function forgetTypedEarly(): void {
  delete kept().typed
}
