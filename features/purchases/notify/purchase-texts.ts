// Formats the texts of SMS about purchases and gifts in the reader's language (texts/<language>/sms.json).
import { countIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'
import { giftPath } from '#values/text/gift-address.ts'
import { nameWithNumber } from '#values/text/isolated.ts'
import { maskPhone, plainMask } from '#values/text/phone-number.ts'
import { isFitName } from '#values/text/shown-name.ts'
import { quotedNote } from '#values/text/shown-note.ts'

export type PurchaseMessageValues = {
  readonly language: Language
  readonly quantityKg: number
  readonly projectName: string
  readonly txId: string
  readonly publicUrl: string
}

export function purchaseText(message: PurchaseMessageValues): string {
  const { language, quantityKg, projectName, txId, publicUrl } = message
  const values = { kg: quantityKg, project: projectName, id: txId }
  return `${textIn(language, 'sms_bought', values)} ${publicUrl}/app`
}

/** Returns the text for the giver of a gift. */
export function giftSentText({
  language,
  quantityKg,
  projectName,
  txId,
}: PurchaseMessageValues): string {
  const kg = quantityKg.toLocaleString(language)
  return textIn(language, 'sms_gift_sent', { kg, project: projectName, id: txId })
}

export type GiftMessageValues = PurchaseMessageValues & {
  /** The giver's name or masked phone number. Null if there is neither. */
  readonly sender: string | null
  readonly note: string | null
}

/** Returns the text for the receiver of a gift. */
export function giftText(message: GiftMessageValues): string {
  const { language, quantityKg, projectName, publicUrl } = message
  return textIn(language, 'sms_gift_received', {
    sender: message.sender ?? textIn(language, 'sms_somebody'),
    kg: quantityKg.toLocaleString(language),
    project: projectName,
    note: quotedNote(message.note ?? ''),
    url: `${publicUrl}${giftPath}`,
  })
}

/** Returns the text for the holder of a refunded gift. */
export function giftRefundedText({
  language,
  quantityKg,
  projectName,
}: PurchaseMessageValues): string {
  const kg = quantityKg.toLocaleString(language)
  return textIn(language, 'sms_gift_refunded', { kg, project: projectName })
}

/** Returns the text for the phone number of a gift that was refunded before it was received. */
export function giftWithdrawnText(
  message: Pick<PurchaseMessageValues, 'language' | 'quantityKg' | 'projectName'>,
): string {
  const { language, quantityKg, projectName: project } = message
  return textIn(language, 'sms_gift_withdrawn', { kg: countIn(language, quantityKg), project })
}

/** Returns the first name that is fit to be shown, otherwise the masked phone number or null. */
export function senderName(names: readonly (string | null)[], phone: string | null): string | null {
  return firstFitName(names) ?? (phone === null ? null : maskPhone(phone))
}

/**
 * Returns the giver's name and masked phone number, such as `Jonas (+44...617)`. The mask uses only
 * characters of the short SMS alphabet. Returns null if there is neither name nor number.
 */
export function giftSender(names: readonly (string | null)[], phone: string | null): string | null {
  const name = firstFitName(names)
  const number = phone === null ? null : plainMask(phone)
  if (name === null || number === null) return name ?? number
  return nameWithNumber(name, number)
}

const firstFitName = (names: readonly (string | null)[]) =>
  names.find((name) => name !== null && isFitName(name)) ?? null
