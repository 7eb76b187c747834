// The text of every SMS, in its reader's language. Pure; made at the moment of sending, from the
// stored purchase only.
import { messageWords } from '#features/notifications/message-words.ts'
import { callingCodeOf, defaultCallingCode } from '#values/calling-codes.ts'
import { type Language, languageOf, languageOfCountry } from '#values/languages.ts'
import { maskPhone } from '#values/phone-number.ts'

/**
 * Contract 9: a member's own language; a stranger's is that of their calling code's country.
 * `memberLanguage` is null for a stranger.
 */
export function readerLanguage(memberLanguage: string | null, phone: string): Language {
  const { country } = callingCodeOf(phone) ?? defaultCallingCode
  return languageOf(memberLanguage ?? undefined) ?? languageOfCountry(country)
}

/** Contract 3: the last line lets a phone fill the code in on our own origin. */
export function codeText(language: Language, code: string, host: string): string {
  return `${messageWords[language].code(code)}\n\n@${host} #${code}`
}

export type PurchaseWords = {
  readonly language: Language
  readonly quantityKg: number
  readonly projectName: string
  readonly txId: string
  readonly publicUrl: string
}

const boughtOf = ({ language, quantityKg, projectName, txId }: PurchaseWords) => ({
  kg: quantityKg.toLocaleString(language),
  project: projectName,
  id: txId,
})

export function purchaseText(words: PurchaseWords): string {
  return `${messageWords[words.language].bought(boughtOf(words))} ${words.publicUrl}/app`
}

/** What the giver of a gift reads. */
export function giftGivenText(words: PurchaseWords): string {
  return messageWords[words.language].giftSent(boughtOf(words))
}

export type GiftWords = PurchaseWords & {
  /** Null where nothing may be shown of the giver. */
  readonly sender: string | null
  readonly note: string | null
}

/** What its receiver reads. */
export function giftText(words: GiftWords): string {
  const { giftReceived, somebody } = messageWords[words.language]
  const note = words.note === null ? '' : ` "${withoutContacts(words.note)}"`
  const sender = words.sender ?? somebody
  return giftReceived({ ...boughtOf(words), sender, note, url: words.publicUrl })
}

/**
 * Who gave: a nickname or first name, else the masked phone. A nickname that a phone would turn into
 * a link or a number is none.
 */
export function senderName(
  nickname: string | null,
  firstName: string | null,
  phone: string | null,
): string | null {
  const shown = nickname !== null && withoutContacts(nickname) === nickname ? nickname : null
  return shown ?? firstName ?? (phone === null ? null : maskPhone(phone))
}

/**
 * A stranger's note carries no links and no phone numbers into an SMS. Digits and letters
 * of other widths and scripts are read as what a phone makes of them.
 */
export function withoutContacts(note: string): string {
  return note
    .normalize('NFKC')
    .replace(/\b(?:[a-z][a-z\d+.-]*:\/\/|www\.)\S+/gi, '')
    .replace(/\b[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:\/\S*)?/giu, '')
    .replace(/\+?\p{Nd}(?:[^\p{L}\p{N}]{0,3}\p{Nd}){5,}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}
