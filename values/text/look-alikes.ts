// Reduces texts that users could confuse to the same skeleton, without capitals, accents, blanks and
// look-alike letters of other scripts. Pure.
import { confusables } from './confusables.ts'
import { keyOfEach } from './plain-signs.ts'

/**
 * Latin letter of each look-alike character in the Unicode table. Capitals and small letters have
 * separate entries.
 */
const latinOf = new Map(
  Object.entries(confusables).flatMap(([plain, codes]) =>
    codes
      .split(' ')
      .map((code) => [String.fromCodePoint(Number.parseInt(code, 16)), plain] as const),
  ),
)

/**
 * Look-alikes of Latin letters that Unicode's table lacks, in lower case, with digits, signs and the letters of
 * African and Nordic languages.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  ...{ a: '4@ɑⱥ', b: 'вь8ɓƀƃ', c: '¢(ƈȼ', d: 'ɖɗđðƌȡ', e: 'єҽ3€ɛǝəɘɇ', f: 'ƒʄ', g: 'ց9ɠǥꞡ' },
  ...{ h: 'нħɦɥɧⱨ', i: 'ӏl1|!ɨɩ', j: 'ɉɟʝ', k: 'ƙʞⱪꝁꞣ', m: 'мɱɯɰ', n: 'πηпŋɲɳƞȵꞥ' },
  ...{ o: '0øɔɵꝋꝍ', p: 'ƥᵽꝑꝓ', q: 'ɋʠꝗ', r: 'ᴦɽɍɹɻɼɾꞧ', s: '5$ʂƨȿꞩ' },
  ...{ t: 'тτ7+ŧƭʈⱦƫȶʇ', u: 'цʉʊ', v: 'ʋʌⱱ', w: 'ωʍⱳ', x: '×', y: 'үƴɏʎ', z: '2ƶʐȥɀʑⱬ' },
}
/** Letters in filled circles and squares, and those of flags: the first of 26 in Unicode's order. */
const pictureAlphabets = [0x1f150, 0x1f170, 0x1f1e6]
const alphabet = 'abcdefghijklmnopqrstuvwxyz'
const smallCapitals = keyOfEach({
  ...{
    a: 'ᴀ',
    b: 'ʙ',
    c: 'ᴄ',
    d: 'ᴅ',
    e: 'ᴇ',
    f: 'ꜰ',
    g: 'ɢ',
    h: 'ʜ',
    i: 'ɪ',
    j: 'ᴊ',
    k: 'ᴋ',
    l: 'ʟ',
    m: 'ᴍ',
  },
  ...{
    n: 'ɴ',
    o: 'ᴏ',
    p: 'ᴘ',
    q: 'ꞯ',
    r: 'ʀ',
    s: 'ꜱ',
    t: 'ᴛ',
    u: 'ᴜ',
    v: 'ᴠ',
    w: 'ᴡ',
    y: 'ʏ',
    z: 'ᴢ',
  },
})
const plainOf = new Map([
  ...smallCapitals,
  ...pictureAlphabets.flatMap((first) =>
    Array.from(alphabet, (plain, at) => [String.fromCodePoint(first + at), plain] as const),
  ),
  ...keyOfEach(lookAlikes),
])

/** Spellings in a to z of Latin letters that NFKD does not split into a letter and an accent. */
const latinSpellings: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ı: 'i', ł: 'l', đ: 'd' },
  ...{ ƚ: 'l', ɫ: 'l', ⱡ: 'l' },
}

/** Returns a text's skeleton: only letters and digits, with one letter for all that look alike. */
export function skeleton(text: string): string {
  return (asciiSkeleton(text) ?? lookAlikeOf(text)).replaceAll('rn', 'm').replaceAll('vv', 'w')
}

function lookAlikeOf(text: string): string {
  const letters = Array.from(text.normalize('NFKD'), (letter) => {
    const small = latinLetterOf(letter)
    const plain = plainOf.get(small) ?? latinSpellings[small] ?? small
    // A small capital l is an l, which looks like an i.
    return plainOf.get(plain) ?? plain
  })
  return letters.join('').replace(/[^\p{L}\p{N}]/gu, '')
}

/** Returns the letter in lower case, or the Latin letter that it looks like in either case. */
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

/** Returns the skeleton of an ASCII text; null for any other text. */
function asciiSkeleton(text: string): string | null {
  let result = ''
  for (let index = 0; index < text.length; index += 1) {
    const letter = skeletonsOfAscii[text.charCodeAt(index)]
    if (letter === undefined) return null
    result += letter
  }
  return result
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
      const latin = latinSpellings[letter.toLowerCase()] ?? latinLetterOf(letter)
      return /[a-z]/.test(latin) ? latin : (plainOf.get(latin) ?? latin)
    })
    .toLowerCase()
}

/** Returns the text with one letter in place of repeated ones. */
export function withoutRepeats(text: string): string {
  return text.replace(/(.)\1+/gu, '$1')
}
