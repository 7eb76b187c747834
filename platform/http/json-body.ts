// Parses a body as JSON within its limits (docs/product.md#every-call). It refuses texts that two
// parsers could read differently, and values that the database cannot keep.
import { holdsUnstorableText } from '#values/text/storable-text.ts'

/** Maximum nesting depth of objects and lists. */
const depthMax = 8

/**
 * Returns the parsed value, or undefined for a refused text. `strict` refuses a member name that occurs
 * twice in one object.
 */
export function readJson(bytes: Buffer, { strict }: { readonly strict: boolean }): unknown {
  const text = decode(bytes)
  const value = text === undefined ? undefined : parseJson(text)
  if (text === undefined || value === undefined) return undefined
  if (isDeeperThan(depthMax, value) || holdsUnstorableText(value)) return undefined
  return strict && countNames(text) !== countMembers(value) ? undefined : value
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns the parsed value, or undefined for a text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns whether a value has more than `levels` objects and lists in each other. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member))
}

/** Counts the member names in a JSON text: the strings before a colon. */
function countNames(text: string): number {
  let count = 0
  for (const [, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) {
    if (colon !== undefined) count += 1
  }
  return count
}

/** Counts the members of the parsed value, which keeps only the last of equal names. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const members: unknown[] = Object.values(value)
  const own = Array.isArray(value) ? 0 : members.length
  return members.reduce<number>((sum, member) => sum + countMembers(member), own)
}
