// The words of every SMS. Pure; made at the moment of sending, from the stored purchase only.
import { maskPhone } from '#values/phone-number.ts'

/** Contract 3: the last line lets a phone fill the code in on our own origin. */
export function codeText(code: string, host: string): string {
  return `${code} is your Carbon Passport code.\n\n@${host} #${code}`
}

export type PurchaseWords = {
  readonly quantityKg: number
  readonly projectName: string
  readonly txId: string
  readonly publicUrl: string
}

export function purchaseText({ quantityKg, projectName, txId, publicUrl }: PurchaseWords): string {
  return `${quantityKg} kg from ${projectName} are in your Carbon Passport (${txId}). ${publicUrl}/app`
}

/** What the giver of a gift reads. */
export function giftGivenText({ quantityKg, projectName, txId }: PurchaseWords): string {
  return `Your gift of ${quantityKg} kg from ${projectName} is on its way (${txId}).`
}

export type GiftWords = PurchaseWords & {
  readonly sender: string
  readonly note: string | null
}

export function giftText({ sender, quantityKg, projectName, note, publicUrl }: GiftWords): string {
  const words = note === null ? '' : ` "${withoutContacts(note)}"`
  return `${sender} gave you ${quantityKg} kg of carbon offsets from ${projectName}.${words} See them: ${publicUrl}`
}

/**
 * Who gave: a nickname or first name, else the masked phone. A nickname that a phone would turn into
 * a link or a number is none.
 */
export function senderName(
  nickname: string | null,
  firstName: string | null,
  phone: string | null,
): string {
  const shown = nickname !== null && withoutContacts(nickname) === nickname ? nickname : null
  return shown ?? firstName ?? (phone === null ? 'Somebody' : maskPhone(phone))
}

/** trust.md T29: a stranger's note carries no links and no phone numbers into an SMS. */
function withoutContacts(note: string): string {
  return note
    .replace(/\b(?:https?:\/\/|www\.)\S+/gi, '')
    .replace(/\b[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:\/\S*)?/giu, '')
    .replace(/\+?\d[\d\s().-]{5,}\d/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
