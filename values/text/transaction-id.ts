// Generates and parses the readable id of a purchase, which its buyer may have to type. Ids are
// cryptographically random, so that they cannot be guessed. An id alone gives no access.
import { randomInt } from 'node:crypto'
import { asciiDigits } from './digits.ts'

/** The characters of an id. The alphabet lacks 0 O 1 I L U, which are easily confused. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 3
const groupLength = 4

/** Returns a new random id such as `CP-7K2M-9QXF-4HJD` (59 bits). */
export function newTransactionId(): string {
  return newReadableId('CP')
}

/** Returns a new random id with this prefix, such as `PL-7K2M-9QXF-4HJD` of a monthly plan. */
export function newReadableId(prefix: string): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [prefix, ...Array.from({ length: groups }, group)].join('-')
}

/** Parses an id in any case, with or without blanks and dashes; returns null for any other text. */
export function readTransactionId(text: string): string | null {
  const plain = withoutSeparators(text)
  const [, ...parts] = /^CP([0-9A-Z]{4})([0-9A-Z]{4})([0-9A-Z]{4})$/.exec(plain) ?? []
  return parts.length === 0 ? null : ['CP', ...parts].join('-')
}

/**
 * Returns the first and the last id that begin with a card statement's text, such as `CP7K2M9QXF`;
 * null for any other text.
 */
export function idsOfStatement(text: string): readonly [first: string, last: string] | null {
  const [, ...parts] = /^CP([0-9A-Z]{4})([0-9A-Z]{4})$/.exec(withoutSeparators(text)) ?? []
  if (parts.length === 0) return null
  const beginning = ['CP', ...parts].join('-')
  const group = (character = '') => character.repeat(groupLength)
  return [`${beginning}-${group(alphabet[0])}`, `${beginning}-${group(alphabet.at(-1))}`]
}

const charactersMax = 100

function withoutSeparators(text: string): string {
  if (text.length > charactersMax) return ''
  return asciiDigits(text.normalize('NFKC'))
    .replace(/[\s\p{Pd}_*]/gu, '')
    .toUpperCase()
}
