// The fields of a gift: the receiver's phone number, which formats as one types and shows country and flag
// from the calling code, and the words that go with it. They refuse nothing; sending does.
import { CountryChoice } from '#features/sign-in/web/country-choice.tsx'
import { type PhoneText, usePhoneTyping } from '#features/sign-in/web/use-phone-typing.ts'
import { noteMaxLength } from '#values/order-limits.ts'
import { texts } from '#web/texts.ts'
import { formatCountry } from '#web/ui/country-format.ts'
import { formatCount } from '#web/ui/number-format.ts'
import { TextArea } from '#web/ui/text-area.tsx'
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

type NoteFieldProps = { note: string; error: string | undefined; onChange: (note: string) => void }

/** At most 255 characters (specification 5 and 9): it takes no more, and tells how many there are. */
export function NoteField({ note, error, onChange }: NoteFieldProps) {
  const count = texts.gifts_note_count({
    count: formatCount(note.length),
    max: formatCount(noteMaxLength),
  })
  return (
    <TextArea
      label={texts.gifts_note()}
      name="note"
      rows={2}
      maxLength={noteMaxLength}
      value={note}
      error={error}
      hint={<span className="tabular-nums">{count}</span>}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
