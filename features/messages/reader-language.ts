// Chooses the language of a message (docs/product.md#messages).
import { callingCodeOf, defaultCallingCode } from '#values/lists/calling-codes.ts'
import { countryLanguages, type Language, languageOf } from '#values/lists/languages.ts'

/**
 * Returns the member's language, or that of the number's country. `memberLanguage` is null for a
 * number without a passport.
 */
export function readerLanguage(memberLanguage: string | null, phone: string): Language {
  const { country } = callingCodeOf(phone) ?? defaultCallingCode
  return languageOf(memberLanguage ?? undefined) ?? countryLanguages[country]
}
