// Reads the numbers of a serial whose grammar is unknown, with every usual way of writing thousands, and with
// letters that look like digits. Pure.
import { asciiDigits } from '#values/text/digits.ts'

/** Signs that may be between the digits of one number. Dashes and slashes are between two numbers. */
const groupSign = /[^\p{L}\p{N}\p{Pd}/\\]/u
/** Groups of digits: 1,234,567, the Indian 12,34,567 and the East Asian 123,4567. `G` is the sign. */
const groupForms = [
  '[0-9]{1,3}(?:G[0-9]{3})+',
  '[0-9]{1,2}(?:G[0-9]{2})*G[0-9]{3}',
  '[0-9]{1,4}(?:G[0-9]{4})+',
]

export type SerialNumbers = {
  /**
   * The lists of numbers that the serial may mean, each once. The first has a number for each run of digits;
   * in the others `938,756,291` is one number.
   */
  readonly readings: readonly (readonly bigint[])[]
  /** The runs of digits as they are written. */
  readonly runs: readonly string[]
  /** All digits of the serial, without anything between them. */
  readonly digits: string
  readonly countries: readonly string[]
}

export function readNumbers(text: string): SerialNumbers {
  const plain = asciiDigits(text.normalize('NFKC'))
  const runs = plain.match(/[0-9]+/g) ?? []
  const lists = [plain, digitsForLetters(plain)].flatMap(numberTextsOf)
  return {
    readings: [...new Set(lists)].map((numbers) =>
      numbers === '' ? [] : numbers.split(' ').map(BigInt),
    ),
    runs,
    digits: runs.join(''),
    countries: (plain.toUpperCase().match(/[A-Z]+/g) ?? []).filter((word) => word.length === 2),
  }
}

/** Returns the lists of numbers that a text may mean, each as a text with one blank between two numbers. */
function numberTextsOf(plain: string): string[] {
  const runs = plain.match(/[0-9]+/g) ?? []
  const signs = [...new Set(plain.match(/(?<=[0-9])[^0-9](?=[0-9])/gu) ?? [])].filter((sign) =>
    groupSign.test(sign),
  )
  const signSets = signs.length > 1 ? [...signs, signs.join('')] : signs
  const ungrouped = signSets.flatMap((set) =>
    groupForms.map((form) => joinGroups(plain, form, set)),
  )
  return [runs.join(' '), ...ungrouped]
}

const digitOfLetter = new Map([
  ...Array.from('OoQD', (letter) => [letter, '0'] as const),
  ...Array.from('IiLl', (letter) => [letter, '1'] as const),
  ...Array.from('Zz', (letter) => [letter, '2'] as const),
  ...Array.from('Ss', (letter) => [letter, '5'] as const),
  ['B', '8'] as const,
])
/** A word of digits and of letters that look like digits, with at least one digit. */
const wordOfDigits = /(?<![\p{L}\p{N}])[OoQDIiLlZzSsB]*[0-9][0-9OoQDIiLlZzSsB]*(?![\p{L}\p{N}])/gu

function digitsForLetters(plain: string): string {
  return plain.replace(wordOfDigits, (word) =>
    Array.from(word, (sign) => digitOfLetter.get(sign) ?? sign).join(''),
  )
}

/** Returns the numbers of a text, one blank apart, where each sign of the set may be within a number. */
function joinGroups(text: string, form: string, signSet: string): string {
  const anySign = `[${signSet.replace(/[\]^\\-]/g, '\\$&')}]`
  const number = new RegExp(`(?<![0-9])${form.replaceAll('G', anySign)}(?![0-9])`, 'gu')
  const joined = text.replace(number, (grouped) => grouped.replace(/[^0-9]/g, ''))
  return (joined.match(/[0-9]+/g) ?? []).join(' ')
}

/** Smallest count of digits at which serials with fewer separators are compared. */
const comparedDigits = 8

/** Returns true if one serial has the digits of the other, and no separator that the other lacks. */
export function hasLostSeparators(one: SerialNumbers, other: SerialNumbers): boolean {
  if (one.digits !== other.digits || one.digits.length < comparedDigits) return false
  const [ones, others] = [breaksOf(one.runs), breaksOf(other.runs)]
  return ones.isSubsetOf(others) || others.isSubsetOf(ones)
}

/** Returns the numbers of digits before each separator. */
function breaksOf(runs: readonly string[]): Set<number> {
  let place = 0
  return new Set(runs.map(({ length }) => (place += length)))
}
