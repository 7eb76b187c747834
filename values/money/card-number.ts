// Recognises a card number, also inside of a text. Pure; it never stores or prints one.
import { asciiDigits } from '#values/text/digits.ts'
import { passesLuhn } from './luhn.ts'

/** Minimum and maximum number of digits of a card number. */
const digitsMin = 13
const digitsMax = 19
/** Text that may be between two groups of a card number: only signs, or a word of up to three letters. */
const signs = /^[^\p{L}]{1,40}$/u
const shortWord = /^([^\p{L}]{0,3})\p{L}{1,3}([^\p{L}]{0,3})$/u
/** Minimum length of groups that a directly adjacent letter may separate. Ids often have shorter groups. */
const touchedGroupMin = 3

/** Minimum length of a group as cards print it, and maximum length of the text between two such groups. */
const printedGroupMin = 4
const printedGapMax = 60
/**
 * Matches card numbers of the common networks. Sums, years and phone numbers in a text seldom match, so
 * any text may be between their digits.
 */
const network =
  /^(?:4(?:\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[0689]\d{12}|(?:35|5[06-8]|6[0-57]|81|97)\d{14,17})$/

/** Matches a date with its time (RFC 3339), whose 12 or 14 digits no network's number begins with. */
const moment = /(?<!\d)(?:19|20)\d\d-[01]\d-[0-3]\d[T ][0-2]\d:[0-5]\d(?::[0-5]\d)?(?!\d)/g

/** Matches thirteen digits anywhere in a text. A fast first test, because few texts have them. */
const enoughDigits = /(?:\d\D*){13}/
const otherThanAscii = /[^ -~]/

/**
 * Returns true if 13 to 19 digits of any script, joined or in groups, pass the Luhn check. Words for
 * digits, and letters that look like digits, count (docs/product.md#free-text).
 */
export function holdsCardNumber(text: string): boolean {
  const isAscii = !otherThanAscii.test(text)
  // Each digit of an ASCII text has at least one character of it.
  if (isAscii && text.length < digitsMin) return false
  const plain = (isAscii ? text : plainDigits(text)).replace(moment, 'moment')
  if (enoughDigits.test(plain) && hasCardNumber(digitGroups(plain), isCardNumber)) return true
  const spelled = withoutDigitWords(plain)
  return (
    spelled !== plain &&
    enoughDigits.test(spelled) &&
    hasCardNumber(digitGroups(spelled), isOfNetwork)
  )
}

/** A group of digits. `gap` is the text between it and the previous group, `gapKind` the kind of that text. */
type Group = { readonly gap: string; readonly gapKind: GapKind; readonly text: string }
/** `touching`: a short word without a sign on one of its sides. */
type GapKind = 'signs' | 'word' | 'touching' | 'other'

function hasCardNumber(groups: readonly Group[], isNumber: (digits: string) => boolean): boolean {
  return groups.some((first, start) => {
    // A card number has at most as many groups as digits.
    const others = groups.slice(start + 1, start + digitsMax)
    const [next] = others
    const firstLength = first.text.length
    const isGroupAsPrinted = ({ gap, text }: Group, digits: string) => {
      const isPrinted = firstLength >= printedGroupMin && gap.length <= printedGapMax
      return isPrinted && (text.length >= printedGroupMin || digits.length > 3 * printedGroupMin)
    }
    const hasSameGap = ({ gap, text }: Group) => gap === next?.gap && text.length <= firstLength
    // Signs alone are accepted above, so the same signs need no second search.
    const hasWords = next !== undefined && next.gapKind !== 'signs'
    return (
      joinsTo(isNumber, first, others, isWithinNumber) ||
      joinsTo(isOfNetwork, first, others, isGroupAsPrinted) ||
      (hasWords && joinsTo(isOfNetwork, first, others, hasSameGap))
    )
  })
}

/** Returns true if consecutive groups, each joined to the ones before it, form a card number. */
function joinsTo(
  isNumber: (digits: string) => boolean,
  first: Group,
  others: readonly Group[],
  belongs: (group: Group, digits: string) => boolean,
): boolean {
  let digits = first.text
  for (const group of others) {
    if (isNumber(digits)) return true
    if (!belongs(group, digits)) return false
    digits += group.text
  }
  return isNumber(digits)
}

function isCardNumber(digits: string): boolean {
  return digits.length >= digitsMin && digits.length <= digitsMax && passesLuhn(digits)
}

function isOfNetwork(digits: string): boolean {
  return network.test(digits) && isCardNumber(digits)
}

/** Returns each group of digits, with the text between it and the previous group. */
function digitGroups(text: string): Group[] {
  let end = 0
  return [...text.matchAll(/\d+/g)].map(({ 0: group, index }) => {
    const gap = text.slice(end, index)
    end = index + group.length
    return { gap, gapKind: gapKindOf(gap), text: group }
  })
}

function gapKindOf(gap: string): GapKind {
  if (signs.test(gap)) return 'signs'
  const word = shortWord.exec(gap)
  if (word === null) return 'other'
  return word[1] !== '' && word[2] !== '' ? 'word' : 'touching'
}

function isWithinNumber({ gapKind, text: digitsAfter }: Group, digitsBefore: string): boolean {
  if (gapKind === 'other') return false
  const isSeparate = gapKind !== 'touching'
  return isSeparate || Math.min(digitsBefore.length, digitsAfter.length) >= touchedGroupMin
}

const hanDigits = '〇一二三四五六七八九'
const hanDigit = new RegExp(`[${hanDigits}]`, 'g')

/** Converts the digits of every script, Chinese ones included, to ASCII, and the rest to NFKC. */
function plainDigits(text: string): string {
  return asciiDigits(text.normalize('NFKC')).replace(hanDigit, (digit) =>
    String(hanDigits.indexOf(digit)),
  )
}

/** Words for 0 to 9 in the product's languages, without accents. */
const digitWords: readonly string[] = [
  'zero|null|nul|cero|sifir|oh',
  'one|un|une|uno|una|eins|een|bir',
  'two|deux|dos|due|zwei|zwo|twee|iki',
  'three|trois|tres|tre|drei|drie|uc',
  'four|quatre|cuatro|quattro|vier|dort',
  'five|cinq|cinco|cinque|funf|fuenf|vijf|bes',
  'six|seis|sei|sechs|zes|alti',
  'seven|sept|siete|sette|sieben|zeven|yedi',
  'eight|huit|ocho|otto|acht|sekiz',
  'nine|neuf|nueve|nove|neun|negen|dokuz',
]
const digitOf = new Map(
  digitWords.flatMap((words, digit) =>
    words.split('|').map((word) => [word, String(digit)] as const),
  ),
)
const longestFirst = [...digitOf.keys()].sort((a, b) => b.length - a.length).join('|')
const oneDigitWord = new RegExp(longestFirst, 'g')
const runOfDigitWords = new RegExp(`(?<!\\p{L})(?:${longestFirst})+(?!\\p{L})`, 'gu')
/** Matches letters that look like digits, as in "4OOO". */
const digitLike = /(?<!\p{L})[\doil]{4,}(?!\p{L})/gu

function withoutDigitWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .toLowerCase()
    .replace(runOfDigitWords, (run) => run.replace(oneDigitWord, (word) => digitOf.get(word) ?? ''))
    .replace(digitLike, (found) => found.replaceAll('o', '0').replace(/[il]/g, '1'))
}
