// Writes the texts of the SMS about purchases and gifts in the reader's language
// (texts/<language>/sms.json).
import { countIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'
import { giftPath } from '#values/text/gift-address.ts'
import { maskPhone, plainMask } from '#values/text/phone-number.ts'
import { isFitName } from '#values/text/shown-name.ts'
import { shownNote } from '#values/text/shown-note.ts'

export type PurchaseWords = {
  readonly language: Language
  readonly quantityKg: number
  readonly projectName: string
  readonly txId: string
  readonly publicUrl: string
}

export function purchaseText(words: PurchaseWords): string {
  const { language, quantityKg, projectName, txId, publicUrl } = words
  const values = { kg: quantityKg, project: projectName, id: txId }
  return `${textIn(language, 'sms_bought', values)} ${publicUrl}/app`
}

/** Returns the text for the giver of a gift. */
export function giftSentText({ language, quantityKg, projectName, txId }: PurchaseWords): string {
  const kg = quantityKg.toLocaleString(language)
  return textIn(language, 'sms_gift_sent', { kg, project: projectName, id: txId })
}

export type GiftWords = PurchaseWords & {
  /** Null where the giver has no name that may be shown. */
  readonly sender: string | null
  readonly note: string | null
}

/** Returns the text for the receiver of a gift. */
export function giftText(words: GiftWords): string {
  const { language, quantityKg, projectName, publicUrl } = words
  return textIn(language, 'sms_gift_received', {
    sender: words.sender ?? textIn(language, 'sms_somebody'),
    kg: quantityKg.toLocaleString(language),
    project: projectName,
    note: words.note === null ? '' : ` "${shownNote(words.note)}"`,
    url: `${publicUrl}${giftPath}`,
  })
}

/** Returns the text for the holder of a refunded gift. */
export function giftRefundedText({ language, quantityKg, projectName }: PurchaseWords): string {
  const kg = quantityKg.toLocaleString(language)
  return textIn(language, 'sms_gift_refunded', { kg, project: projectName })
}

/** Returns the text for the receiver of a gift that was refunded before it was received. */
export function giftWithdrawnText(
  words: Pick<PurchaseWords, 'language' | 'quantityKg' | 'projectName'>,
): string {
  const { language, quantityKg, projectName: project } = words
  return textIn(language, 'sms_gift_withdrawn', { kg: countIn(language, quantityKg), project })
}

/** Returns the first name that may be shown, else the masked phone number. */
export function senderName(names: readonly (string | null)[], phone: string | null): string | null {
  return shownName(names) ?? (phone === null ? null : maskPhone(phone))
}

/**
 * Returns the giver's name in the characters of a short SMS, with a part of the number so that the
 * reader recognises the giver (`Jonas (+44...617)`).
 */
export function giftSender(names: readonly (string | null)[], phone: string | null): string | null {
  const name = shownName(names)
  const number = phone === null ? null : plainMask(phone)
  if (name === null || number === null) return name ?? number
  return `${name} (${number})`
}

const shownName = (names: readonly (string | null)[]) =>
  names.find((name) => name !== null && isFitName(name)) ?? null
