// Splits a registry's field into the types of a project. Types keep the registry's spelling, because users
// filter by them.

import { isEmptyWord } from '#providers/registries/tables/column-words.ts'

/** The only Gold Standard type that contains the separator of types. */
const undividedType = 'Small, Low - Impact Hydro'

/**
 * Splits a JSON array, Gold Standard's `Biogas - Heat` or Verra's `Energy demand; Transport`. Returns null
 * for any other JSON, and if a type has no letter or is a word for an empty cell.
 */
export function projectTypesOf(text: string): string[] | null {
  const types = splitTypes(text.trim())
  return types?.every((type) => hasLetter.test(type) && !isEmptyWord(type)) ? types : null
}

const hasLetter = /\p{L}/u

function splitTypes(trimmed: string): string[] | null {
  if (/^[[{"]/.test(trimmed)) return typesOfArray(trimmed)
  const parts = trimmed.split(';').flatMap((part) => {
    const type = part.trim()
    return type === undividedType ? [type] : type.split(' - ')
  })
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function typesOfArray(text: string): string[] | null {
  try {
    const parsed: unknown = JSON.parse(text)
    if (!Array.isArray(parsed)) return null
    const types = parsed.filter((type) => typeof type === 'string').map((type) => type.trim())
    return types.length === parsed.length ? types : null
  } catch {
    return null
  }
}
