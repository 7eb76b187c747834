// Tests the fields of an action's form, and the input that is read from them.
import { expect, it } from 'vitest'
import { z } from 'zod'
import { actionFields, initialTexts, isShownField, readInput } from './action-fields.ts'

const schemaOf = (input: z.ZodType) => z.toJSONSchema(input, { io: 'input' })
const kindsOf = (input: z.ZodObject) =>
  actionFields(schemaOf(input)).map(({ name, kind, isRequired }) => [name, kind, isRequired])

it('each type of the input has a field of its kind', () => {
  const input = z.object({
    who: z.string(),
    note: z.string().meta({ format: 'text' }).optional(),
    amount: z.number(),
    kilograms: z.int().nullish(),
    country: z.enum(['GB', 'TR']),
    roles: z.array(z.enum(['look', 'money'])),
    serials: z.array(z.string()),
    to_wallet: z.boolean().default(false),
    on: z.iso.date(),
  })
  expect(kindsOf(input)).toEqual([
    ['who', 'text', true],
    ['note', 'long text', false],
    ['amount', 'number', true],
    ['kilograms', 'number', false],
    ['country', 'choice', true],
    ['roles', 'choices', true],
    ['serials', 'list', true],
    ['to_wallet', 'flag', false],
    ['on', 'day', true],
  ])
})

it('the title is the label, the description the hint, and a field without a title has its name', () => {
  const who = z.string().meta({ title: 'Person', description: 'Phone or passport' })
  const fields = actionFields(schemaOf(z.object({ who, tx_id: z.string() })))
  expect(fields.map(({ label, hint }) => [label, hint])).toEqual([
    ['Person', 'Phone or passport'],
    ['Tx id', undefined],
  ])
})

it('the form begins with the default values', () => {
  const input = z.object({
    days: z.int().default(30),
    roles: z.array(z.string()).default(['look']),
    keep: z.boolean().default(true),
    who: z.string(),
  })
  const texts = initialTexts(actionFields(schemaOf(input)))
  expect(texts).toEqual({ days: '30', roles: 'look', keep: 'true', who: '' })
})

const fields = actionFields(
  schemaOf(
    z.object({
      who: z.string(),
      amount: z.number().optional(),
      count: z.int().optional(),
      roles: z.array(z.string()).optional(),
      keep: z.boolean().optional(),
    }),
  ),
)

it('the input has the types of the schema, and no empty optional field', () => {
  const typed = { who: ' CP-1 ', amount: '2.50', count: '', roles: 'look, money,', keep: 'true' }
  expect(readInput(fields, typed)).toEqual({
    input: { who: 'CP-1', amount: 2.5, roles: ['look', 'money'], keep: true },
  })
  expect(readInput(fields, { who: 'x' })).toEqual({ input: { who: 'x', keep: false } })
})

it('a field is shown and sent only with the value of another that it needs', () => {
  const way = z
    .enum(['card', 'cash'])
    .meta({ optionTexts: { card: 'To the card.', cash: 'By hand.' } })
  const reference = z.string().meta({ onlyIf: { field: 'way', value: 'cash' } })
  const wayFields = actionFields(schemaOf(z.object({ way, reference })))
  expect(wayFields[0]).toMatchObject({
    ...{ kind: 'choice', options: ['card', 'cash'] },
    optionTexts: { card: 'To the card.', cash: 'By hand.' },
  })
  const typed = { way: 'card', reference: 'B-1' }
  expect(wayFields.map((field) => isShownField(field, typed))).toEqual([true, false])
  expect(readInput(wayFields, typed)).toEqual({ input: { way: 'card' } })
  expect(readInput(wayFields, { ...typed, way: 'cash' })).toEqual({
    input: { way: 'cash', reference: 'B-1' },
  })
  expect(readInput(wayFields, { way: 'cash' })).toEqual({
    faults: { reference: 'This is needed.' },
  })
})

it('a file is a field of its own, with what it may have, and is sent with name and text', () => {
  const file = z.object({ name: z.string(), text: z.string() })
  const meta = { title: 'File', format: 'file', accept: '.csv', maxBytes: 7 }
  const fileFields = actionFields(schemaOf(z.object({ file: file.meta(meta) })))
  expect(fileFields).toMatchObject([
    { name: 'file', kind: 'file', label: 'File', isRequired: true, accept: '.csv', bytesMax: 7 },
  ])
  expect(readInput(fileFields, {})).toEqual({ faults: { file: 'Please choose a file.' } })
  const chosen = { file: { name: 'a.csv', text: 'a', bytes: 1 } }
  expect(readInput(fileFields, {}, chosen)).toEqual({
    input: { file: { name: 'a.csv', text: 'a' } },
  })
})

it.each([
  [{ who: ' ' }, 'who', 'This is needed.'],
  [{ who: 'x', amount: '2,50' }, 'amount', 'This is not a number, such as 12.50.'],
  [{ who: 'x', count: '2.5' }, 'count', 'This has to be a whole number.'],
])('a fault is at its field: %j', (typed, field, fault) => {
  expect(readInput(fields, typed)).toEqual({ faults: { [field]: fault } })
})

it.each([[null], ['object'], [{ type: 'object' }], [{ properties: [] }]])(
  'a schema without properties has no field: %j',
  (schema) => {
    expect(actionFields(schema)).toEqual([])
  },
)
