// Chooses the language of a message (docs/product.md#messages).
import { callingCodeOf, defaultCallingCode } from '#values/lists/calling-codes.ts'
import { countryLanguages, type Language, languageOf } from '#values/lists/languages.ts'

/**
 * The language of a member, or of the country of a stranger's calling code. `memberLanguage` is null
 * for a stranger.
 */
export function readerLanguage(memberLanguage: string | null, phone: string): Language {
  const { country } = callingCodeOf(phone) ?? defaultCallingCode
  return languageOf(memberLanguage ?? undefined) ?? countryLanguages[country]
}
