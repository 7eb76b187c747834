// The fields of a gift: the receiver's phone number, which formats as one types and shows country and flag
// from the calling code, and the words that go with it. They refuse nothing; sending does.

import type { Profile } from '#features/sign-in/contract.ts'
import { NumberField } from '#features/sign-in/web/number-field.tsx'
import type { PhoneText } from '#features/sign-in/web/use-phone-typing.ts'
import { nicknameMaxLength } from '#values/nickname.ts'
import { noteMaxLength } from '#values/order-limits.ts'
import { maskPhone } from '#values/phone-number.ts'
import { texts } from '#web/texts.ts'
import { formatCount } from '#web/ui/number-format.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type RecipientFieldProps = PhoneText & {
  onChange: (phone: PhoneText) => void
  error: string | undefined
}

export function RecipientField(props: RecipientFieldProps) {
  const { gifts_recipient: label, gifts_recipient_hint: hint } = texts
  return <NumberField {...props} label={label()} name="recipient" hint={hint()} />
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

type GiverFieldProps = {
  profile: Profile
  giver: string
  error: string | undefined
  onChange: (giver: string) => void
}

/** Asks once: whoever has a nickname signs with that. */
export function GiverField({ profile, giver, error, onChange }: GiverFieldProps) {
  if (profile.nickname !== null) return null
  return (
    <TextField
      label={texts.gifts_giver()}
      name="giver"
      autoComplete="nickname"
      maxLength={nicknameMaxLength}
      value={giver}
      error={error}
      hint={texts.gifts_giver_hint({ number: maskPhone(profile.phone) })}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
