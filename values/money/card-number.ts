// Recognises a card number, also inside of a text. Pure; it never keeps or prints a number.
import { asciiDigits } from '#values/text/digits.ts'

/** ISO/IEC 7812-1 Annex B: the Luhn sum of a string of digits. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Least and most digits of a card number. */
const digitsMin = 13
const digitsMax = 19
/** Text between two groups of a card number: up to three signs, or a word of up to three letters. */
const signs = /^[^\p{L}]{1,3}$/u
const shortWord = /^([^\p{L}]{0,3})\p{L}{1,3}([^\p{L}]{0,3})$/u
/**
 * A letter that touches digits may separate groups of at least this many digits. Ids often have
 * shorter ones.
 */
const touchedGroupMin = 3

/** Thirteen digits anywhere in a text. A fast first test, because few texts have them. */
const enoughDigits = /(?:\d\D*){13}/
const otherThanAscii = /[^ -~]/

/**
 * Whether 13 to 19 digits of any script, together or in groups, pass Luhn (docs/product.md#free-text).
 */
export function holdsCardNumber(text: string): boolean {
  const plain = otherThanAscii.test(text) ? plainDigits(text) : text
  if (!enoughDigits.test(plain)) return false
  const groups = digitGroups(plain)
  return groups.some((first, start) => {
    let digits = first.text
    // A number has at most as many groups as digits.
    for (const { gap, text: group } of groups.slice(start + 1, start + digitsMax)) {
      if (isCardNumber(digits)) return true
      if (!isWithinNumber(gap, digits, group)) return false
      digits += group
    }
    return isCardNumber(digits)
  })
}

function isCardNumber(digits: string): boolean {
  return digits.length >= digitsMin && digits.length <= digitsMax && passesLuhn(digits)
}

/** Each group of digits, with the text between it and the previous group. */
function digitGroups(text: string): { gap: string; text: string }[] {
  let end = 0
  return [...text.matchAll(/\d+/g)].map(({ 0: group, index }) => {
    const gap = text.slice(end, index)
    end = index + group.length
    return { gap, text: group }
  })
}

function isWithinNumber(gap: string, before: string, after: string): boolean {
  if (signs.test(gap)) return true
  const word = shortWord.exec(gap)
  if (word === null) return false
  const isSeparate = word[1] !== '' && word[2] !== ''
  return isSeparate || Math.min(before.length, after.length) >= touchedGroupMin
}

const hanDigits = '〇一二三四五六七八九'
const hanDigit = new RegExp(`[${hanDigits}]`, 'g')

/** Converts the digits of every script, Chinese ones included, to ASCII, and the rest to NFKC. */
function plainDigits(text: string): string {
  return asciiDigits(text.normalize('NFKC')).replace(hanDigit, (digit) =>
    String(hanDigits.indexOf(digit)),
  )
}
