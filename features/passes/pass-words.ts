// Returns the texts of a pass. Apple's pass.json is in English. A strings file per language translates it, so
// that a phone shows the pass in its own language.
import type { PassFile } from '#providers/wallet-pass/pass-archive.ts'
import { type MessageKey, textIn } from '#texts/text-in.ts'
import { defaultLanguage, type Language, languages } from '#values/lists/languages.ts'
import { leagues } from '#values/lists/leagues.ts'

/** Keys of the texts of a pass. */
const textKeys = [
  'passport_offset_league',
  'passport_eco_league',
  ...leagues.map((league) => `leagues_${league}` as const),
  'passport_updated',
  'wallet_pass_total',
  'wallet_pass_total_changed',
  'wallet_pass_offset_league_changed',
  'wallet_pass_eco_league_changed',
  'wallet_pass_id',
  'wallet_pass_online',
  'wallet_pass_about',
  'wallet_pass_about_text',
  'wallet_pass_development_title',
  'wallet_pass_development_text',
] as const satisfies readonly MessageKey[]
type PassTextKey = (typeof textKeys)[number]

/** Returns a function from a key to its text in the language. */
export function wordsIn(language: Language): (name: PassTextKey) => string {
  return (name) => textIn(language, name)
}

/** Returns a text in English, as pass.json contains it. */
export const englishText = wordsIn(defaultLanguage)

/** Returns a strings file per language, which maps each English text to its translation. */
export function wordFiles(): PassFile[] {
  return languages.map((language) => {
    const text = wordsIn(language)
    const lines = textKeys.map((name) => `${quote(englishText(name))} = ${quote(text(name))};\n`)
    return { name: `${language}.lproj/pass.strings`, bytes: Buffer.from(lines.join('')) }
  })
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
