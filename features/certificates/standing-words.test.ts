// Tests the words of a certificate of several blocks, projects and countries, in each language: none of the second
// ones is left out, and dates, numbers and countries are those of the language.
import { describe, expect, it } from 'vitest'
import { exampleCertificate } from '#tests/support/example-certificate.ts'
import { countIn, dayIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import { type Language, languages, localeOf } from '#values/lists/languages.ts'
import { certificateWords } from './certificate-words.ts'
import type { Certificate } from './read-certificate.ts'

const [wind] = exampleCertificate.currentPlaces
const solar = {
  ...wind,
  ...{ project: 'Solar park', projectNumber: 'GS-2', registeredName: 'Solar park', country: 'DE' },
  ...{ countryName: 'Germany', serial: 'GS1-2', vintageYear: 2025 },
  ...{ places: { first: 1_001, last: 2_500 } },
}
const retired = { state: 'retired', reference: 'R-7', url: 'https://registry.example/7' } as const
const parts: Certificate['currentPlaces'][number]['parts'] = [
  { first: 1_001, last: 2_000, ...retired, date: '2026-11-23', confirmedOn: '2026-11-25' },
  { first: 2_001, last: 2_499, ...retired, date: '2026-11-24', confirmedOn: null },
  {
    first: 2_500,
    last: 2_500,
    state: 'allocated',
    reference: null,
    url: null,
    date: null,
    confirmedOn: null,
  },
]
const other = { ...wind, places: { first: 51, last: 51 } }
const several: Certificate = {
  ...exampleCertificate,
  kg: 1_531,
  currentPlaces: [{ ...solar, parts }, wind, other],
}
const replacement = {
  ...{ date: '2026-11-26', proof: null },
  replaced: { ...wind, places: { first: 1_001, last: 2_500 } },
  present: solar,
}
const place = (language: Language, first: number, last = first) =>
  first === last
    ? textIn(language, 'certificates_place_one', { first: countIn(language, first) })
    : textIn(language, 'certificates_place_many', {
        first: countIn(language, first),
        last: countIn(language, last),
      })

describe.each(languages)('a certificate of two projects in %s', (language) => {
  const words = certificateWords(several, language)
  const labels = {
    country: textIn(language, 'projects_country'),
    date: textIn(language, 'certificates_date'),
    places: textIn(language, 'certificates_places'),
    project: textIn(language, 'projects_one'),
    registered: textIn(language, 'certificates_registered_name'),
    vintage: textIn(language, 'certificates_vintage'),
  }
  const factOf = (block: number, label: string) =>
    words.facts[block]?.find((fact) => fact.label === label)?.value

  it('names both, each with its kilograms', () => {
    const count = (kg: number) => `${countIn(language, kg)} kg`
    expect(words.kg).toBe(countIn(language, 1_531))
    expect(words.share.projects).toEqual([
      `${count(1_500)} · Solar park`,
      `${count(31)} · Wind farm of İzmir`,
    ])
    expect(words.share.title).toBe(
      `${countIn(language, 1_531)} kg CO₂ · Solar park (${count(1_500)}), Wind farm of İzmir (${count(31)})`,
    )
    expect(words.statement).toBe(textIn(language, 'certificates_statement_several'))
    expect(factOf(0, labels.project)).toBe(`Solar park · ${count(1_500)}`)
    expect(factOf(1, labels.project)).toBe(`Wind farm of İzmir · ${count(31)}`)
  })

  it('names both countries in the language', () => {
    const names = new Intl.DisplayNames(localeOf(language), { type: 'region' })
    expect(words.share.country).toBe(`${names.of('DE')}, ${names.of('TR')}`)
    expect(factOf(1, labels.country)).toBe(names.of('TR'))
  })

  it('has the facts of both, and the day once', () => {
    expect(words.facts).toHaveLength(2)
    const day = dayIn(language, exampleCertificate.date)
    expect([factOf(0, labels.date), factOf(1, labels.date)]).toEqual([day, undefined])
    expect([factOf(0, labels.vintage), factOf(1, labels.vintage)]).toEqual(['2025', '2024'])
    const names = [0, 1].map((block) => factOf(block, labels.registered))
    expect(names).toEqual([undefined, 'WIND'])
    expect([0, 1].map((block) => factOf(block, labels.places))).toEqual([
      `${countIn(language, 1_001)} – ${countIn(language, 2_500)}`,
      '1 – 30, 51',
    ])
  })

  it('shows what became of each part, with its block', () => {
    const date = dayIn(language, '2026-11-23')
    const values = { date, reference: 'R-7', day: dayIn(language, '2026-11-25') }
    const confirmed = textIn(language, 'certificates_part_confirmed', values)
    const unconfirmed = { date: dayIn(language, '2026-11-24'), reference: 'R-7' }
    expect(words.retirement.parts).toEqual([
      {
        text: `Solar park, GS1-2. ${place(language, 1_001, 2_000)}: ${confirmed}`,
        url: 'https://registry.example/7',
      },
      {
        text: `Solar park, GS1-2. ${place(language, 2_001, 2_499)}: ${textIn(language, 'certificates_part_retired', unconfirmed)}`,
        url: 'https://registry.example/7',
      },
      {
        text: `Solar park, GS1-2. ${place(language, 2_500)}: ${textIn(language, 'certificates_part_allocated')}`,
        url: null,
      },
    ])
  })

  it('shows what was replaced, and by which kilograms unless there are no others', () => {
    const replaced = textIn(language, 'certificates_replaced', {
      ...{ date: dayIn(language, '2026-11-26'), kg: countIn(language, 1_500) },
      ...{ project: wind.project, serial: wind.serial, places: place(language, 1_001, 2_500) },
    })
    const present = textIn(language, 'certificates_stands_in', {
      ...{ project: 'Solar park', serial: 'GS1-2' },
      part: `${place(language, 1_001, 2_500)}.`,
    })
    const partsOf = (certificate: Partial<Certificate>) =>
      certificateWords({ ...several, ...certificate }, language).replacement?.parts
    expect(partsOf({ replacements: [replacement] })).toEqual([replaced, present])
    expect(partsOf({ replacements: [replacement], currentPlaces: [{ ...solar, parts }] })).toEqual([
      replaced,
    ])
    const twice = { replacements: [replacement, replacement] }
    expect(partsOf({ ...twice, currentPlaces: [{ ...solar, parts }] })).toHaveLength(4)
  })

  it('warns if one block is of the demonstration or cannot be compared', () => {
    const strange = { ...other, isDemo: true, isUncompared: true, registryName: 'Strange' }
    const mixed = { ...several, currentPlaces: [{ ...solar, parts }, strange, wind] as const }
    const warned = certificateWords(mixed, language)
    expect(warned.demo).toBe(textIn(language, 'certificates_demo'))
    expect(warned.uncompared).toBe(
      textIn(language, 'certificates_uncompared', { registry: 'Strange' }),
    )
    expect([words.demo, words.uncompared]).toEqual([null, null])
    const next = { ...strange, places: { first: 52, last: 60 } }
    const odd = { ...strange, registryName: 'Odd' }
    const many = { ...several, currentPlaces: [strange, next, odd] as const }
    expect(certificateWords(many, language).uncompared).toBe(
      textIn(language, 'certificates_uncompared', { registry: 'Strange, Odd' }),
    )
  })
})
