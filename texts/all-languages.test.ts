// Tests that the product has the same texts in all of its languages, with the right plural forms:
// no text left in English by mistake, and none unused.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inEachLanguage, type Language, languages } from '#values/lists/languages.ts'
import { findFaults, formsOf } from './check-texts.ts'
import { listKey, readLists, readTexts } from './read-texts.ts'
import { type MessageKey, textIn } from './text-in.ts'

/** Words that are the same in these languages; every other text equal to English is a mistake. */
const sameAsEnglish: Readonly<Record<string, readonly string[]>> = {
  common_product: ['nl', 'fr', 'es', 'it', 'de', 'tr'],
  sign_in_agree_end: ['nl', 'fr', 'es', 'it', 'de', 'tr'],
  projects_per_kg: ['nl', 'fr', 'es', 'it', 'de', 'tr'],
  purchases_money_buys: ['nl', 'fr', 'es', 'it', 'de', 'tr'],
  purchases_card_cvv: ['nl', 'es', 'it', 'tr'],
  purchases_card_sandbox: ['nl', 'it', 'de'],
  purchases_details: ['nl'],
  purchases_total: ['fr', 'es'],
  achievements_offset_100: ['nl', 'fr', 'es', 'it', 'de', 'tr'],
  activity_note: ['nl', 'tr'],
  activity_only: ['nl', 'es', 'it', 'de'],
  activity_transaction: ['fr'],
  certificates_date: ['fr'],
  certificates_place_one: ['fr'],
  certificates_salt: ['nl', 'de'],
  common_home: ['nl', 'it'],
  common_privacy: ['nl', 'it'],
  estimate_cars_diesel: ['nl', 'de'],
  estimate_cars_hybrid: ['de'],
  estimate_diets_vegan: ['de', 'tr'],
  estimate_heatings_gas: ['nl', 'es', 'it', 'de'],
  estimate_heatings_lpg: ['tr'],
  leaderboards_name: ['de'],
  leaderboards_score: ['nl', 'fr'],
  leagues_bronze: ['fr', 'de'],
  leagues_gold: ['de'],
  own_data_passkeys: ['nl', 'fr', 'es', 'de'],
  projects_filters: ['nl'],
  receipts_document: ['nl', 'fr'],
  receipts_named: ['nl', 'es', 'it', 'de', 'tr'],
  projects_international: ['fr', 'de'],
  projects_one: ['nl'],
  projects_status: ['nl', 'de'],
  projects_type: ['nl', 'fr'],
  project_types_biogas: ['nl', 'it', 'de'],
  project_kinds_sun: ['es'],
  project_kinds_water: ['nl'],
  project_kinds_wind: ['nl', 'de'],
  project_types_wind: ['nl', 'de'],
  project_scenes_biogas: ['nl', 'it', 'de'],
  project_scenes_compost: ['nl', 'fr', 'es', 'it'],
  project_scenes_mangrove: ['fr'],
  project_scenes_recycling: ['nl', 'de'],
  project_scenes_train: ['fr'],
  project_scenes_wind: ['nl', 'de'],
  projects_week_column: ['nl'],
  projects_week_short: ['nl'],
  rewards_badge: ['nl'],
  rewards_badge_tonne: ['fr', 'de'],
  wallet_credit: ['nl'],
  wallet_name: ['de'],
  wallet_privacy: ['nl', 'it'],
}

const texts = inEachLanguage((language) => readTexts(language))

/** All forms of every text, by key. */
function formsIn(language: Language): ReadonlyMap<string, string> {
  const forms = texts[language].entries().map(([key, { message }]) => {
    return [key, [...new Set(formsOf(message).values())].join('\n')] as const
  })
  return new Map(forms)
}

/** Words for a compensation, which would claim that an emission is undone (docs/product.md#languages). */
const compensation: Readonly<Partial<Record<Language, RegExp>>> = {
  nl: /compens/i,
  fr: /(?<!ré)compens/i,
  es: /(?<!re)compensa/i,
  it: /compensa/i,
  de: /kompens/i,
  tr: /dengele|denkleş/i,
}

it.each(languages)('calls an offset a contribution in %s, never a compensation', (language) => {
  const word = compensation[language]
  const found = formsIn(language)
    .entries()
    .filter(([, text]) => word?.test(text))
  expect([...found]).toEqual([])
})

it.each(['es', 'it'] as const)(
  'calls the public log a diary in %s, and a registry never so',
  (language) => {
    const english = formsIn('en')
    for (const [key, text] of formsIn(language)) {
      const namesLog = /\blogs?\b(?! (?:in|out)\b)/i.test(english.get(key) ?? '')
      expect([key, /\bdiario\b/i.test(text)]).toEqual([key, namesLog])
    }
  },
)

it('keeps French signs with their word at the end of a line, except in an SMS', () => {
  const isSms = (key: string) => /^sms_|_sms$/.test(key)
  const loose = [...formsIn('fr')].filter(([key, text]) =>
    isSms(key) ? /[\u00a0\u202f]/.test(text) : / [:;?!»]| %(?!@)|« /.test(text),
  )
  expect(loose).toEqual([])
})

it('has every text in every language, with the same values and all plural forms', () => {
  expect(findFaults(texts)).toEqual([])
})

describe.each(languages)('%s', (language) => {
  const forms = formsIn(language)

  it('is not left in English by mistake', () => {
    if (language === 'en') return
    const english = formsIn('en')
    const same = [...forms].filter(([key, text]) => text === english.get(key)).map(([key]) => key)
    const expected = Object.keys(sameAsEnglish).filter((key) =>
      sameAsEnglish[key]?.includes(language),
    )
    expect(same.sort()).toEqual(expected.sort())
  })

  it('promises a contribution, never an absolution', () => {
    const promises =
      /carbon neutral|climate positive|compens(at|ad|é)|gecompens|ausgeglichen|dengelen|neutraal|neutre|neutro|neutral|kompensier|nötr/i
    const found = [...forms].filter(([, text]) => promises.test(text))
    expect(found).toEqual([])
  })

  it('describes kinds of projects without a figure, and without undoing an emission', () => {
    const overclaims =
      /\d|cancel|undo|undone|zero|annul|efface|anula|borra|cancella|azzera|ongedaan|aufheb|rückgängig|iptal|silinir|sıfır/i
    const kinds = [...forms].filter(([key]) => /^project_(works|effects)_/.test(key))
    expect(kinds.length).toBeGreaterThan(70)
    expect(kinds.filter(([, text]) => overclaims.test(text))).toEqual([])
  })
})

it.each([
  ['fr', 0, '0\u00a0kg restant'],
  ['fr', 1, '1\u00a0kg restant'],
  ['fr', 2, '2\u00a0kg restants'],
  ['fr', 1_000_000, '1\u202f000\u202f000\u00a0kg restants'],
  ['es', 1, 'Queda 1\u00a0kg'],
  ['es', 1_234, 'Quedan 1234\u00a0kg'],
  ['es', 2_000_000, 'Quedan 2.000.000\u00a0kg'],
  ['it', 1, '1\u00a0kg rimasto'],
  ['it', 5_000_000, '5.000.000\u00a0kg rimasti'],
  ['nl', 1, 'Nog 1\u00a0kg'],
  ['de', 1_200, 'Noch 1.200\u00a0kg'],
  ['tr', 1, '1\u00a0kg kaldı'],
  ['tr', 3, '3\u00a0kg kaldı'],
] as const)('counts in %s: %d kg', (language, kg, text) => {
  expect(textIn(language, 'projects_kg_left', { kg })).toBe(text)
})

it.each([
  ['en', '1\u00a0kg is held for you.', '2\u00a0kg are held for you.'],
  ['de', '1\u00a0kg ist für dich reserviert.', '2\u00a0kg sind für dich reserviert.'],
] as const)('holds one kilogram and two in %s', (language, one, two) => {
  expect(textIn(language, 'purchases_held', { kg: 1 })).toBe(one)
  expect(textIn(language, 'purchases_held', { kg: 2 })).toBe(two)
})

it.each([
  ['en', 'is on its way', 'are on their way'],
  ['fr', 'est en route', 'sont en route'],
  ['es', 'va de camino', 'van de camino'],
  ['it', 'è in arrivo', 'sono in arrivo'],
  ['de', 'ist unterwegs', 'sind unterwegs'],
] as const)('sends one kilogram and two in %s', (language, one, two) => {
  expect(textIn(language, 'gifts_given', { kg: 1, name: 'Ada' })).toContain(one)
  expect(textIn(language, 'gifts_given', { kg: 2, name: 'Ada' })).toContain(two)
})

it('has no plural with an amount of money, nor with an hour', () => {
  const amounts = [
    ['fr', 'purchases_wallet_has', /disponibles/],
    ['es', 'purchases_wallet_has', /disponibles/],
    ['fr', 'wallet_held', /réservés/],
  ] as const satisfies readonly (readonly [Language, MessageKey, RegExp])[]
  for (const [language, key, plural] of amounts) {
    expect(textIn(language, key, { amount: '1,00\u00a0€' })).not.toMatch(plural)
  }
  expect(textIn('es', 'activity_pending_until', { time: '1:05' })).not.toContain('las 1:05')
})

it('has no unused text', () => {
  const said = new Set<string>()
  const sources: string[] = []
  for (const folder of ['web', 'features', 'server']) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    for (const name of names.filter((each) => /(?<!\.test)\.tsx?$/.test(each))) {
      const source = readFileSync(join(folder, name), 'utf8')
      sources.push(source)
      for (const [word] of source.matchAll(/[a-z][a-z\d]*(_[a-z\d]+)+/g)) said.add(word)
    }
  }
  // A list is said whole: by its name in the browser, by its members' keys on the server.
  for (const [list, members] of readLists()) {
    const name = new RegExp(`\\btexts\\.${list}\\b`)
    const isSaid = sources.some((source) => name.test(source))
    for (const member of isSaid ? members.keys() : []) said.add(listKey(list, member))
  }
  expect([...texts.en.keys()].filter((key) => !said.has(key))).toEqual([])
})
