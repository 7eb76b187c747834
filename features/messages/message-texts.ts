// The text of every SMS, in its reader's language; its sentences stand in texts/<language>/sms.json.
// Made at the moment of sending, from the stored purchase only.
import { countIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import { callingCodeOf, defaultCallingCode } from '#values/calling-codes.ts'
import type { CodePurpose } from '#values/code-purposes.ts'
import { giftPath } from '#values/gift-address.ts'
import { countryLanguages, type Language, languageOf } from '#values/languages.ts'
import { maskPhone, plainMask } from '#values/phone-number.ts'
import { isFitName } from '#values/shown-name.ts'
import { shownNote } from '#values/shown-note.ts'

/**
 * The language of a member, or of the country of a stranger's calling code. `memberLanguage` is null
 * for a stranger.
 */
export function readerLanguage(memberLanguage: string | null, phone: string): Language {
  const { country } = callingCodeOf(phone) ?? defaultCallingCode
  return languageOf(memberLanguage ?? undefined) ?? countryLanguages[country]
}

/**
 * The code comes first; the last line lets a phone fill it in on our own origin
 * (docs/product.md#one-time-codes). The sentences use only letters of the short SMS alphabet (no ó, ç,
 * ı, no curved quotes), so that each is one SMS.
 */
export function codeText(words: CodeWords, host: string): string {
  const { language, purpose, code } = words
  return `${textIn(language, codeSentences[purpose], { code })}\n\n@${host} #${code}`
}

export type CodeWords = {
  readonly language: Language
  readonly purpose: CodePurpose
  readonly code: string
}

/** Each says what its code is for, so that nobody is talked into reading out another. */
const codeSentences = {
  sign_in: 'sms_code',
  export: 'sms_code_export',
  delete: 'sms_code_delete',
  leave_number: 'sms_code_leave',
  take_number: 'sms_code_take',
} as const satisfies Record<CodePurpose, string>

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

/** What the giver of a gift reads. */
export function giftGivenText({ language, quantityKg, projectName, txId }: PurchaseWords): string {
  const kg = quantityKg.toLocaleString(language)
  return textIn(language, 'sms_gift_sent', { kg, project: projectName, id: txId })
}

export type GiftWords = PurchaseWords & {
  /** Null where nothing may be shown of the giver. */
  readonly sender: string | null
  readonly note: string | null
}

/** What its receiver reads. */
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

/** What the holder of a gift reads that was refunded. */
export function giftRefundedText({ language, quantityKg, projectName }: PurchaseWords): string {
  const kg = quantityKg.toLocaleString(language)
  return textIn(language, 'sms_gift_refunded', { kg, project: projectName })
}

/** What the receiver of a gift reads that was refunded before it was received. */
export function giftWithdrawnText(
  words: Pick<PurchaseWords, 'language' | 'quantityKg' | 'projectName'>,
): string {
  const { language, quantityKg, projectName: project } = words
  return textIn(language, 'sms_gift_withdrawn', { kg: countIn(language, quantityKg), project })
}

/** The giver's shown name: the first of these that may be shown, else the masked phone. */
export function senderName(names: readonly (string | null)[], phone: string | null): string | null {
  return shownName(names) ?? (phone === null ? null : maskPhone(phone))
}

/**
 * The giver as an SMS names them: with a part of the number, so that the reader knows who that is, in the
 * signs of a short SMS (`Jonas (+44...617)`).
 */
export function giftSender(names: readonly (string | null)[], phone: string | null): string | null {
  const name = shownName(names)
  const number = phone === null ? null : plainMask(phone)
  if (name === null || number === null) return name ?? number
  return `${name} (${number})`
}

const shownName = (names: readonly (string | null)[]) =>
  names.find((name) => name !== null && isFitName(name)) ?? null
