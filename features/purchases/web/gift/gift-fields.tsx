// The fields of a gift: who is given something, what is said with it and by whom. They refuse nothing;
// `readGift` checks them as specification 5 wants, when the form is sent.
import type { QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Profile } from '#features/sign-in/contract.ts'
import { NumberField } from '#features/sign-in/web/number-field.tsx'
import { loadPhoneLibrary, readablePhone, readPhone } from '#features/sign-in/web/phone-text.ts'
import { saveProfile } from '#features/sign-in/web/save-profile.ts'
import type { PhoneText } from '#features/sign-in/web/use-phone-typing.ts'
import { nicknameMaxLength, nicknamePattern } from '#values/nickname.ts'
import { noteMaxLength } from '#values/order-limits.ts'
import { maskPhone, phonePattern } from '#values/phone-number.ts'
import { lazyPart } from '#web/lazy-part.ts'
import { texts } from '#web/texts.ts'
import { formatCount } from '#web/ui/number-format.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { Pending, PurchaseProblem } from '../purchase-steps.ts'
import type { GiftPreviewProps } from './gift-preview.tsx'

type Receiver = Pick<Pending, 'recipient' | 'recipientName'>

/** What stands in the fields of a gift. */
export type GiftFields = {
  readonly phone: PhoneText
  readonly note: string
  /** What a giver without a nickname signs with; empty where none is wanted. */
  readonly giver: string
}

export type Gift = {
  /** `+` and 10 to 15 digits. */
  readonly recipient: string
  readonly note: string
  /** What the giver calls the receiver, where it was asked. */
  readonly name?: string
}

/** `country` is the giver's own. */
export function emptyGift(country: string): GiftFields {
  return { phone: { text: '', country }, note: '', giver: '' }
}

/** A receiver as the giver reads it: the name, and a number in groups that stay on one line. */
export function receiverText({ recipient, recipientName }: Receiver): string {
  const phone = recipient ?? ''
  const number = phonePattern.test(phone) ? readablePhone(phone) : phone
  return recipientName ? `${recipientName} (${number})` : number
}

export async function readGift({
  phone,
  note,
}: Omit<GiftFields, 'giver'>): Promise<Gift | { problem: PurchaseProblem }> {
  await loadPhoneLibrary()
  const recipient = readPhone(phone.text, phone.country)
  if (!recipient) return { problem: { at: 'recipient', code: 'invalid_recipient' } }
  // Code points, as the server counts.
  if ([...note].length > noteMaxLength) return { problem: { at: 'note', code: 'note_too_long' } }
  return { recipient, note: note.trim() }
}

/** Keeps what a giver signs with as the nickname, so that the receiver reads it; answers what is wrong. */
export async function keepGiver(
  client: QueryClient,
  { giver }: Pick<GiftFields, 'giver'>,
): Promise<PurchaseProblem | undefined> {
  const nickname = giver.trim()
  if (nickname === '') return undefined
  if (!nicknamePattern.test(nickname)) return { at: 'giver', code: 'nickname_wrong' }
  try {
    await saveProfile(client, { nickname })
    return undefined
  } catch {
    return { at: 'giver', code: 'nickname_not_saved' }
  }
}

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

const Preview = lazyPart(
  () => import('./gift-preview.tsx'),
  (part) => part.GiftPreview,
)

/** Its code comes when a form asks for it; without it the form works as well. */
export function PreviewPart(props: GiftPreviewProps) {
  return (
    <Suspense>
      <Preview {...props} />
    </Suspense>
  )
}
