// Finds insults in the text of users: whole words of seven languages, also with signs for letters or
// blanks between them (docs/decisions/0068-content-filter-for-user-text.md). Pure.
import { skeleton, withoutRepeats } from './look-alikes.ts'

/** Slurs and the coarsest insults. Each also matches in look-alike letters. Only whole words match. */
const words: readonly string[] = [
  ['arsehole', 'asshole', 'bitch', 'bitches', 'bullshit', 'cocksucker', 'cunt', 'cunts'],
  ['faggot', 'faggots', 'fuck', 'fucked', 'fucker', 'fuckers', 'fucking', 'motherfucker'],
  ['cocks', 'dickhead', 'dickheads', 'fck', 'fcuk', 'rapist'],
  ['nigga', 'nigger', 'niggers', 'shit', 'shitty', 'slut', 'sluts', 'tranny', 'twat', 'wanker'],
  ['wankers', 'whore', 'whores'],
  ['flikker', 'godverdomme', 'hoer', 'hoeren', 'kankerhoer', 'klootzak', 'kut', 'teringlijer'],
  ['bougnoule', 'connard', 'connasse', 'encule', 'enculer', 'nique', 'niquer', 'putain', 'pute'],
  ['putes', 'salaud', 'salope', 'salopes'],
  ['cabron', 'cabrones', 'chingar', 'gilipollas', 'hijoputa', 'joder', 'maricon', 'mierda'],
  ['pendejo', 'puta', 'putas', 'puto'],
  ['bastardo', 'cazzo', 'coglione', 'coglioni', 'frocio', 'merda', 'minchia', 'puttana'],
  ['puttane', 'stronza', 'stronzo', 'vaffanculo'],
  ['arschloch', 'ficken', 'ficker', 'fotze', 'hure', 'huren', 'hurensohn', 'kanake', 'missgeburt'],
  ['neger', 'nutte', 'scheisse', 'scheiße', 'schlampe', 'schwuchtel', 'wichser'],
  ['amcık', 'gavat', 'ibne', 'kahpe', 'orospu', 'orospuçocuğu', 'pezevenk', 'sikerim', 'siktir'],
  ['yarrak', 'yavşak'],
].flat()
const listed = new Set(words.map(skeleton))
/** Lengths of the listed words, by the word without repeated letters. */
const lengths = new Map([...listed].map((each) => [withoutRepeats(each), each.length]))
/** Names and ordinary words that equal a listed word with a doubled letter. */
const harmless = new Set(['putta', 'putte', 'putto', 'slutt', 'twatt'])

/** Matches single letters with blanks between them, as in `f u c k`. */
const spelledOut =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}@$!](?:[\s._*-]{1,2}[\p{L}\p{N}@$!](?![\p{L}\p{N}])){2,}/gu
const word = /[\p{L}\p{N}@$!][\p{L}\p{M}\p{N}@$!]*/gu

/** Returns the text with three stars for every listed word. */
export function withoutProfanity(text: string): string {
  return text.replace(spelledOut, maskWord).replace(word, maskWord)
}

/** Masks a listed word. It is checked with and without signs at its end, which may replace letters. */
function maskWord(found: string): string {
  const signs = /[!$@]+$/.exec(found)?.[0] ?? ''
  const letters = found.slice(0, found.length - signs.length)
  if (isListed(letters) || partsOf(letters).some(isListed)) return `***${signs}`
  return signs !== '' && isListed(found) ? '***' : found
}

/** Splits joined words at capitals, and a number from the end: "FuckYou", "cunt69". */
function partsOf(letters: string): readonly string[] {
  return letters
    .replace(/\d+$/u, '')
    .split(/(?<=\p{Ll})(?=\p{Lu})/u)
    .filter((part) => part !== letters && part.length > 2)
}

/** Returns true if a word is listed, also with v for u, ph for f, q for g, or repeated letters. */
function isListed(letters: string): boolean {
  const base = skeleton(letters)
  const spellings = [
    base,
    base.replaceAll('v', 'u'),
    base.replaceAll('ph', 'f'),
    base.replaceAll('q', 'g'),
  ]
  return (
    spellings.some(
      (each) =>
        listed.has(each) ||
        (each.length > (lengths.get(withoutRepeats(each)) ?? each.length) && !harmless.has(each)),
    ) || isDisguised(letters)
  )
}

/** A letter of another alphabet than Latin. Han and the like are words of their own. */
const foreign = /(?!\p{Script=Latin})[\p{Ll}\p{Lu}]/u
const longWords = [...listed].map((each) => Array.from(each)).filter(({ length }) => length > 3)

/** Returns true for a listed word of which fewer than half of the letters are replaced by foreign ones. */
function isDisguised(text: string): boolean {
  if (!foreign.test(text)) return false
  const letters = Array.from(text.normalize('NFKD').replace(/\p{M}/gu, ''), (letter) =>
    foreign.test(letter) ? null : skeleton(letter),
  )
  const foreignCount = letters.filter((letter) => letter === null).length
  if (foreignCount * 2 >= letters.length) return false
  return longWords.some(
    (insult) =>
      insult.length === letters.length &&
      letters.every((letter, index) => letter === null || letter === insult[index]),
  )
}
