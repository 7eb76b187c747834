// A project's country in the person's language. It never guesses: an unknown code stays a code.
import { texts } from '#web/texts.ts'
import { formatCountry } from '#web/ui/country-format.ts'

/** The registries' code for projects in several countries (contract 5). */
const international = 'XZ'

export function countryName(code: string): string {
  return code === international ? texts.projects_international() : formatCountry(code)
}
