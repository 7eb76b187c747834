// Handles the typing of a phone number: formats it once the library has loaded, and finds the country of its
// calling code. It accepts every text.
import { useState } from 'react'
import { countryOf, formatPhone, loadPhoneLibrary } from './phone-text.ts'

/** A phone number as typed. `country` applies if `text` has no plus sign. */
export type PhoneText = { readonly text: string; readonly country: string }

export function usePhoneTyping({ text, country }: PhoneText, onChange: (next: PhoneText) => void) {
  const [, redraw] = useState(0)

  /** Passes the field's text, formatted if the user appends to it, to `onChange`. `chosen` is its country. */
  async function read(input: HTMLInputElement, chosen = country) {
    const typed = input.value
    const isAppending = typed.length > text.length && input.selectionStart === typed.length
    onChange({ text: isAppending ? formatPhone(typed, chosen) : typed, country: chosen })
    await loadPhoneLibrary()
    redraw((count) => count + 1)
    const formatted = formatPhone(typed, chosen)
    // The user may have continued to type while the library loaded, so only unchanged text is formatted.
    if (isAppending && input.value === typed && typed !== formatted) {
      onChange({ text: formatted, country: chosen })
    }
  }

  return {
    shownCountry: countryOf(text, country),
    isInternational: text.trimStart().startsWith('+'),
    read,
  }
}
