// Validates an operator's edit of a project: its name, description, picture and goals. Pure.
import { pictureAddress } from '#providers/registries/project-picture-address.ts'

export const editableFields = ['name', 'description', 'image_url', 'sdgs'] as const
export type EditableField = (typeof editableFields)[number]

/** The fields to set. Absent fields stay unchanged. */
export type ProjectEdit = {
  readonly name?: string
  readonly description?: string
  /** Null for no picture. */
  readonly image_url?: string | null
  readonly sdgs?: readonly number[]
}

/** The operator's input by field. An empty text removes the description, the picture or all goals. */
export type EditTexts = { readonly [field in EditableField]?: string }

const nameMaxLength = 300
const descriptionMaxLength = 10_000
const goalsMax = 17

/** Control characters, text direction characters, line separators and lone surrogates. */
const hiddenCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u

/** Parses the input. Returns the edit, or an error message that names the invalid fields. */
export function readEdit(texts: EditTexts): ProjectEdit | string {
  const name = readOptional(texts.name, readName)
  const description = readOptional(texts.description, readDescription)
  const image = readOptional(texts.image_url, readImage)
  const sdgs = readOptional(texts.sdgs, readGoals)
  const faults = Object.entries({ name, description, image_url: image, sdgs }).flatMap(
    ([field, read]) => (read !== null && 'fault' in read ? [`${field}: ${read.fault}`] : []),
  )
  if (faults.length > 0) return `${faults.join('; ')}.`
  return {
    ...(name !== null && 'value' in name && { name: name.value }),
    ...(description !== null && 'value' in description && { description: description.value }),
    ...(image !== null && 'value' in image && { image_url: image.value }),
    ...(sdgs !== null && 'value' in sdgs && { sdgs: sdgs.value }),
  }
}

/** A parsed value, or the fault of an invalid text. */
type Parsed<Value> = { readonly value: Value } | { readonly fault: string }

function readOptional<Value>(
  text: string | undefined,
  read: (text: string) => Parsed<Value>,
): Parsed<Value> | null {
  return text === undefined ? null : read(text)
}

function readName(text: string): Parsed<string> {
  const name = text.normalize('NFC').trim()
  if (name === '') return { fault: 'is empty' }
  return readText(name, nameMaxLength)
}

function readDescription(text: string): Parsed<string> {
  const lines = text.normalize('NFC').replace(/\r\n?/g, '\n').trim()
  const read = readText(lines.replaceAll('\n', ''), descriptionMaxLength)
  return 'fault' in read ? read : { value: lines }
}

function readText(text: string, lengthMax: number): Parsed<string> {
  if ([...text].length > lengthMax) return { fault: `has more than ${lengthMax} characters` }
  return hiddenCharacters.test(text) ? { fault: 'has control characters' } : { value: text }
}

function readImage(text: string): Parsed<string | null> {
  if (text.trim() === '') return { value: null }
  const read = pictureAddress(text)
  return 'fault' in read ? read : { value: read.href }
}

/** Parses a list such as `7,13` or `[7, 13]`. Removes duplicates and sorts. */
function readGoals(text: string): Parsed<readonly number[]> {
  const parts = text
    .trim()
    .replace(/^\[(.*)\]$/s, '$1')
    .split(/[,;\s]+/)
    .filter((part) => part !== '')
  const goals = parts.map((part) => (/^\d{1,2}$/.test(part) ? Number(part) : 0))
  return goals.every((goal) => goal >= 1 && goal <= goalsMax)
    ? { value: [...new Set(goals)].sort((a, b) => a - b) }
    : { fault: `is no list of goals from 1 to ${goalsMax}, such as 7,13` }
}
