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

export type GiftWords = PurchaseWords & {
  readonly sender: string
  readonly note: string | null
}

export function giftText({ sender, quantityKg, projectName, note, publicUrl }: GiftWords): string {
  const words = note === null ? '' : ` "${withoutContacts(note)}"`
  return `${sender} gave you ${quantityKg} kg of carbon offsets from ${projectName}.${words} See them: ${publicUrl}`
}

/** Who gave: a nickname or first name, else the masked phone; never a name we cannot vouch for. */
export function senderName(
  nickname: string | null,
  firstName: string | null,
  phone: string | null,
): string {
  return nickname ?? firstName ?? (phone === null ? 'Somebody' : maskPhone(phone))
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
