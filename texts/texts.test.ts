// Whether the product says the same in all of its languages: every text, with the same places to
// fill in, and no text left in English by mistake.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '#values/languages.ts'

type Texts = ReadonlyMap<string, string>

/** Words that are the same in these languages; every other text equal to English is a mistake. */
const sameAsEnglish: Readonly<Record<string, readonly string[]>> = {
  common_product: ['nl', 'fr', 'es', 'it', 'de', 'tr'],
  sign_in_agree_end: ['nl', 'fr', 'es', 'it', 'de', 'tr'],
  projects_per_kg: ['nl', 'fr', 'es', 'it', 'de', 'tr'],
  purchases_card_cvv: ['nl', 'es', 'it', 'tr'],
  purchases_card_sandbox: ['nl', 'it', 'de'],
  purchases_total: ['fr', 'es'],
  achievements_offset_100: ['nl', 'fr', 'es', 'it', 'de', 'tr'],
  activity_note: ['nl', 'tr'],
  activity_transaction: ['fr'],
  common_home: ['nl', 'it'],
  common_privacy: ['nl', 'it'],
  leaderboards_name: ['de'],
  leaderboards_score: ['nl', 'fr'],
  passport_bronze: ['fr', 'de'],
  passport_gold: ['de'],
  projects_filters: ['nl'],
  projects_international: ['fr', 'de'],
  projects_one: ['nl'],
  projects_status: ['nl', 'de'],
  projects_type: ['nl', 'fr'],
  projects_type_biogas: ['nl', 'it', 'de'],
  projects_type_wind: ['nl', 'de'],
  projects_week: ['nl'],
  projects_week_column: ['nl'],
  projects_week_short: ['nl'],
  rewards_badge: ['nl'],
  rewards_badge_tonne: ['fr', 'de'],
  wallet_credit: ['nl'],
  wallet_name: ['de'],
  wallet_nickname: ['it'],
  wallet_privacy: ['nl', 'it'],
}

/** A text, or all variants of one, by key. */
function textsOf(language: string): Texts {
  const folder = join(import.meta.dirname, language)
  const texts = new Map<string, string>()
  for (const file of readdirSync(folder)) {
    const content: Record<string, unknown> = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    for (const [key, text] of Object.entries(content)) {
      if (key === '$schema') continue
      texts.set(key, typeof text === 'string' ? text : variantsOf(text).join('\n'))
    }
  }
  return texts
}

/** The words of a text that depends on a number, such as `[{"match": {"kg=one": "…"}}]`. */
function variantsOf(text: unknown): string[] {
  const forms = JSON.stringify(text, null, 1).matchAll(/"[^"]*=[^"]*": "([^"]*)"/g)
  return [...forms].map(([, words]) => words ?? '')
}

const placeholdersOf = (text: string) => [
  ...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).values().toArray().sort(),
]

const english = textsOf('en')

it('lists the languages of the product for the compiler', () => {
  const settings = JSON.parse(readFileSync('project.inlang/settings.json', 'utf8'))
  expect(settings.locales).toEqual([...languages])
})

describe.each(languages)('%s', (language) => {
  const texts = textsOf(language)

  it('has every text, and no other', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
  })

  it('has no empty text and no stray blanks', () => {
    const stray = [...texts].filter(([, text]) => text.trim() === '' || text !== text.trim())
    expect(stray).toEqual([])
  })

  it('fills in the same places', () => {
    for (const [key, text] of texts) {
      expect([key, placeholdersOf(text)]).toEqual([key, placeholdersOf(english.get(key) ?? '')])
    }
  })

  it('is not left in English by mistake', () => {
    if (language === 'en') return
    const same = [...texts].filter(([key, text]) => text === english.get(key)).map(([key]) => key)
    const expected = Object.keys(sameAsEnglish).filter((key) =>
      sameAsEnglish[key]?.includes(language),
    )
    expect(same.sort()).toEqual(expected.sort())
  })

  it('promises a contribution, never an absolution', () => {
    const promises =
      /carbon neutral|climate positive|compensat|neutraal|neutre|neutro|neutral|kompensier|nötr/i
    const found = [...texts].filter(([, text]) => promises.test(text))
    expect(found).toEqual([])
  })
})
