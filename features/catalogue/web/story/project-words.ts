// Translates a project's types, country and status into the user's language. Registries state types in
// English; an unknown type stays unchanged.

import type { ProjectStatus } from '#values/lists/project-statuses.ts'
import { locale, texts } from '#web/texts.ts'
import { formatCountry } from '#web/ui/country-format.ts'

/** Names of types by the registries' words for them, in lower case with underscores. */
const typeNames: Readonly<Record<string, () => string>> = texts.project_types

/** Returns the name of a type without a market; undefined for an unknown one. */
export function nameOfType(type: string): string | undefined {
  const words =
    type
      .toLowerCase()
      .replace('&', 'and')
      .match(/[a-z\d]+/g) ?? []
  return typeNames[words.join('_')]?.()
}

/** Translates a type. Each part of CAR's `Livestock - ARB Compliance` (type, market) has a translation. */
export function typeName(type: string): string {
  if (locale === 'en') return type
  const partsInWords = () => type.split(' - ').map((part) => nameOfType(part) ?? part)
  return nameOfType(type) ?? partsInWords().join(' - ')
}

/** The registries' code for projects in several countries. */
const international = 'XZ'
/** The product's code for projects whose registry states no country. */
const unstated = 'ZZ'

/** Names a project's country in the user's language. An unknown code stays a code. */
export function countryName(code: string): string {
  if (code === international) return texts.projects_international()
  return code === unstated ? texts.projects_country_not_stated() : formatCountry(code)
}

/**
 * Returns the name of a project's status. A status groups several of the registries'; the texts must
 * promise no more than those.
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
