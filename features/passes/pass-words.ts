// The words of a pass. The pass itself is written in English; beside it lies each language as a file
// that the phone reads for its own language, so one pass serves every phone.
import type { PassFile } from '#providers/wallet-pass/pass-archive.ts'
import { type MessageKey, textIn } from '#texts/text-in.ts'
import { defaultLanguage, type Language, languages } from '#values/lists/languages.ts'
import { leagues } from '#values/lists/leagues.ts'

/** The texts that a pass shows. */
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

/** The texts of a pass in one language. */
export function wordsIn(language: Language): (name: PassText) => string {
  return (name) => textIn(language, name)
}

/** A text as it stands in pass.json itself. */
export const englishText = wordsIn(defaultLanguage)

/** One strings file a language: what the pass says in English, and what it means. */
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
