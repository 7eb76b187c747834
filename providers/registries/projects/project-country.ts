// Finds the country of a registry's project from its two columns, which must agree. An unknown code
// or name is a fault.
import { wordsOf } from '#providers/registries/tables/column-words.ts'
import { countryCodes } from '#values/lists/country-codes.ts'

export const internationalCountry = 'XZ'
/**
 * For rows in which a registry states no country: ISO 3166 leaves `ZZ` to its users, and Unicode's
 * regions use it for an unknown one.
 */
export const unstatedCountry = { code: 'ZZ', name: 'Not stated' } as const

export type Country = { readonly code: string; readonly name: string }

export type StatedCountry = {
  /** `ZZ` where the row states no country, or an unknown one. */
  readonly country: Country
  /** The row's own words if they name an unknown country, else null. */
  readonly unknown: string | null
}

/** Codes that registries give to a project in several countries. */
const internationalCodes: ReadonlySet<string> = new Set(['', 'WW', internationalCountry])

/** Names that are in no list of Unicode, in the spelling of `folded`. */
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

/** A sentence where the two columns contradict each other, else null. */
export function countryFault({ country, country_code: code }: CountryColumns): string | null {
  const named = codesOf(country)
  const [other] = named
  return other === undefined || code === '' || code === unstatedCountry.code || named.has(code)
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

/** Letters without marks, for a comparison across spellings. */
function folded(name: string): string {
  return wordsOf(name.normalize('NFD').replace(/\p{M}/gu, ''))
}

let codesByName: Map<string, Set<string>> | null = null

/** All countries that a name is in any of the languages. Some share one, such as Congo. */
function codesOf(name: string): ReadonlySet<string> {
  codesByName ??= readNames()
  return codesByName.get(folded(name)) ?? new Set()
}

function readNames(): Map<string, Set<string>> {
  const byName = new Map<string, Set<string>>()
  const add = (name: string, code: string) => {
    const codes = byName.get(name)
    if (codes === undefined) byName.set(name, new Set([code]))
    else codes.add(code)
  }
  for (const code of countryCodes) for (const name of namesOf(code)) add(folded(name), code)
  for (const [name, code] of Object.entries(otherNames)) add(name, code)
  return byName
}

const namesByCode = new Map<string, readonly string[]>()

/** English first. */
function namesOf(code: string): readonly string[] {
  const known = namesByCode.get(code)
  if (known !== undefined) return known
  const names = languages.flatMap((language) => displayNames.get(language)?.of(code) ?? [])
  namesByCode.set(code, names)
  return names
}

function englishName(code: string): string {
  return namesOf(code)[0] ?? code
}

/** Letters at the begin of a word that two spellings of a country share: `Turkey`, `Türkiye`. */
const sharedLetters = 3

/** Registries write a country in many ways: `Tanzania, United Republic of`, `Viet Nam`, `Lao`. */
function isNameOf(name: string, code: string): boolean {
  if (name === '' || codesOf(name).has(code)) return true
  const begins = (text: string) =>
    folded(text)
      .split(' ')
      .filter((word) => word.length >= sharedLetters && !smallWords.has(word))
      .map((word) => word.slice(0, sharedLetters))
  const own = new Set(namesOf(code).flatMap(begins))
  return begins(name).some((begin) => own.has(begin))
}

const smallWords: ReadonlySet<string> = new Set(
  'the and des der den del las los les republic republique republica islands island state states united of'.split(
    ' ',
  ),
)
