// Tests the languages by code, country and locale.
import { expect, it } from 'vitest'
import {
  countryLanguages,
  inEachLanguage,
  languageHomes,
  languageNames,
  languageOf,
  languages,
  localeOf,
  readLanguage,
} from './languages.ts'

it('each language has its own value, name and home', () => {
  const own = Object.fromEntries(languages.map((language) => [language, language]))
  expect(inEachLanguage((language) => language)).toEqual(own)
  const nameIn = (language: string) => new Intl.DisplayNames(language, { type: 'language' })
  for (const language of languages) {
    const name = nameIn(language).of(language) ?? ''
    expect(languageNames[language].toLowerCase()).toBe(name.toLowerCase())
  }
  expect(languageHomes).toEqual({
    ...{ en: 'GB', nl: 'NL', fr: 'FR', es: 'ES', it: 'IT', de: 'DE', tr: 'TR' },
  })
  expect(countryLanguages).toEqual({
    ...{ US: 'en', NL: 'nl', FR: 'fr', ES: 'es', IT: 'it', GB: 'en', DE: 'de', TR: 'tr' },
  })
})

it('a code is a language of the product, or none', () => {
  expect(['en', 'tr', 'pt', 'EN', '', undefined].map(languageOf)).toEqual([
    ...['en', 'tr', undefined, undefined, undefined, undefined],
  ])
  expect(readLanguage('nl')).toBe('nl')
  expect(() => readLanguage('pt')).toThrow('pt is no language')
})

it.each([
  ['en', 'US', 'en-US'],
  ['en', 'GB', 'en-GB'],
  ['en', 'DE', 'en-GB'],
  ['en', undefined, 'en-GB'],
  ['de', 'AT', 'de-AT'],
  ['de', undefined, 'de'],
  ['tr', 'US', 'tr-US'],
] as const)('%s in %s is %s', (language, country, locale) => {
  expect(localeOf(language, country)).toBe(locale)
})
