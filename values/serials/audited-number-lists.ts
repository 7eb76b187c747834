// Reads the numbers of a serial of an uncompared registry for audits. The importer's reader
// (number-readings.ts) must not be used here, because an audit has to find its errors.

/** Digits without a break, and the text between them and the digits before. */
type DigitRun = { readonly digits: string; readonly before: string }

function digitRunsOf(serial: string): DigitRun[] {
  const text = Array.from(serial.normalize('NFKC'), digitOf).join('')
  return Array.from(text.matchAll(/([^0-9]*)([0-9]+)/g), ([, before = '', digits = '']) => {
    return { digits, before }
  })
}

/** Returns 0 to 9 for a decimal digit of any script, whose ten digits follow each other; else the sign. */
function digitOf(sign: string): string {
  if (!isDigit(sign)) return sign
  let zero = sign.codePointAt(0) ?? 0
  while (isDigit(String.fromCodePoint(zero - 1))) zero -= 1
  return String(((sign.codePointAt(0) ?? 0) - zero) % 10)
}

function isDigit(sign: string): boolean {
  return /^\p{Nd}$/u.test(sign)
}

/** Returns the digits of a serial with one blank for whatever is between them. */
export function spacedDigitsOf(serial: string): string {
  return digitRunsOf(serial)
    .map(({ digits }) => digits)
    .join(' ')
}

/** Lengths of the groups behind the first one: 1,234,567, the Indian 12,34,567 and 123,4567. */
const groupLengths: readonly ((groupsBehind: number) => number)[] = [
  () => 3,
  (groupsBehind) => (groupsBehind === 0 ? 3 : 2),
  () => 4,
]

/**
 * Returns the lists of numbers that a serial may mean: each run of digits as a number, and with the runs joined
 * that one sign separates like the groups of a large number.
 */
export function numberListsOf(serial: string): bigint[][] {
  const lists = [serial, withDigitsFor(serial)].flatMap(joinedListsOf)
  return [...new Map(lists.map((list) => [list.join(), list])).values()]
}

/** Digits by the letters that look like them. */
const digitByLetter: Readonly<Record<string, string>> = {
  ...{ O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5' },
  ...{ o: '0', i: '1', l: '1', z: '2', s: '5', B: '8' },
}

/** Returns the serial with digits in words that have a digit and no other letters than these. */
function withDigitsFor(serial: string): string {
  const words = serial.normalize('NFKC').split(/([^\p{L}\p{N}]+)/u)
  return words
    .map((word) => {
      const signs = Array.from(word, (sign) => digitByLetter[sign] ?? sign)
      return /\p{Nd}/u.test(word) && signs.every(isDigit) ? signs.join('') : word
    })
    .join('')
}

function joinedListsOf(serial: string): bigint[][] {
  const runs = digitRunsOf(serial)
  const signs = [...new Set(runs.slice(1).map(({ before }) => before))].filter(isGroupSign)
  const choices = signs.length > 1 ? [...signs.map((sign) => [sign]), signs] : [signs]
  const joined = choices.flatMap((chosen) => {
    return groupLengths.map((lengthOf) => joinRuns(runs, chosen, lengthOf).map(BigInt))
  })
  return [runs.map(({ digits }) => BigInt(digits)), ...joined]
}

/** Returns true for one sign that can be within a number: no letter, dash or slash. */
function isGroupSign(text: string): boolean {
  return Array.from(text).length === 1 && !/[\p{L}\p{N}\p{Pd}/\\]/u.test(text)
}

function joinRuns(
  runs: readonly DigitRun[],
  signs: readonly string[],
  lengthOf: (groupsBehind: number) => number,
): string[] {
  const numbers: string[] = []
  let at = 0
  while (at < runs.length) {
    // The longest chain of runs from here whose lengths fit.
    let end = at
    while (signs.includes(runs[end + 1]?.before ?? '')) end += 1
    while (end > at && !hasGroups(runs.slice(at, end + 1), lengthOf)) end -= 1
    numbers.push(
      runs
        .slice(at, end + 1)
        .map(({ digits }) => digits)
        .join(''),
    )
    at = end + 1
  }
  return numbers
}

function hasGroups(runs: readonly DigitRun[], lengthOf: (groupsBehind: number) => number): boolean {
  return runs.every(({ digits }, at) => {
    const length = lengthOf(runs.length - 1 - at)
    return at === 0 ? digits.length <= length : digits.length === length
  })
}
