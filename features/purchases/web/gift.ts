// Who is given something and what is said with it, checked as specification 5 wants. Pure but for
// the phone library, which is loaded when a number is read.
import { formatPhone, loadPhoneLibrary, readPhone } from '#features/sign-in/web/phone-text.ts'
import { phonePattern } from '#values/phone-number.ts'
import type { Trouble } from './purchase-steps.ts'

/** Specification 5 and 9, the same as in contract.ts, whose schemas do not belong into a browser. */
export const noteMaxLength = 255

/** What stands in the fields of a gift. */
export type GiftForm = {
  readonly phone: { readonly text: string; readonly country: string }
  readonly note: string
}

export type Gift = {
  /** `+` and 10 to 15 digits. */
  readonly recipient: string
  readonly note: string
  /** What the giver calls the receiver, where it was asked. */
  readonly name?: string
}

/** A receiver as the giver reads it: a number in groups; one that is masked stays as it is. */
export function receiverText(recipient: string): string {
  return phonePattern.test(recipient) ? formatPhone(recipient, '') : recipient
}

export async function readGift({ phone, note }: GiftForm): Promise<Gift | { trouble: Trouble }> {
  await loadPhoneLibrary()
  const recipient = readPhone(phone.text, phone.country)
  if (!recipient) return { trouble: { at: 'recipient', code: 'invalid_recipient' } }
  // Code points, as the server counts.
  if ([...note].length > noteMaxLength) return { trouble: { at: 'note', code: 'note_too_long' } }
  return { recipient, note: note.trim() }
}
