// Formats a message: chooses the plural form and fills in the values. Pure; the browser, SMS and
// wallet passes use it, so it must need neither Node nor a browser.
import { isolated } from '#values/text/isolated.ts'

/** Values by name. A number is formatted for the reader's language; a string stays as it is. */
export type Values = Readonly<Record<string, string | number>>

/** One text a plural category of the language; the value named by `plural` chooses among them. */
export type PluralForms = { readonly plural: string; readonly other: string } & {
  readonly [Category in Exclude<Intl.LDMLPluralRule, 'other'>]?: string
}

export type Message = string | PluralForms

/** A placeholder, like `{kg}`. */
export const placeholderPattern = /\{(\w+)\}/g

/** `locale` may name a region (en-GB), which decides how numbers look. */
export function fill(message: Message, values: Values, locale: string): string {
  return formOf(message, values, locale).replace(placeholderPattern, (placeholder, name) => {
    const value = values[name] ?? placeholder
    return typeof value === 'number' ? numbersOf(locale).format(value) : isolated(value)
  })
}

function formOf(message: Message, values: Values, locale: string): string {
  if (typeof message === 'string') return message
  return message[rulesOf(locale).select(Number(values[message.plural]))] ?? message.other
}

const numberFormats = new Map<string, Intl.NumberFormat>()
const pluralRules = new Map<string, Intl.PluralRules>()

// A formatter costs far more to make than to use, so each is kept. It is made at the first use, since a
// bundler would otherwise keep every message in the first chunk.
function numbersOf(locale: string): Intl.NumberFormat {
  const format = numberFormats.get(locale) ?? new Intl.NumberFormat(locale)
  numberFormats.set(locale, format)
  return format
}

function rulesOf(locale: string): Intl.PluralRules {
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(locale)
  pluralRules.set(locale, rules)
  return rules
}
