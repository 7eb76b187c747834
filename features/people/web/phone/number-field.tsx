// Shows the field for a phone number in the forms of the app. It formats the phone number while the user
// types, and shows country and flag of its calling code. The form validates it, not this field.

import { useEffect, useState } from 'react'
import { formatCountry } from '#web/ui/country-format.ts'
import type { Content } from '#web/ui/elements.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { CountryChoice } from './country-choice.tsx'
import { loadPhoneLibrary, readablePhone } from './phone-text.ts'
import { type PhoneText, usePhoneTyping } from './use-phone-typing.ts'

type NumberFieldProps = PhoneText & {
  label: string
  name: string
  /** Text below an empty or refused field. Otherwise the phone number's country is shown there. */
  hint?: Content
  onChange: (phone: PhoneText) => void
  error: string | undefined
}

export function NumberField(props: NumberFieldProps) {
  const { label, name, hint, text, country, onChange, error } = props
  const { shownCountry, isInternational, read } = usePhoneTyping({ text, country }, onChange)
  const countryName = shownCountry ? formatCountry(shownCountry) : undefined
  return (
    <TextField
      label={label}
      name={name}
      type="tel"
      inputMode="tel"
      autoComplete="off"
      maxLength={40}
      value={text}
      error={error}
      hint={text && countryName && error === undefined ? countryName : hint}
      onChange={(event) => void read(event.target)}
      leading={
        <CountryChoice
          {...{ country, shownCountry, isInternational }}
          className="-ml-1 border-line pr-3 has-focus-visible:outline-moss"
          onChange={(chosen) => onChange({ text, country: chosen })}
        />
      }
    />
  )
}

/** Formats `+447400123456` as `+44 7400 123456`. Returns it without blanks until the library has loaded. */
export function usePhoneText(phone: string): string {
  const [, redraw] = useState(0)
  useEffect(() => {
    void loadPhoneLibrary().then(() => redraw((count) => count + 1))
  }, [])
  return readablePhone(phone)
}
