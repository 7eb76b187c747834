// The receiver's phone number: it formats as one types and shows country and flag from the calling
// code. It refuses nothing; what cannot be a number is said when the gift is sent.
import { CountryFlag } from '#features/sign-in/web/country-flag.tsx'
import { type PhoneText, usePhoneTyping } from '#features/sign-in/web/use-phone-typing.ts'
import { callingCodes } from '#values/calling-codes.ts'
import { texts } from '#web/texts.ts'
import { formatCountry } from '#web/ui/number-format.ts'
import { TextField } from '#web/ui/text-field.tsx'

type RecipientFieldProps = PhoneText & {
  onChange: (phone: PhoneText) => void
  error: string | undefined
}

export function RecipientField({ text, country, onChange, error }: RecipientFieldProps) {
  const { shownCountry, isInternational, change } = usePhoneTyping({ text, country }, onChange)
  const code = callingCodes.find((row) => row.country === shownCountry)?.code
  const name = shownCountry ? formatCountry(shownCountry) : undefined
  return (
    <TextField
      label={texts.gifts_recipient()}
      name="recipient"
      type="tel"
      inputMode="tel"
      autoComplete="off"
      maxLength={40}
      value={text}
      error={error}
      hint={text && name ? name : texts.gifts_recipient_hint()}
      onChange={(event) => void change(event)}
      leading={
        <span className="relative -ml-1 flex items-center gap-2 border-line border-r py-0.5 pr-3 font-semibold has-focus-visible:rounded-lg has-focus-visible:outline-3 has-focus-visible:outline-moss">
          <CountryFlag country={shownCountry} />
          {isInternational || !code ? null : <span aria-hidden="true">{`+${code}`}</span>}
          <select
            aria-label={texts.sign_in_country()}
            value={country}
            disabled={isInternational}
            onChange={(event) => onChange({ text, country: event.target.value })}
            className="absolute -inset-y-3 inset-x-0 cursor-pointer opacity-0 disabled:cursor-auto [&>option]:bg-surface"
          >
            {callingCodes.map((row) => (
              <option key={row.country} value={row.country}>
                {`${formatCountry(row.country)} +${row.code}`}
              </option>
            ))}
          </select>
        </span>
      }
    />
  )
}
