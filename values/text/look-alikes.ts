// Reduces texts that people take for one another to the same skeleton: capitals, accents, blanks
// and look-alike letters of other scripts make no difference. Pure.

/** Unicode TR 39: the commonest look-alikes of Latin letters, each with its Latin letter. */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аαɑ４4@',
  b: 'вβь8',
  c: 'сϲⅽ¢(',
  d: 'ԁⅾ',
  e: 'еεєҽ3€',
  f: 'ϝƒ',
  g: 'ɡց9',
  h: 'һн',
  i: 'іıιӏl1|!',
  j: 'јϳ',
  k: 'кκ',
  m: 'мⅿ',
  n: 'пη',
  o: 'оοσօ0ø',
  p: 'рρ',
  q: 'ԛ',
  r: 'гᴦ',
  s: 'ѕ5$',
  t: 'тτ7+',
  u: 'υսц',
  v: 'ѵνⅴ',
  w: 'ѡωԝ',
  x: 'хχ×',
  y: 'уγү',
  z: 'ᴢ2',
}
const plainOf = new Map(
  Object.entries(lookAlikes).flatMap(([plain, others]) =>
    [...others].map((other) => [other, plain] as const),
  ),
)

/** Returns a text's skeleton: letters and digits only, and one letter for all that look like it. */
export function skeleton(text: string): string {
  return (asciiSkeleton(text) ?? lookAlikeOf(text)).replaceAll('rn', 'm').replaceAll('vv', 'w')
}

function lookAlikeOf(text: string): string {
  const letters = Array.from(text.normalize('NFKD').toLowerCase(), (letter) => {
    return plainOf.get(letter) ?? letter
  })
  return letters.join('').replace(/[^\p{L}\p{N}]/gu, '')
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

/** Latin letters that NFKD does not split into a letter and an accent, each with its spelling in a to z. */
const written: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ı: 'i', ł: 'l', đ: 'd' },
}

/**
 * Returns the text in small letters without accents, with the Latin letter for each look-alike of
 * another script. Digits and signs stay.
 */
export function latinLetters(text: string): string {
  const letters = text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  return /^[ -~]*$/.test(letters)
    ? letters
    : letters.replace(/[^ -~]/gu, (letter) => written[letter] ?? plainOf.get(letter) ?? letter)
}
