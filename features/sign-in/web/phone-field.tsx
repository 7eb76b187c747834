// The phone number, formatted as one types, with country and flag from its calling code. It sends
// nothing and refuses nothing: the button beside it does.
import { type ReactNode, useId } from 'react'
import { callingCodes } from '#values/calling-codes.ts'
import { texts } from '#web/texts.ts'
import { formatCountry } from '#web/ui/number-format.ts'
import { CountryFlag } from './country-flag.tsx'
import { type PhoneText, usePhoneTyping } from './use-phone-typing.ts'
import './phone-field.css'

type PhoneFieldProps = PhoneText & {
  label: string
  onChange: (next: PhoneText) => void
  error?: string | undefined
  /** What stands in the same frame, at its end. */
  children?: ReactNode
}

export function PhoneField(props: PhoneFieldProps) {
  const { label, text, country, onChange, error, children } = props
  const id = useId()
  const { shownCountry, isInternational, change } = usePhoneTyping({ text, country }, onChange)
  const code = callingCodes.find((row) => row.country === shownCountry)?.code

  return (
    <div className="grid gap-2">
      <div className="phone-frame" data-invalid={error ? true : undefined}>
        <span className="phone-country">
          <CountryFlag country={shownCountry} />
          {isInternational || !code ? null : <span aria-hidden="true">{`+${code}`}</span>}
          <select
            aria-label={texts.sign_in_country()}
            value={country}
            disabled={isInternational}
            onChange={(event) => onChange({ text, country: event.target.value })}
          >
            {callingCodes.map((row) => (
              // A browser may name a country otherwise than the build that prerendered it.
              <option key={row.country} value={row.country} suppressHydrationWarning>
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
          onChange={(event) => void change(event)}
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
