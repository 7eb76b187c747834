// Finds phone numbers that are spelled in words: "zero seven four double oh". Pure.

/** The words of the digits 0 to 9 in the product's languages, and words that repeat a digit. */
const digitWords = [
  'zero|oh|nought|one|two|three|four|five|six|seven|eight|nine|double|triple',
  'nul|een|twee|drie|vier|vijf|zes|zeven|acht|negen|dubbel',
  'zéro|un|deux|trois|quatre|cinq|six|sept|huit|neuf',
  'cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|doble',
  'due|tre|quattro|cinque|sei|sette|otto|nove|doppio',
  'null|eins|zwei|zwo|drei|fünf|sechs|sieben|neun|doppel',
  'sıfır|sifir|bir|iki|üç|uc|dört|dort|beş|bes|altı|alti|yedi|sekiz|dokuz',
].join('|')
/** Digits, with O, I and L in the place of 0 and 1 among them. */
const figures = '[oil]*\\p{Nd}[\\p{Nd}oil]*'
const token = `(?:(?:${digitWords})(?!\\p{L})|${figures})`
const spelled = new RegExp(`(?<![\\p{L}\\p{N}])${token}(?:[^\\p{L}\\p{N}]{0,3}${token})+`, 'giu')
const wordOrDigit = /\p{L}+|\p{Nd}/gu

/** Minimum number of digits of a phone number, as for numbers in digits (kept-subject.ts). */
const digitsMin = 7
/** Minimum number of words among them: "one 2026, two" is no number. */
const wordsMin = 3

/** Replaces each number that is spelled in words, or in words and digits, by `mask`. */
export function withoutSpelledNumbers(text: string, mask: string): string {
  return text.replace(spelled, (found) => {
    const parts = found.match(wordOrDigit) ?? []
    const words = parts.filter((part) => /\p{L}/u.test(part))
    return parts.length >= digitsMin && words.length >= wordsMin ? mask : found
  })
}
