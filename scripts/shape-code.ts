// Generates the source of an answer's check from its zod schema. The source calls functions of
// web/api/shape.ts. An unsupported schema throws.
import { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema
/** The functions of web/api/shape.ts that the source uses, and the names of its objects by their source. */
type ShapeNames = { readonly used: Set<string>; readonly objects: Map<string, string> }

/** Keywords that restrict a value further than its type. The browser does not check them. */
const unchecked = [
  ...['$schema', 'type', 'description', 'title', 'examples', 'default', 'pattern', 'format'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]

export function newShapeNames(): ShapeNames {
  return { used: new Set(), objects: new Map() }
}

/** Returns the source of a check. Equal objects are written once, under a name in `shapeNames.objects`. */
export function shapeCode(schema: z.ZodType, shapeNames: ShapeNames): string {
  return codeOf(z.toJSONSchema(schema, { io: 'output' }), shapeNames)
}

function codeOf(schema: Schema | boolean, shapeNames: ShapeNames): string {
  if (typeof schema === 'boolean') throw unknownSchema(schema)
  const { anyOf, const: constant, enum: values, type } = schema
  if (anyOf !== undefined) {
    refuseUnknown(schema, ['anyOf'])
    return eitherCode(anyOf, shapeNames)
  }
  if (constant !== undefined || values !== undefined) {
    refuseUnknown(schema, ['const', 'enum'])
    const constants = values ?? [constant]
    return shapeCall(
      shapeNames,
      'oneOf',
      constants.map((value) => JSON.stringify(value)).join(', '),
    )
  }
  if (Array.isArray(type)) {
    return eitherCode(
      type.map((each) => ({ ...schema, type: each })),
      shapeNames,
    )
  }
  if (type === 'object') return objectCode(schema, shapeNames)
  if (type === 'array') return listCode(schema, shapeNames)
  refuseUnknown(schema, [])
  if (type === 'string') return shapeCall(shapeNames, isMoment(schema) ? 'moment' : 'text')
  if (type === 'number' || type === 'integer') return shapeCall(shapeNames, 'number')
  if (type === 'boolean') return shapeCall(shapeNames, 'flag')
  if (type === 'null') return shapeCall(shapeNames, 'oneOf', 'null')
  throw unknownSchema(schema)
}

const isMoment = ({ format }: Schema) => format === 'date-time' || format === 'date'
const isNull = (schema: Schema | boolean) => typeof schema === 'object' && schema.type === 'null'

function eitherCode(schemas: readonly (Schema | boolean)[], shapeNames: ShapeNames): string {
  const [first, ...rest] = schemas.filter((schema) => !isNull(schema))
  if (first === undefined) throw unknownSchema({ anyOf: schemas })
  const code = rest.reduce<string>(
    (one, other) => shapeCall(shapeNames, 'either', `${one}, ${codeOf(other, shapeNames)}`),
    codeOf(first, shapeNames),
  )
  return schemas.some(isNull) ? shapeCall(shapeNames, 'nullable', code) : code
}

function listCode(schema: Schema, shapeNames: ShapeNames): string {
  refuseUnknown(schema, ['items'])
  const { items } = schema
  if (items === undefined || Array.isArray(items)) throw unknownSchema(schema)
  return shapeCall(shapeNames, 'listOf', codeOf(items, shapeNames))
}

/**
 * Returns the source of an object's check. Undeclared fields are accepted, so `additionalProperties`
 * matters for records only. The values of a record are not checked.
 */
function objectCode(schema: Schema, shapeNames: ShapeNames): string {
  const { properties, required = [], additionalProperties = false } = schema
  const isOpen = typeof additionalProperties === 'object'
  if (properties === undefined && isOpen && Object.keys(additionalProperties).length === 0) {
    return shapeCall(shapeNames, 'record')
  }
  refuseUnknown(schema, ['properties', 'required', 'additionalProperties'])
  if (properties === undefined || (isOpen && Object.keys(additionalProperties).length > 0)) {
    throw unknownSchema(schema)
  }
  const fields = Object.entries(properties).map(([name, field]) => {
    const code = codeOf(field, shapeNames)
    const isRequired = required.includes(name)
    return `${JSON.stringify(name)}: ${isRequired ? code : shapeCall(shapeNames, 'optional', code)}`
  })
  const code = shapeCall(shapeNames, 'objectOf', `{ ${fields.join(', ')} }`)
  const name = shapeNames.objects.get(code) ?? `object${shapeNames.objects.size}`
  shapeNames.objects.set(code, name)
  return name
}

function shapeCall({ used }: ShapeNames, name: string, argument?: string): string {
  used.add(name)
  return argument === undefined ? name : `/* @__PURE__ */ ${name}(${argument})`
}

function refuseUnknown(schema: Schema, known: readonly string[]): void {
  const isKnown = (keyword: string) => known.includes(keyword) || unchecked.includes(keyword)
  if (!Object.keys(schema).every(isKnown)) throw unknownSchema(schema)
}

const unknownSchema = (schema: unknown) =>
  new Error(`web/api/shape.ts has no words for ${JSON.stringify(schema)}`)
