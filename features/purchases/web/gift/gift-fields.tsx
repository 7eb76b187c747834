// Shows the fields of a gift: receiver, note and signature (docs/product.md#gifts). `readGift` validates
// them when the form is sent.
import type { QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Profile } from '#features/people/people-calls.ts'
import { saveProfile } from '#features/people/web/passport/use-passport.ts'
import { NumberField } from '#features/people/web/phone/number-field.tsx'
import {
  loadPhoneLibrary,
  readablePhone,
  readPhone,
} from '#features/people/web/phone/phone-text.ts'
import type { PhoneText } from '#features/people/web/phone/use-phone-typing.ts'
import { noteMaxLength } from '#values/money/order-limits.ts'
import { nameWithNumber } from '#values/text/isolated.ts'
import { nicknameMaxLength, nicknamePattern, tidyName } from '#values/text/nickname.ts'
import { maskPhone, phonePattern } from '#values/text/phone-number.ts'
import { lazyPart } from '#web/api/lazy-part.ts'
import { texts } from '#web/texts.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { formatCount, formatDate } from '#web/ui/number-format.ts'
import type { Pending, PurchaseProblem } from '../purchase-steps.ts'
import type { GiftDay } from './gift-day.tsx'
import type { GiftPreviewProps } from './gift-preview.tsx'

type Receiver = Pick<Pending, 'recipient' | 'recipientName'>

/** Values of the fields of a gift. */
export type GiftFields = {
  readonly phone: PhoneText
  readonly note: string
  readonly signature: Signature
  readonly day: GiftDay
}

/** The giver's name in the message of a gift. */
export type Signature = {
  /** The typed name. Empty for a gift without a name. */
  readonly name: string
  /** True if the name is also saved as the giver's nickname. */
  readonly isNickname: boolean
}

export type Gift = {
  /** `+` and 10 to 15 digits. */
  readonly recipient: string
  readonly note: string
  /** The receiver's name as the giver typed it. Undefined if the form has no such field. */
  readonly name?: string
  /** The giver's name in the message. Empty for a gift without a name. */
  readonly fromName: string
  /** The day on which it arrives, such as `2026-12-24`. Undefined for a gift that goes at once. */
  readonly deliverOn?: string
}

/** Returns the initial signature: the giver's nickname or an empty name. */
export function emptySignature({ nickname }: Pick<Profile, 'nickname'>): Signature {
  return { name: nickname ?? '', isNickname: false }
}

export function emptyGift(giver: Pick<Profile, 'country' | 'nickname'>): GiftFields {
  return {
    phone: { text: '', country: giver.country },
    note: '',
    signature: emptySignature(giver),
    day: null,
  }
}

/** Returns the receiver's name and readable phone number, as the giver sees them. */
export function receiverText({ recipient, recipientName }: Receiver): string {
  const phone = recipient ?? ''
  const number = phonePattern.test(phone) ? readablePhone(phone) : phone
  return recipientName ? nameWithNumber(recipientName, number) : number
}

/** Returns the sentence of a completed purchase: the kilograms, and for a gift its receiver and its day. */
export function successText(pending: Pending): string {
  const { kg, recipient, deliverOn } = pending
  if (recipient === null) return texts.purchases_added({ kg })
  const name = receiverText(pending)
  return deliverOn
    ? texts.gifts_given_day({ kg, name, day: formatDate(deliverOn) })
    : texts.gifts_given({ kg, name })
}

/** Returns the gift in the fields, or the problem of the first invalid field. */
export async function readGift({
  phone,
  note,
  signature,
  day,
}: GiftFields): Promise<Gift | { problem: PurchaseProblem }> {
  await loadPhoneLibrary()
  const recipient = readPhone(phone.text, phone.country)
  if (!recipient) return { problem: { at: 'recipient', code: 'invalid_recipient' } }
  // The server counts code points too.
  if ([...note].length > noteMaxLength) return { problem: { at: 'note', code: 'note_too_long' } }
  const fromName = tidyName(signature.name)
  if (fromName !== '' && !nicknamePattern.test(fromName)) {
    return { problem: { at: 'giver', code: 'nickname_wrong' } }
  }
  if (day === '') return { problem: { at: 'day', code: 'invalid_delivery_day' } }
  const gift = { recipient, note: note.trim(), fromName }
  return day === null ? gift : { ...gift, deliverOn: day }
}

/** Saves the signature as the giver's nickname if the box is ticked. Returns a problem if saving failed. */
export async function saveNickname(
  client: QueryClient,
  { name, isNickname }: Signature,
): Promise<PurchaseProblem | undefined> {
  const nickname = tidyName(name)
  if (!isNickname || nickname === '') return undefined
  try {
    await saveProfile(client, { nickname })
    return undefined
  } catch {
    return { at: 'giver', code: 'nickname_not_saved' }
  }
}

type NoteFieldProps = { note: string; error: string | undefined; onChange: (note: string) => void }

/** Shows the field of the note with a count of its characters. */
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

type SignatureFieldProps = {
  profile: Profile
  signature: Signature
  error: string | undefined
  onChange: (signature: Signature) => void
}

/** Shows the field of the signature, and a box to save the name as the nickname. */
export function SignatureField({ profile, signature, error, onChange }: SignatureFieldProps) {
  const { name, isNickname } = signature
  const tidied = tidyName(name)
  const hint =
    tidied === ''
      ? texts.gifts_giver_missing({ number: maskPhone(profile.phone) })
      : texts.gifts_giver_hint()
  return (
    <div className="grid gap-2">
      <TextField
        label={texts.gifts_giver()}
        name="giver"
        autoComplete="name"
        maxLength={nicknameMaxLength}
        value={name}
        error={error}
        hint={hint}
        onChange={(event) => onChange({ ...signature, name: event.target.value })}
      />
      {nicknamePattern.test(tidied) && tidied !== profile.nickname ? (
        <Checkbox
          checked={isNickname}
          onChange={(isTicked) => onChange({ ...signature, isNickname: isTicked })}
        >
          {texts.gifts_giver_nickname()}
        </Checkbox>
      ) : null}
    </div>
  )
}

type GiftPeopleProps = {
  profile: Profile
  fields: Pick<GiftFields, 'phone' | 'signature'>
  change: (part: Partial<GiftFields>) => void
  recipientError: string | undefined
  giverError: string | undefined
}

/** Shows the fields of a gift's receiver and giver. */
export function GiftPeople(props: GiftPeopleProps) {
  const { profile, fields, change, recipientError, giverError } = props
  return (
    <>
      <NumberField
        {...fields.phone}
        label={texts.gifts_recipient()}
        name="recipient"
        hint={texts.gifts_recipient_hint()}
        error={recipientError}
        onChange={(phone) => change({ phone })}
      />
      <SignatureField
        profile={profile}
        signature={fields.signature}
        error={giverError}
        onChange={(signature) => change({ signature })}
      />
    </>
  )
}

const Preview = lazyPart(() => import('./gift-preview.tsx'), 'GiftPreview')

/** Shows the preview, whose code loads on demand. The form works without it. */
export function PreviewPart(props: GiftPreviewProps) {
  return (
    <Suspense>
      <Preview {...props} />
    </Suspense>
  )
}
