// Reduces texts that people take for one another to the same skeleton: capitals, accents, blanks
// and look-alike letters of other scripts make no difference. Pure.
import { confusables } from './confusables.ts'

/** The Latin letter of each character of the Unicode table, which distinguishes capitals. */
const latinOf = new Map(
  Object.entries(confusables).flatMap(([plain, codes]) =>
    codes
      .split(' ')
      .map((code) => [String.fromCodePoint(Number.parseInt(code, 16)), plain] as const),
  ),
)

/** More look-alikes of Latin letters than Unicode lists, in small letters: digits and signs, too. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...{ a: '4@', b: 'вь8', c: '¢(', e: 'єҽ3€', g: 'ց9', h: 'н', i: 'ӏl1|!', m: 'м', n: 'πηп' },
  ...{ o: '0ø', r: 'ᴦ', s: '5$', t: 'тτ7+', u: 'ц', w: 'ω', x: '×', y: 'ү', z: '2' },
}
const plainOf = new Map(
  Object.entries(lookAlikes).flatMap(([plain, others]) =>
    [...others].map((other) => [other, plain] as const),
  ),
)

/** Latin letters that NFKD does not split into a letter and an accent, each with its spelling in a to z. */
const written: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ı: 'i', ł: 'l', đ: 'd' },
}

/** Returns a text's skeleton: letters and digits only, and one letter for all that look like it. */
export function skeleton(text: string): string {
  return (asciiSkeleton(text) ?? lookAlikeOf(text)).replaceAll('rn', 'm').replaceAll('vv', 'w')
}

function lookAlikeOf(text: string): string {
  const letters = Array.from(text.normalize('NFKD'), (letter) => {
    const small = latinLetterOf(letter)
    return plainOf.get(small) ?? written[small] ?? small
  })
  return letters.join('').replace(/[^\p{L}\p{N}]/gu, '')
}

/** The letter itself in small, or the Latin one that it or its other case looks like. */
function latinLetterOf(letter: string): string {
  const small = letter.toLowerCase()
  return latinOf.get(letter) ?? latinOf.get(small) ?? latinOf.get(letter.toUpperCase()) ?? small
}

/**
 * Skeleton of each character of ASCII, computed once: a board checks ten names, most of them ASCII
 * alone.
 */
const skeletonsOfAscii = Array.from({ length: 128 }, (_, code) =>
  lookAlikeOf(String.fromCharCode(code)),
)

/** Null where the text has a character outside of ASCII. */
function asciiSkeleton(text: string): string | null {
  let found = ''
  for (let index = 0; index < text.length; index += 1) {
    const letter = skeletonsOfAscii[text.charCodeAt(index)]
    if (letter === undefined) return null
    found += letter
  }
  return found
}

/**
 * Returns the text in small letters without accents, with the Latin letter for each look-alike of
 * another script. Digits and signs stay.
 */
export function latinLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, (letter) => {
      const latin = written[letter.toLowerCase()] ?? latinLetterOf(letter)
      return /[a-z]/.test(latin) ? latin : (plainOf.get(latin) ?? latin)
    })
    .toLowerCase()
}
