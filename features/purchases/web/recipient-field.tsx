// The receiver's phone number: it formats as one types and shows country and flag from the calling
// code. It refuses nothing; what cannot be a number is said when the gift is sent.
import { CountryChoice } from '#features/sign-in/web/country-choice.tsx'
import { type PhoneText, usePhoneTyping } from '#features/sign-in/web/use-phone-typing.ts'
import { texts } from '#web/texts.ts'
import { formatCountry } from '#web/ui/country-format.ts'
import { TextField } from '#web/ui/text-field.tsx'

type RecipientFieldProps = PhoneText & {
  onChange: (phone: PhoneText) => void
  error: string | undefined
}

export function RecipientField({ text, country, onChange, error }: RecipientFieldProps) {
  const { shownCountry, isInternational, read } = usePhoneTyping({ text, country }, onChange)
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
      onChange={(event) => void read(event.target)}
      leading={
        <CountryChoice
          {...{ country, shownCountry, isInternational }}
          onChange={(chosen) => onChange({ text, country: chosen })}
        />
      }
    />
  )
}
