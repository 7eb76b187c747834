// Writes the texts of a pass. The pass itself is in English, with a strings file for each language,
// so that one pass serves every phone.
import type { PassFile } from '#providers/wallet-pass/pass-archive.ts'
import { type MessageKey, textIn } from '#texts/text-in.ts'
import { defaultLanguage, type Language, languages } from '#values/lists/languages.ts'
import { leagues } from '#values/lists/leagues.ts'

/** Texts of a pass. */
const passTexts = [
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
type PassText = (typeof passTexts)[number]

/** Returns the texts of a pass in one language. */
export function wordsIn(language: Language): (name: PassText) => string {
  return (name) => textIn(language, name)
}

/** Returns a text as written in pass.json itself. */
export const englishText = wordsIn(defaultLanguage)

/** Returns one strings file per language: the English text and its translation. */
export function wordFiles(): PassFile[] {
  return languages.map((language) => {
    const text = wordsIn(language)
    const lines = passTexts.map((name) => `${quoted(englishText(name))} = ${quoted(text(name))};\n`)
    return { name: `${language}.lproj/pass.strings`, bytes: Buffer.from(lines.join('')) }
  })
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
