// Finds the country of a registry's project from its two columns, which must agree. An unknown code
// or name is a fault.
import { wordsOf } from '#providers/registries/tables/column-words.ts'
import { countryCodes } from '#values/lists/country-codes.ts'

export const internationalCountry = 'XZ'
/**
 * The country of rows in which a registry names none. ISO 3166 leaves the code `ZZ` to its users, and
 * Unicode uses it for an unknown region.
 */
export const unstatedCountry = { code: 'ZZ', name: 'Not stated' } as const

export type Country = { readonly code: string; readonly name: string }

export type StatedCountry = {
  /** The row's country; `ZZ` if the row names none or an unknown one. */
  readonly country: Country
  /** The row's text if it names an unknown country, else null. */
  readonly unknown: string | null
}

/** Codes by which registries mark a project in several countries. */
const internationalCodes: ReadonlySet<string> = new Set(['', 'WW', internationalCountry])

/** Country codes by names that Unicode's lists lack. The names are spelled as by `foldName`. */
const otherNames: Readonly<Record<string, string>> = {
  burma: 'MM',
  drc: 'CD',
  england: 'GB',
  'great britain': 'GB',
  holland: 'NL',
  'ivory coast': 'CI',
  scotland: 'GB',
  swaziland: 'SZ',
  turkey: 'TR',
  uae: 'AE',
  uk: 'GB',
  usa: 'US',
  wales: 'GB',
}

type CountryColumns = { readonly country: string; readonly country_code: string }

/** Returns an error message if the two columns contradict each other, else null. */
export function countryFault({ country, country_code: code }: CountryColumns): string | null {
  const namedCodes = codesOf(country)
  const [other] = namedCodes
  return other === undefined || code === '' || code === unstatedCountry.code || namedCodes.has(code)
    ? null
    : `country: ${country} is ${other}, and country_code is ${code}`
}

export function countryOf({ country: name, country_code: code }: CountryColumns): StatedCountry {
  if (code === unstatedCountry.code || (name === '' && code === '')) {
    return { country: unstatedCountry, unknown: null }
  }
  if (internationalCodes.has(code) && (code !== '' || name === 'International')) {
    const country = { code: internationalCountry, name: name || 'International' }
    return { country, unknown: null }
  }
  const [only, ...others] = codesOf(name)
  if (code === '' && only !== undefined && others.length === 0) {
    return { country: { code: only, name }, unknown: null }
  }
  if (!countryCodes.has(code)) {
    return {
      country: unstatedCountry,
      unknown: [name, code].filter((text) => text !== '').join(' '),
    }
  }
  return isNameOf(name, code)
    ? { country: { code, name: name || englishName(code) }, unknown: null }
    : { country: { code, name: englishName(code) }, unknown: name }
}

const languages = ['en', 'fr', 'es', 'pt', 'de', 'it', 'nl', 'tr'] as const
const displayNames = new Map(
  languages.map((language) => [
    language,
    new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  ]),
)

/** Returns a name in lower case without accents, to compare spellings. */
function foldName(name: string): string {
  return wordsOf(name.normalize('NFD').replace(/\p{M}/gu, ''))
}

let codesByName: Map<string, Set<string>> | null = null

/** Returns all countries with this name in any of the languages. Several share a name such as Congo. */
function codesOf(name: string): ReadonlySet<string> {
  codesByName ??= readNames()
  return codesByName.get(foldName(name)) ?? new Set()
}

function readNames(): Map<string, Set<string>> {
  const byName = new Map<string, Set<string>>()
  const add = (name: string, code: string) => {
    const codes = byName.get(name)
    if (codes === undefined) byName.set(name, new Set([code]))
    else codes.add(code)
  }
  for (const code of countryCodes) for (const name of namesOf(code)) add(foldName(name), code)
  for (const [name, code] of Object.entries(otherNames)) add(name, code)
  return byName
}

const namesByCode = new Map<string, readonly string[]>()

/** Returns the names of a country in all languages, English first. */
function namesOf(code: string): readonly string[] {
  const cached = namesByCode.get(code)
  if (cached !== undefined) return cached
  const names = languages.flatMap((language) => displayNames.get(language)?.of(code) ?? [])
  namesByCode.set(code, names)
  return names
}

function englishName(code: string): string {
  return namesOf(code)[0] ?? code
}

/** Number of first letters of a word that two spellings of a country share: `Turkey`, `Türkiye`. */
const sharedLetters = 3

/** Returns true if a name may be a spelling of the country: `Tanzania, United Republic of`, `Lao`. */
function isNameOf(name: string, code: string): boolean {
  if (name === '' || codesOf(name).has(code)) return true
  const wordStarts = (text: string) =>
    foldName(text)
      .split(' ')
      .filter((word) => word.length >= sharedLetters && !ignoredWords.has(word))
      .map((word) => word.slice(0, sharedLetters))
  const knownStarts = new Set(namesOf(code).flatMap(wordStarts))
  return wordStarts(name).some((start) => knownStarts.has(start))
}

const ignoredWords: ReadonlySet<string> = new Set(
  'the and des der den del las los les republic republique republica islands island state states united of'.split(
    ' ',
  ),
)
