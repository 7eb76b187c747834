// Translates a project's types, country and status into the user's language. Registries write types in
// English. An unknown type stays unchanged.

import type { ProjectStatus } from '#values/lists/project-statuses.ts'
import { locale, texts } from '#web/texts.ts'
import { formatCountry } from '#web/ui/country-format.ts'

/** Translated types, by the registries' English names in lower case with underscores. */
const typeNames: Readonly<Record<string, () => string>> = texts.project_types

/** Returns the translation of a type, or undefined if it has none. */
export function translationOf(type: string): string | undefined {
  const words =
    type
      .toLowerCase()
      .replace('&', 'and')
      .match(/[a-z\d]+/g) ?? []
  return typeNames[words.join('_')]?.()
}

/** Translates a type or, if it has no translation, its parts: `Livestock - ARB Compliance` of CAR has two. */
export function typeName(type: string): string {
  if (locale === 'en') return type
  const translateParts = () => type.split(' - ').map((part) => translationOf(part) ?? part)
  return translationOf(type) ?? translateParts().join(' - ')
}

/** The registries' code for projects in several countries. */
const international = 'XZ'
/** The product's code for projects whose registry states no country. */
const unstated = 'ZZ'

/** Returns the name of a project's country in the user's language, or the code of an unknown country. */
export function countryName(code: string): string {
  if (code === international) return texts.projects_international()
  return code === unstated ? texts.projects_country_not_stated() : formatCountry(code)
}

/**
 * Returns the name of a project's status. It groups several statuses of registries, and its text must not
 * promise more than they do.
 */
export function statusName(status: ProjectStatus): string {
  const names = {
    Verified: texts.projects_verified(),
    'Certified Design': texts.projects_certified_design(),
    Listed: texts.projects_listed(),
  }
  return names[status]
}

/** Returns the explanation of a project's status. */
export function statusMeaning(status: ProjectStatus): string {
  const meanings = {
    Verified: texts.projects_verified_means(),
    'Certified Design': texts.projects_certified_design_means(),
    Listed: texts.projects_listed_means(),
  }
  return meanings[status]
}
