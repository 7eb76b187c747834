// Finds the language of a message (docs/product.md#messages).
import { callingCodeOf, defaultCallingCode } from '#values/lists/calling-codes.ts'
import { countryLanguages, type Language, languageOf } from '#values/lists/languages.ts'

/**
 * Returns the passport's language or, without a passport, the language of the phone number's country.
 */
export function readerLanguage(passportLanguage: string | null, phone: string): Language {
  const { country } = callingCodeOf(phone) ?? defaultCallingCode
  return languageOf(passportLanguage ?? undefined) ?? countryLanguages[country]
}
