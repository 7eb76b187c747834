// Finds phone numbers that are spelled in words: "zero seven four double oh", "zéro six douze trente-quatre". Pure.
import { fold } from './fold.ts'

/** The folded words of the digits 0 to 9 and of the tens, in the product's languages. Each is one digit. */
const digitWords = [
  'zero o oh nil nought naught one two three four five six seven eight nine double triple',
  'twenty thirty forty fourty fifty sixty seventy eighty ninety',
  'nul een twee drie vier vijf zes zeven acht negen dubbel',
  'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
  'un une deux trois quatre cinq sept huit neuf vingt vingts trente quarante cinquante soixante',
  'septante huitante nonante',
  'cero uno dos tres cuatro cinco seis siete ocho nueve doble',
  'veinte veinti treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  'due tre quattro cinque sei sette otto nove doppio venti trenta quaranta cinquanta sessanta',
  'settanta ottanta novanta vent trent quarant cinquant sessant settant ottant novant',
  'null ein eins zwei zwo drei funf fuenf sechs sieben neun doppel zwanzig dreissig vierzig',
  'funfzig fuenfzig sechzig siebzig achtzig neunzig',
  'sifir bir iki uc dort bes alti yedi sekiz dokuz cift',
  'on yirmi otuz kirk elli altmis yetmis seksen doksan',
]
/** The folded words of 10 to 19. Each is two digits. */
const teenWords = [
  'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  'tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
  'dix onze douze treize quatorze quinze seize',
  'diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve',
  'dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
  'zehn zwolf zwoelf dreizehn vierzehn funfzehn fuenfzehn sechzehn siebzehn achtzehn neunzehn',
]
/** Words between two others, such as in `trente et un` and `vierunddreißig`. */
const joiningWords = ['en et y e und ve']

type Part = { readonly digits: number; readonly words: number }
const partsByWord = new Map<string, Part>([
  ...wordsOf(joiningWords).map((word) => [word, { digits: 0, words: 0 }] as const),
  ...wordsOf(digitWords).map((word) => [word, { digits: 1, words: 1 }] as const),
  ...wordsOf(teenWords).map((word) => [word, { digits: 2, words: 1 }] as const),
])

function wordsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' '))
}

// The longest word first: "seven" is no "sei", and "siebzehn" no "sieb".
const longestFirst = [...partsByWord.keys()].sort((a, b) => b.length - a.length)
const wordOrDigit = new RegExp(`\\p{Nd}|${longestFirst.join('|')}`, 'uy')
/** Matches figures with O, I and L in the place of 0 and 1. */
const figures = /^(?=.*\p{Nd})[\p{Nd}oil]+$/u
const chunk = /[\p{L}\p{M}\p{N}]+/gu

/** Minimum number of digits of a phone number, as for numbers in digits (kept-subject.ts). */
const digitsMin = 7
/** Minimum number of words among them: "one 2026, two" is no number. */
const wordsMin = 3
/** Maximum number of signs between two parts of a number. */
const signsMax = 3

/** Returns the digits and words of letters and figures without a space. Returns null for another word. */
function readChunk(typed: string): Part | null {
  const text = fold(typed)
  const digits = text.replace(/\P{Nd}/gu, '').length
  // A letter in the place of a digit hides a number as a word does.
  if (figures.test(text)) return { digits: text.length, words: text.length > digits ? wordsMin : 0 }
  let sum: Part = { digits: 0, words: 0 }
  for (wordOrDigit.lastIndex = 0; wordOrDigit.lastIndex < text.length; ) {
    const [found] = wordOrDigit.exec(text) ?? []
    if (found === undefined) return null
    const part = partsByWord.get(found) ?? { digits: 1, words: 0 }
    sum = { digits: sum.digits + part.digits, words: sum.words + part.words }
  }
  // Figures and words without a space hide a number, too.
  return digits > 0 && sum.words > 0 ? { ...sum, words: wordsMin } : sum
}

type Run = { start: number; end: number; digits: number; words: number }

/** Returns the runs of words and figures that stand together, from left to right. */
function runsOf(text: string): Run[] {
  const runs: Run[] = []
  let open: Run | undefined
  let lastEnd = 0
  for (const { 0: typed, index } of text.matchAll(chunk)) {
    const part = readChunk(typed)
    const end = index + typed.length
    if (index - lastEnd > signsMax || part === null) open = undefined
    lastEnd = end
    if (part === null || (part.digits === 0 && open === undefined)) continue
    if (open === undefined) {
      open = { start: index, end, digits: 0, words: 0 }
      runs.push(open)
    }
    if (part.digits > 0) open.end = end
    open.digits += part.digits
    open.words += part.words
  }
  return runs
}

/** Replaces each number that is spelled in words, or in words and digits, by `mask`. */
export function withoutSpelledNumbers(text: string, mask: string): string {
  return runsOf(text)
    .filter(({ digits, words }) => digits >= digitsMin && words >= wordsMin)
    .reduceRight((rest, { start, end }) => rest.slice(0, start) + mask + rest.slice(end), text)
}
