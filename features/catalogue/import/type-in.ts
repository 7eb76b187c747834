// Translates a project's type for documents that the server writes. Registries state the type in English;
// an unknown type stays unchanged.
import { fill } from '#texts/message.ts'
import { textsOf } from '#texts/text-in.ts'
import { defaultLanguage, type Language } from '#values/lists/languages.ts'

const prefix = 'project_types_'
let keys: ReadonlyMap<string, string> | undefined

/** Returns text keys by type. The English text under a key equals the registries' type. */
function typeKeys(): ReadonlyMap<string, string> {
  keys ??= new Map(
    [...textsOf(defaultLanguage)].flatMap(([key, { message }]) =>
      key.startsWith(prefix) && typeof message === 'string' ? [[message, key] as const] : [],
    ),
  )
  return keys
}

/** Translates a type. Each part of CAR's `Livestock - ARB Compliance` (type, market) has a translation. */
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
  const filed = textsOf(language).get(typeKeys().get(type) ?? '')
  return filed === undefined ? undefined : fill(filed.message, {}, language)
}
