// Translates a project's type for texts that the server writes. The type is the registries' English
// text; an unknown one stays unchanged.
import { fill } from '#texts/message.ts'
import { textsOf } from '#texts/text-in.ts'
import { defaultLanguage, type Language } from '#values/lists/languages.ts'

const prefix = 'projects_type_'
let keys: ReadonlyMap<string, string> | undefined

/** The English text of each type is the registries' own word for it. */
function keysOfTypes(): ReadonlyMap<string, string> {
  keys ??= new Map(
    [...textsOf(defaultLanguage)].flatMap(([key, { message }]) =>
      key.startsWith(prefix) && typeof message === 'string' ? [[message, key] as const] : [],
    ),
  )
  return keys
}

/** CAR joins a type and its market, `Livestock - ARB Compliance`: each part has a name. */
export function typeIn(language: Language, type: string): string {
  const whole = nameOf(language, type)
  return (
    whole ??
    type
      .split(' - ')
      .map((part) => nameOf(language, part) ?? part)
      .join(' - ')
  )
}

function nameOf(language: Language, type: string): string | undefined {
  const filed = textsOf(language).get(keysOfTypes().get(type) ?? '')
  return filed === undefined ? undefined : fill(filed.message, {}, language)
}
