// The words of a pass. The pass itself is written in English; beside it lies each language as a file
// that the phone reads for its own language, so one pass serves every phone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PassFile } from '#providers/wallet-pass/pass-archive.ts'
import { type Language, languages } from '#values/languages.ts'

/** The texts of messages/<language>/ that a pass shows. */
const passTexts = [
  'passport_offset_league',
  'passport_eco_league',
  'passport_bronze',
  'passport_silver',
  'passport_gold',
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
] as const
export type PassText = (typeof passTexts)[number]

const messages = join(import.meta.dirname, '..', '..', 'messages')

function readTexts(language: Language): (name: PassText) => string {
  const texts: Record<string, string> = {}
  for (const file of ['passport.json', 'wallet-pass.json']) {
    Object.assign(texts, JSON.parse(readFileSync(join(messages, language, file), 'utf8')))
  }
  return (name) => {
    const text = texts[name]
    if (text === undefined) throw new Error(`messages: ${language} has no ${name}`)
    return text
  }
}

const texts = {
  en: readTexts('en'),
  nl: readTexts('nl'),
  fr: readTexts('fr'),
  es: readTexts('es'),
  it: readTexts('it'),
  de: readTexts('de'),
  tr: readTexts('tr'),
} as const satisfies Record<Language, unknown>

/** The texts of a pass in one language. */
export function wordsIn(language: Language): (name: PassText) => string {
  return texts[language]
}

/** A text as it stands in pass.json itself. */
export const englishText = wordsIn('en')

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
