// The phone number, formatted as one types, with country and flag from its calling code. It sends
// nothing and refuses nothing: the button beside it does.
import { type ChangeEvent, type ReactNode, useId, useState } from 'react'
import { callingCodes } from '#values/calling-codes.ts'
import { texts } from '#web/texts.ts'
import { formatCountry } from '#web/ui/number-format.ts'
import { CountryFlag } from './country-flag.tsx'
import { countryOf, formatPhone, loadPhoneLibrary } from './phone-text.ts'
import './phone-field.css'

type PhoneFieldProps = {
  label: string
  /** `text` as typed; `country` is what a number without a plus sign belongs to. */
  text: string
  country: string
  onChange: (next: { text: string; country: string }) => void
  error?: string | undefined
  /** What stands in the same frame, at its end. */
  children?: ReactNode
}

export function PhoneField(props: PhoneFieldProps) {
  const { label, text, country, onChange, error, children } = props
  const id = useId()
  const [, redraw] = useState(0)
  const shown = countryOf(text, country)
  const international = text.trimStart().startsWith('+')
  const code = callingCodes.find((row) => row.country === shown)?.code

  async function change(event: ChangeEvent<HTMLInputElement>) {
    const input = event.target
    const typed = input.value
    const growing = typed.length > text.length && input.selectionStart === typed.length
    onChange({ text: growing ? formatPhone(typed, country) : typed, country })
    await loadPhoneLibrary()
    redraw((count) => count + 1)
    // The person may have typed on while the library came: only the text still there is formatted.
    if (growing && input.value === formatPhone(typed, country)) return
    if (growing && input.value === typed) onChange({ text: formatPhone(typed, country), country })
  }

  return (
    <div className="grid gap-2">
      <div className="phone-frame" data-invalid={error ? true : undefined}>
        <span className="phone-country">
          <CountryFlag country={shown} />
          <span aria-hidden="true">{international || !code ? '' : `+${code}`}</span>
          <select
            aria-label={texts.sign_in_country()}
            value={country}
            disabled={international}
            onChange={(event) => onChange({ text, country: event.target.value })}
          >
            {callingCodes.map((row) => (
              <option key={row.country} value={row.country}>
                {`${formatCountry(row.country)} +${row.code}`}
              </option>
            ))}
          </select>
        </span>
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <input
          id={id}
          type="tel"
          name="phone"
          autoComplete="tel"
          inputMode="tel"
          placeholder={label}
          value={text}
          maxLength={40}
          onChange={change}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
        />
        {children}
      </div>
      <p id={`${id}-error`} role="alert" className="phone-error">
        {error}
      </p>
    </div>
  )
}
