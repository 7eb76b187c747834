// Replaces signs of typography with those of a keyboard: curled quotes, dashes, wide blanks. Pure,
// for server and browser.

/**
 * Typographic variants of each ASCII character. The list includes ʻ of Hawaiian and ʼ of Ukrainian, which
 * are letters, because most keyboards type them as '.
 */
export const signsOf = {
  "'": '‘’‚‛′‵ʹʻʼʽˈ´`＇❛❜',
  '"': '“”„‟″‶«»‹›ʺ＂❝❞',
  '-': '‐‑‒–—―−⁃﹘﹣－',
  ' ': '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
} as const satisfies Readonly<Record<string, string>>

/** Returns the key of each character in the values of a table. */
export function keyOfEach(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const pairs = Object.entries(table).flatMap(([key, characters]) =>
    [...characters].map((each) => [each, key] as const),
  )
  return new Map(pairs)
}

const plainOf = keyOfEach(signsOf)
const eachSign = new RegExp(`[${[...plainOf.keys()].join('')}]`, 'gu')

/** Returns the text with plain quotes, dashes and blanks. Line breaks stay. */
export function plainSigns(text: string): string {
  return text.replace(eachSign, (sign) => plainOf.get(sign) ?? sign)
}
