// Tests which texts each field of an action takes, at both ends of each limit, and the sentence of a refusal.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  amountField,
  choiceField,
  currencyField,
  fieldFault,
  fileField,
  fileMaxBytes,
  flagField,
  kilogramsField,
  longTextField,
  monthField,
  numberlessField,
  programmeField,
  takesFile,
  textField,
} from './fields.ts'

const words = { title: 'Field' }
const unseen = 'This has characters that no reader sees.'
const amount = 'Write an amount with at most 2 decimals, such as 50 or 50.00.'
const whole = 'Write a number of whole kilograms, such as 5.'
const file = (text: string) => ({ name: 'rows.csv', text })

const fields = {
  text: textField(words),
  'short text': textField(words, 3),
  'text without numbers': numberlessField(words),
  programme: programmeField(),
  'long text': longTextField(words, 10),
  amount: amountField(words),
  'amount from 5.00': amountField(words, 500),
  kilograms: kilogramsField(words),
  currency: currencyField(),
  month: monthField(words),
  flag: flagField(words),
  choice: choiceField(words, { one: 'One.', other: 'Another.' }),
  file: fileField(words, '.csv'),
} as const
type Name = keyof typeof fields

/** Returns the value that a field takes from the input, or the sentence of its refusal. */
function read(name: Name, input: unknown): unknown {
  const { success, data, error } = fields[name].safeParse(input, { error: fieldFault })
  return success ? { value: data } : error.issues[0]?.message
}

describe('a field takes', () => {
  it.each<[Name, unknown, unknown]>([
    ['text', '  two words ', 'two words'],
    ['text', 'x'.repeat(200), 'x'.repeat(200)],
    ['short text', 'abc', 'abc'],
    ['text without numbers', 'Invoice of 2026-11-27', 'Invoice of 2026-11-27'],
    ['programme', 'a-1', 'a-1'],
    ['programme', 'a'.repeat(63), 'a'.repeat(63)],
    ['long text', '', ''],
    ['long text', 'a\nb\nc\nd\ne', 'a\nb\nc\nd\ne'],
    ['amount', ' 0.01 ', 1],
    ['amount', '1234.5', 123_450],
    ['amount', '0.29', 29],
    ['amount', '100000000000', 1e13],
    ['amount from 5.00', '5', 500],
    ['kilograms', '1', 1],
    ['kilograms', ' 999999999 ', 999_999_999],
    ['currency', 'TRY', 'TRY'],
    ['month', ' 2026-12 ', { name: '2026-12', first: '2026-12-01', next: '2027-01-01' }],
    ['flag', undefined, false],
    ['flag', true, true],
    ['choice', 'other', 'other'],
    ['file', file('a,b\n'), file('a,b\n')],
  ])('%s: %j', (name, input, value) => {
    expect(read(name, input)).toEqual({ value })
  })
})

describe('a field refuses', () => {
  it.each<[Name, unknown, string]>([
    ['text', undefined, 'This is missing.'],
    ['text', 7, 'This could not be understood.'],
    ['text', '  ', 'This may not be empty.'],
    ['text', 'x'.repeat(201), 'This has more than 200 characters.'],
    ['text', 'a\u200bb', unseen],
    ['text', 'a\nb', unseen],
    ['short text', 'abcd', 'This has more than 3 characters.'],
    ['text without numbers', 'call 07400 900123', 'This has a phone number.'],
    ['programme', '-a', expect.stringContaining('begins with no hyphen')],
    ['programme', 'Bank', expect.stringContaining('small letters')],
    ['programme', 'a'.repeat(64), 'This has more than 63 characters.'],
    ['long text', 'x'.repeat(11), 'This has more than 10 characters.'],
    ['long text', 'a\nb\u200b', unseen],
    ['amount', '0', amount],
    ['amount', '1.234', amount],
    ['amount', '-5', amount],
    ['amount', '1,5', amount],
    ['amount', '100000000000.01', amount],
    ['amount from 5.00', '4.99', amount],
    ['kilograms', '0', whole],
    ['kilograms', '1.5', whole],
    ['kilograms', '1000000000', whole],
    ['currency', 'CHF', expect.stringContaining('A currency is ')],
    ['month', '2026-13', 'A month is written as 2026-10.'],
    ['flag', 'yes', 'This could not be understood.'],
    ['choice', 'third', 'This is one or other.'],
    ['file', { name: ' ', text: '' }, 'This may not be empty.'],
  ])('%s: %j', (name, input, sentence) => {
    const refused = read(name, input)
    expect(refused).toEqual(sentence)
  })
})

it('a file has at most 4 MiB of UTF-8', () => {
  const sized = (letters: number) => read('file', file('é'.repeat(letters)))
  expect(sized(fileMaxBytes / 2)).toHaveProperty('value')
  expect(sized(fileMaxBytes / 2 + 1)).toBe('The file is larger than 4 MiB.')
})

it('an input with a file is one that takes a file', () => {
  expect(takesFile(z.object({ reason: fields.text, file: fields.file }))).toBe(true)
  expect(takesFile(z.object({ reason: fields.text }))).toBe(false)
})
