// Handles the typing of a phone number: formats it once the library has loaded, and takes the
// country from its calling code. It refuses no text.
import { useState } from 'react'
import { countryOf, formatPhone, loadPhoneLibrary } from './phone-text.ts'

/** `text` as typed; `country` is that of a number without a plus sign. */
export type PhoneText = { readonly text: string; readonly country: string }

export function usePhoneTyping({ text, country }: PhoneText, onChange: (next: PhoneText) => void) {
  const [, redraw] = useState(0)

  /** Reads the field's text. `chosen` is its country. */
  async function read(input: HTMLInputElement, chosen = country) {
    const typed = input.value
    const growing = typed.length > text.length && input.selectionStart === typed.length
    onChange({ text: growing ? formatPhone(typed, chosen) : typed, country: chosen })
    await loadPhoneLibrary()
    redraw((count) => count + 1)
    // The user may have typed on while the library loaded, so only unchanged text is formatted.
    if (growing && input.value === formatPhone(typed, chosen)) return
    if (growing && input.value === typed) {
      onChange({ text: formatPhone(typed, chosen), country: chosen })
    }
  }

  return {
    shownCountry: countryOf(text, country),
    isInternational: text.trimStart().startsWith('+'),
    read,
  }
}
