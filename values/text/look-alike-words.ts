// Builds patterns that find listed words in the Latin letters of a text. They also match digits or signs
// for letters, repeated letters, and gaps between letters. Pure.
import { latinLetters, withoutRepeats } from './look-alikes.ts'

/**
 * Letters, pairs and digits that look like a letter. Other letters match only themselves. Signs are not
 * included: they would also be gaps, and the search would try all ways to divide a text.
 */
const spellings: Readonly<Record<string, string>> = {
  ...{ a: '[a4]', b: '[b86]', c: '[ck]', d: '(?:d|cl)', e: '[e3]', f: '(?:f|ph)', g: '[g96q]' },
  ...{ i: '[il1]', k: '[kc]', l: '[il1]', m: '(?:m|rn|nn)', o: '[o0]', s: '[s5z]', t: '[t7]' },
  ...{ u: '[uv]', v: '[vu]', w: '(?:w|vv|uu)', z: '[z2s]' },
}
const letterOfSign: Readonly<Record<string, string>> = {
  ...{ '@': 'a', $: 's', '€': 'e', '|': 'l', '!': 'i', '+': 't', '(': 'c' },
}

/** Placeholder for a letter or digit that looks like no Latin letter. */
const otherLetter = 'X'
export const anyLetter = `[a-z${otherLetter}]`

/**
 * Converts a text to the input of these patterns: a to z, digits, X for every other letter, and one
 * blank for anything between. At most two of a repeated letter stay, so that the patterns are small and
 * fast.
 */
export function asLookAlikes(text: string): string {
  return latinLetters(text)
    .replace(/[@$€|!+(](?=[\p{L}\p{N}])/gu, (sign) => letterOfSign[sign] ?? sign)
    .replace(/(?![a-z0-9])[\p{L}\p{N}]/gu, otherLetter)
    .replace(/[^a-z0-9X]+/g, ' ')
    .replace(/(.)\1{2,}/g, '$1$1')
}

/**
 * Blanks between the letters of a word: `none` are allowed, `any` letter may be followed by one, or
 * `each` must be.
 */
type Spacing = 'none' | 'any' | 'each'
const gaps: Readonly<Record<Spacing, string>> = { none: '', any: ' ?', each: ' ' }

/** Returns the words, longest first, as alternatives of a pattern. */
export function lookAlikeWords(words: readonly string[], spacing: Spacing): string {
  const gap = gaps[spacing]
  return [...words]
    .sort((one, other) => other.length - one.length)
    .map((word) =>
      Array.from(withoutRepeats(word), (letter) => {
        const spelling = spellings[letter] ?? letter
        return gap === '' ? `${spelling}+` : `${spelling}(?:${gap}${spelling})*`
      }).join(gap),
    )
    .join('|')
}
