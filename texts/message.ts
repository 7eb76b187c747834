// Formats a message: chooses the plural form and fills in the values. Pure; the browser, SMS and
// wallet passes use it, so it must need neither Node nor a browser.
import { isolated } from '#values/text/isolated.ts'

/** Values by name. A number is formatted for the reader's language; a string stays as it is. */
export type Values = Readonly<Record<string, string | number>>

/** A text for each plural category of the language. `plural` names the value that selects one. */
export type PluralForms = { readonly plural: string; readonly other: string } & {
  readonly [Category in Exclude<Intl.LDMLPluralRule, 'other'>]?: string
}

export type Message = string | PluralForms

/** A placeholder, like `{kg}`. */
export const placeholderPattern = /\{(\w+)\}/g

/** Fills in the values. `locale` may name a region (en-GB), which determines the format of numbers. */
export function fill(message: Message, values: Values, locale: string): string {
  return formOf(message, values, locale).replace(placeholderPattern, (placeholder, name) => {
    const value = values[name] ?? placeholder
    return typeof value === 'number' ? numberFormatOf(locale).format(value) : isolated(value)
  })
}

function formOf(message: Message, values: Values, locale: string): string {
  if (typeof message === 'string') return message
  return message[pluralRulesOf(locale).select(Number(values[message.plural]))] ?? message.other
}

const numberFormats = new Map<string, Intl.NumberFormat>()
const pluralRules = new Map<string, Intl.PluralRules>()

// Formatters are cached, because their creation is slow. They are created at the first use, because a
// bundler would otherwise put every message into the first chunk.
function numberFormatOf(locale: string): Intl.NumberFormat {
  const format = numberFormats.get(locale) ?? new Intl.NumberFormat(locale)
  numberFormats.set(locale, format)
  return format
}

function pluralRulesOf(locale: string): Intl.PluralRules {
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(locale)
  pluralRules.set(locale, rules)
  return rules
}
