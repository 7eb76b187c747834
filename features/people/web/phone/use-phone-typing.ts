// What happens while a phone number is typed: it is formatted as soon as the library is there, and
// its calling code tells the country. It refuses nothing.
import { useState } from 'react'
import { countryOf, formatPhone, loadPhoneLibrary } from './phone-text.ts'

/** `text` as typed; `country` is what a number without a plus sign belongs to. */
export type PhoneText = { readonly text: string; readonly country: string }

export function usePhoneTyping({ text, country }: PhoneText, onChange: (next: PhoneText) => void) {
  const [, redraw] = useState(0)

  /** Takes over what stands in the field; `chosen` is the country that it belongs to. */
  async function read(input: HTMLInputElement, chosen = country) {
    const typed = input.value
    const growing = typed.length > text.length && input.selectionStart === typed.length
    onChange({ text: growing ? formatPhone(typed, chosen) : typed, country: chosen })
    await loadPhoneLibrary()
    redraw((count) => count + 1)
    // The person may have typed on while the library came: only the text still there is formatted.
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
