// Reads the fields of an action's form from the JSON schema of its input, and returns the input that a user typed.

type FieldKind =
  | 'text'
  | 'long text'
  | 'number'
  | 'choice'
  | 'choices'
  | 'list'
  | 'flag'
  | 'day'
  | 'file'

export type ActionField = {
  readonly name: string
  readonly kind: FieldKind
  readonly label: string
  readonly hint: string | undefined
  readonly isRequired: boolean
  readonly options: readonly string[]
  /** A sentence for each option. It is shown while the option is chosen. */
  readonly optionTexts: Readonly<Record<string, unknown>>
  /** The value of another field with which this one is shown. */
  readonly onlyIf: { readonly field: string; readonly value: string } | undefined
  /** The text that the form begins with. */
  readonly initial: string
  readonly lengthMax: number | undefined
  readonly isWhole: boolean
  /** Extensions that a file field offers, and the maximum size of a file in bytes. */
  readonly accept: string | undefined
  readonly bytesMax: number | undefined
}

/** A chosen file, whose text is read. */
export type ChosenFile = { readonly name: string; readonly text: string; readonly bytes: number }

/** Chosen files by field. */
export type ChosenFiles = Readonly<Record<string, ChosenFile>>

/** Typed texts by field. A flag is `true` or empty; several choices are separated by commas. */
export type Typed = Readonly<Record<string, string>>

type Fields = Readonly<Record<string, unknown>>

const fieldsIn = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textsIn = (value: unknown): readonly string[] =>
  listIn(value).filter((each) => typeof each === 'string')
const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined)
const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** Returns the fields of a schema, in its order. A constant has no field. */
export function actionFields(schema: unknown): readonly ActionField[] {
  const { properties, required } = fieldsIn(schema)
  const requiredNames = textsIn(required)
  return Object.entries(fieldsIn(properties)).flatMap(([name, property]) => {
    const outer = fieldsIn(property)
    const inner = { ...typeOf(outer), ...outer }
    if ('const' in inner) return []
    const field = {
      name,
      label: textIn(inner.title) ?? wordsOfName(name),
      hint: textIn(inner.description),
      isRequired: requiredNames.includes(name) && !('default' in inner),
      initial: initialOf(inner.default),
      lengthMax: numberIn(inner.maxLength),
      isWhole: inner.type === 'integer',
      accept: textIn(inner.accept),
      bytesMax: numberIn(inner.maxBytes),
      optionTexts: fieldsIn(inner.optionTexts),
      onlyIf: conditionIn(inner.onlyIf),
      ...kindOf(inner),
    }
    return [field]
  })
}

function conditionIn(value: unknown): ActionField['onlyIf'] {
  const { field, value: wanted } = fieldsIn(value)
  return typeof field === 'string' && typeof wanted === 'string'
    ? { field, value: wanted }
    : undefined
}

export const isShownField = ({ onlyIf }: ActionField, typed: Typed): boolean =>
  onlyIf === undefined || typed[onlyIf.field] === onlyIf.value

/** Returns the schema that a value has if it is not null. */
function typeOf({ anyOf, type }: Fields): Fields {
  const types = listIn(anyOf).map(fieldsIn)
  const notNull = types.find((each) => each.type !== 'null')
  if (notNull !== undefined) return notNull
  const names = textsIn(type).filter((each) => each !== 'null')
  return names[0] === undefined ? {} : { type: names[0] }
}

function kindOf(schema: Fields): { kind: FieldKind; options: readonly string[] } {
  const options = textsIn(schema.enum)
  if (schema.format === 'file') return { kind: 'file', options }
  if (options.length > 0) return { kind: 'choice', options }
  const isOf = (type: string) => schema.type === type || textsIn(schema.type).includes(type)
  if (isOf('boolean')) return { kind: 'flag', options }
  if (isOf('number') || isOf('integer')) return { kind: 'number', options }
  if (isOf('array')) {
    const choices = textsIn(fieldsIn(schema.items).enum)
    return { kind: choices.length > 0 ? 'choices' : 'list', options: choices }
  }
  if (schema.format === 'date') return { kind: 'day', options }
  return { kind: schema.format === 'text' ? 'long text' : 'text', options }
}

function initialOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  if (value === undefined || value === null || value === false) return ''
  return String(value)
}

/** `tx_id` as `Tx id`. */
function wordsOfName(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

export const initialTexts = (fields: readonly ActionField[]): Typed =>
  Object.fromEntries(fields.map(({ name, initial }) => [name, initial]))

export type ReadInput =
  | { readonly input: Readonly<Record<string, unknown>>; readonly faults?: never }
  | { readonly faults: Readonly<Record<string, string>>; readonly input?: never }

/** Returns the input of the call, or the faults of fields by their names. */
export function readInput(
  fields: readonly ActionField[],
  typed: Typed,
  files: ChosenFiles = {},
): ReadInput {
  const faults: Record<string, string> = {}
  const input: Record<string, unknown> = {}
  for (const field of fields.filter((each) => isShownField(each, typed))) {
    const file = files[field.name]
    if (file !== undefined) {
      input[field.name] = { name: file.name, text: file.text }
      continue
    }
    const text = (typed[field.name] ?? '').trim()
    const fault = faultOf(field, text)
    if (fault !== undefined) faults[field.name] = fault
    else if (field.kind === 'flag') input[field.name] = text === 'true'
    else if (text !== '') input[field.name] = typedValue(field, text)
  }
  return Object.keys(faults).length > 0 ? { faults } : { input }
}

function faultOf({ kind, isRequired, isWhole }: ActionField, text: string): string | undefined {
  if (text === '') {
    if (!isRequired || kind === 'flag') return undefined
    return kind === 'file' ? 'Please choose a file.' : 'This is needed.'
  }
  if (kind !== 'number') return undefined
  const value = Number(text)
  if (!Number.isFinite(value)) return 'This is not a number, such as 12.50.'
  return isWhole && !Number.isInteger(value) ? 'This has to be a whole number.' : undefined
}

function typedValue({ kind }: ActionField, text: string): unknown {
  if (kind === 'number') return Number(text)
  if (kind !== 'list' && kind !== 'choices') return text
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}
