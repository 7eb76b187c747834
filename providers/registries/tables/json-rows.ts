// Reads a JSON array of objects element by element against a schema, with the line of each. A file
// of any size needs little memory.
import type { z } from 'zod'
import { parseJson } from '#platform/http/json-body.ts'
import { holdsUnstorableText } from '#values/text/storable-text.ts'
import { checkedBytes } from './checked-bytes.ts'
import { type FileSource, type Reads, schemaFault, UnreadableFile } from './file-source.ts'

/** Maximum length of an element, in characters. The longest real element has about 6,000. */
const elementMaxLength = 256_000

type Element = { readonly line: number; readonly text: string }

/**
 * Yields every element, or a fault in its place. A fault names the element's number as well, since
 * APIs write all elements on one line. A file that is no UTF-8 text, no JSON or an empty list ends
 * with one fault.
 */
export async function* readJsonRows<Schema extends z.ZodType>(
  source: FileSource,
  schema: Schema,
): Reads<z.output<Schema>> {
  const { file } = source
  try {
    let number = 0
    for await (const { line, text } of readElements(source)) {
      number += 1
      const value = parseJson(text)
      const parsed = schema.safeParse(value)
      if (holdsUnstorableText(value)) {
        yield { file, line, fault: `entry ${number}: holds NUL or half a character in a text` }
      } else if (parsed.success) yield { file, line, row: parsed.data }
      else yield { file, line, fault: `entry ${number}: ${schemaFault(parsed.error)}` }
    }
    if (number === 0) yield { file, line: 1, fault: 'the list is empty' }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    yield { file, line: error.line, fault: error.message }
  }
}

/** Yields the elements. Throws UnreadableFile at the end if the text is not a complete array of objects. */
async function* readElements(source: FileSource): AsyncGenerator<Element> {
  const cutter = openCutter()
  for await (const bytes of checkedBytes(source)) {
    yield* cutter.take(bytes.toString())
    if (cutter.isBroken()) break
  }
  if (!cutter.isWhole()) {
    throw new UnreadableFile(cutter.line(), 'this is no whole JSON array of objects')
  }
}

/** Cuts the objects of one array out of chunks of text. */
function openCutter() {
  let line = 1
  let depth = 0
  let isInString = false
  let isEscaped = false
  let isBroken = false
  let isEnded = false
  let element = ''
  let elementLine = 1

  /** Reads a character inside of an element, to find its end. */
  function readInside(character: string): void {
    if (isEscaped) isEscaped = false
    else if (isInString && character === '\\') isEscaped = true
    else if (character === '"') isInString = !isInString
    else if (isInString) return
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
  }

  /** Reads a character between elements, where only brackets, commas and whitespace are valid. */
  function readBetween(character: string): void {
    if (depth === 0 && character === '[' && !isEnded) depth = 1
    else if (depth === 1 && character === '{') depth = 2
    else if (depth === 1 && character === ']') {
      depth = 0
      isEnded = true
    } else if (!(depth === 1 && character === ',') && !/\s/.test(character)) isBroken = true
  }

  function* take(chunk: string): Generator<Element> {
    let from = 0
    for (let at = 0; at < chunk.length && !isBroken; at += 1) {
      const character = chunk.charAt(at)
      if (character === '\n') line += 1
      if (depth < 2) {
        readBetween(character)
        if (depth === 2) {
          from = at
          elementLine = line
        }
      } else {
        readInside(character)
        if (depth === 1) {
          yield { line: elementLine, text: element + chunk.slice(from, at + 1) }
          element = ''
        }
      }
    }
    if (depth > 1) element += chunk.slice(from)
    if (element.length > elementMaxLength) isBroken = true
  }

  return { take, line: () => line, isBroken: () => isBroken, isWhole: () => isEnded && !isBroken }
}
