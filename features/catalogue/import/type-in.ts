// Translates a project's type for documents that the server writes. Registries write the type in English. An
// unknown type stays unchanged.
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

/** Translates a type or, if it has no translation, its parts: `Livestock - ARB Compliance` of CAR has two. */
export function typeIn(language: Language, type: string): string {
  const whole = translationOf(language, type)
  return (
    whole ??
    type
      .split(' - ')
      .map((part) => translationOf(language, part) ?? part)
      .join(' - ')
  )
}

function translationOf(language: Language, type: string): string | undefined {
  const translated = textsOf(language).get(typeKeys().get(type) ?? '')
  return translated === undefined ? undefined : fill(translated.message, {}, language)
}
