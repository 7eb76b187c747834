// Generates the check of an answer from its zod schema, in terms of web/api/shape.ts. It throws for an
// unsupported schema.
import { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema
type Words = { readonly used: Set<string>; readonly objects: Map<string, string> }

/** Keywords that narrow a value beyond its kind. Only the server keeps them. */
const unchecked = [
  ...['$schema', 'type', 'description', 'title', 'examples', 'default', 'pattern', 'format'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]

export function newWords(): Words {
  return { used: new Set(), objects: new Map() }
}

/** Returns the source of a check. Equal objects are written once, under a name in `words.objects`. */
export function shapeCode(schema: z.ZodType, words: Words): string {
  return codeOf(z.toJSONSchema(schema, { io: 'output' }), words)
}

function codeOf(schema: Schema | boolean, words: Words): string {
  if (typeof schema === 'boolean') throw unknownSchema(schema)
  const { anyOf, const: constant, enum: values, type } = schema
  if (anyOf !== undefined) {
    refuseUnknown(schema, ['anyOf'])
    return eitherCode(anyOf, words)
  }
  if (constant !== undefined || values !== undefined) {
    refuseUnknown(schema, ['const', 'enum'])
    const known = values ?? [constant]
    return word(words, 'oneOf', known.map((value) => JSON.stringify(value)).join(', '))
  }
  if (Array.isArray(type)) {
    return eitherCode(
      type.map((each) => ({ ...schema, type: each })),
      words,
    )
  }
  if (type === 'object') return objectCode(schema, words)
  if (type === 'array') return listCode(schema, words)
  refuseUnknown(schema, [])
  if (type === 'string') return word(words, isMoment(schema) ? 'moment' : 'text')
  if (type === 'number' || type === 'integer') return word(words, 'number')
  if (type === 'boolean') return word(words, 'flag')
  if (type === 'null') return word(words, 'oneOf', 'null')
  throw unknownSchema(schema)
}

const isMoment = ({ format }: Schema) => format === 'date-time' || format === 'date'
const isNull = (schema: Schema | boolean) => typeof schema === 'object' && schema.type === 'null'

function eitherCode(schemas: readonly (Schema | boolean)[], words: Words): string {
  const [first, ...rest] = schemas.filter((schema) => !isNull(schema))
  if (first === undefined) throw unknownSchema({ anyOf: schemas })
  const code = rest.reduce<string>(
    (one, other) => word(words, 'either', `${one}, ${codeOf(other, words)}`),
    codeOf(first, words),
  )
  return schemas.some(isNull) ? word(words, 'nullable', code) : code
}

function listCode(schema: Schema, words: Words): string {
  refuseUnknown(schema, ['items'])
  const { items } = schema
  if (items === undefined || Array.isArray(items)) throw unknownSchema(schema)
  return word(words, 'listOf', codeOf(items, words))
}

/**
 * Returns the source of an object's check. Undeclared fields are accepted, so `additionalProperties`
 * matters for records only.
 */
function objectCode(schema: Schema, words: Words): string {
  refuseUnknown(schema, ['properties', 'required', 'additionalProperties'])
  const { properties, required = [], additionalProperties = false } = schema
  const isOpen = typeof additionalProperties === 'object'
  if (properties === undefined || (isOpen && Object.keys(additionalProperties).length > 0)) {
    throw unknownSchema(schema)
  }
  const fields = Object.entries(properties).map(([name, field]) => {
    const code = codeOf(field, words)
    const isRequired = required.includes(name)
    return `${JSON.stringify(name)}: ${isRequired ? code : word(words, 'optional', code)}`
  })
  const code = word(words, 'objectOf', `{ ${fields.join(', ')} }`)
  const name = words.objects.get(code) ?? `object${words.objects.size}`
  words.objects.set(code, name)
  return name
}

function word({ used }: Words, name: string, inBrackets?: string): string {
  used.add(name)
  return inBrackets === undefined ? name : `/* @__PURE__ */ ${name}(${inBrackets})`
}

function refuseUnknown(schema: Schema, known: readonly string[]): void {
  const isKnown = (keyword: string) => known.includes(keyword) || unchecked.includes(keyword)
  if (!Object.keys(schema).every(isKnown)) throw unknownSchema(schema)
}

const unknownSchema = (schema: unknown) =>
  new Error(`web/api/shape.ts has no words for ${JSON.stringify(schema)}`)
