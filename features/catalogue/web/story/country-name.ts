// Names a project's country in the user's language. An unknown code stays a code.
import { texts } from '#web/texts.ts'
import { formatCountry } from '#web/ui/country-format.ts'

/** The registries' code for projects in several countries. */
const international = 'XZ'
/** The product's code for projects whose registry states no country. */
const unstated = 'ZZ'

export function countryName(code: string): string {
  if (code === international) return texts.projects_international()
  return code === unstated ? texts.projects_country_not_stated() : formatCountry(code)
}
