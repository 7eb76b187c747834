// Makes the fields of an action's input, with the words of the form in their JSON schema.
import { z } from 'zod'
import { holdsPhone } from '#platform/database/audit/kept-subject.ts'
import { currencies, currenciesInWords } from '#values/money/currencies.ts'
import { unitsToMinor } from '#values/money/money.ts'
import { type CalendarMonth, readMonth } from '#values/text/calendar-month.ts'
import { listWithOr } from '#values/text/list-in-words.ts'
import { holdsUnseen } from '#values/text/unseen-characters.ts'

/** Maximum amount in minor units: 100 billion units, far below the largest safe integer. */
const amountMaxMinor = 1e13
const amountFault = 'Write an amount with at most 2 decimals, such as 50 or 50.00.'

type Words = {
  readonly title: string
  readonly description?: string
  /** The value of another field with which the form shows this one. */
  readonly onlyIf?: { readonly field: string; readonly value: string }
}

/** A text of one line, without characters that no reader sees. */
export const textField = (words: Words, max = 200) =>
  z
    .string()
    .trim()
    .min(1, 'This may not be empty.')
    .max(max, `This has more than ${max} characters.`)
    .refine((text) => !holdsUnseen(text), 'This has characters that no reader sees.')
    .meta(words)

/** A text that a programme's own people read: they see no phone number. */
export const numberlessField = (words: Words, max = 200) =>
  textField(words, max)
    .refine((text) => !holdsPhone(text), 'This has a phone number.')
    .meta(words)

/** The id of a programme. The database checks the same pattern. */
export const programmeField = () =>
  textField({ title: 'Programme', description: 'Its id.' }, 63).regex(
    /^[a-z0-9][a-z0-9-]*$/,
    'An id is small letters, digits and hyphens, and begins with no hyphen.',
  )

/** A text of several lines. */
export const longTextField = (words: Words, max: number) =>
  z
    .string()
    .max(max, `This has more than ${max} characters.`)
    .refine(
      (text) => !holdsUnseen(text.replaceAll('\n', ' ')),
      'This has characters that no reader sees.',
    )
    .meta({ ...words, format: 'text' })

/** Maximum size of a file in bytes of UTF-8. */
export const fileMaxBytes = 4 * 2 ** 20

/** A text file: its name, and its content as text. `accept` are the extensions that the form offers. */
export const fileField = (words: Words, accept: string) =>
  z
    .object({
      name: textField({ title: 'Name' }),
      text: z
        .string()
        .refine(
          (text) => Buffer.byteLength(text) <= fileMaxBytes,
          `The file is larger than ${fileMaxBytes / 2 ** 20} MiB.`,
        ),
    })
    .meta({ ...words, format: 'file', accept, maxBytes: fileMaxBytes })

/** Returns true if the input of an action has a file. */
export function takesFile(input: z.ZodObject): boolean {
  return Object.values(input.shape).some((field) => z.globalRegistry.get(field)?.format === 'file')
}

/** An amount in minor units, written with a decimal point. */
export const amountField = (words: Words, minMinor = 1) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,12}(\.\d{1,2})?$/, amountFault)
    .transform((text) => unitsToMinor(Number(text)) ?? Number.NaN)
    .refine((minor) => minor >= minMinor && minor <= amountMaxMinor, amountFault)
    .meta(words)

/** A number of whole kilograms, of at least 1. */
export const kilogramsField = (words: Words) =>
  z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,8}$/, 'Write a number of whole kilograms, such as 5.')
    .transform(Number)
    .meta(words)

export const currencyField = (words: Words = { title: 'Currency' }) =>
  z.enum(currencies, `A currency is ${currenciesInWords('disjunction')}.`).meta(words)

/** Returns the sentence of an issue for which a field has no words of its own. */
export const fieldFault: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'This is missing.'
  if (issue.code === 'unrecognized_keys') return `There is no field ${issue.keys.join(', ')}.`
  if (issue.code === 'too_big') return `This has more than ${issue.maximum} characters.`
  if (issue.code !== 'invalid_value') return 'This could not be understood.'
  return `This is ${listWithOr(issue.values.map(String))}.`
}

/** A choice of one value, each with a sentence that the form shows while it is chosen. */
export const choiceField = <const Texts extends Readonly<Record<string, string>>>(
  words: Words,
  texts: Texts,
) => z.enum(Object.keys(texts) as (keyof Texts & string)[]).meta({ ...words, optionTexts: texts })

/** Words of a field that the form shows only while another field has a value. */
export const onlyIf = (field: string, value: string) => ({ onlyIf: { field, value } }) as const

/** A calendar month, in UTC. */
export const monthField = (words: Words) =>
  z
    .string()
    .trim()
    .transform((text, check): CalendarMonth => {
      const read = readMonth(text)
      if (read !== null) return read
      check.addIssue({ code: 'custom', message: 'A month is written as 2026-10.' })
      return z.NEVER
    })
    .meta(words)

/** A choice that is off unless it is made. */
export const flagField = (words: Words) => z.boolean().default(false).meta(words)
