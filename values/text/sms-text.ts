// Converts a text for an SMS: to plain signs, and without accents if that needs fewer segments. One
// sign outside of the GSM alphabet halves the length that fits into a message. Pure, for server and
// browser.
import { withPlainFractions } from './plain-fractions.ts'
import { plainSigns } from './plain-signs.ts'

/** The default alphabet of GSM 03.38: 160 letters in a message, or 153 in each of several segments. */
const gsm = new Set(
  [
    '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?',
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
  ].join(''),
)
/** The second table of GSM 03.38. Each of its characters counts as two. */
const gsmTwice = new Set('^{}\\[~]|€')
const gsmOnly = new RegExp(`^[${[...gsm, ...gsmTwice].map(escaped).join('')}]*$`, 'u')
const isGsm = (text: string) => gsmOnly.test(text)

/** Returns a character as a class of a regular expression contains it. */
function escaped(character: string): string {
  return /[\\\]^-]/.test(character) || character === '[' ? `\\${character}` : character
}

/** Returns the number of segments of an SMS with this text. Each segment is paid for. */
export function segmentsOf(text: string): number {
  const [length, singleMax, segmentMax] = isGsm(text)
    ? [text.length + [...text].filter((letter) => gsmTwice.has(letter)).length, 160, 153]
    : [text.length, 70, 67]
  return length <= singleMax ? 1 : Math.ceil(length / segmentMax)
}

/** Replacements of signs that Unicode does not map to plain ones. */
const signs: Readonly<Record<string, string>> = {
  ...{
    '≠': '!=',
    '≮': '>=',
    '≯': '<=',
    '≤': '<=',
    '≥': '>=',
    '≈': '~',
    '±': '+/-',
    '÷': '/',
    '←': '<-',
    '°': 'deg',
  },
  ...{ '•': '*', '·': '.', '⁄': '/', '×': 'x', '₺': 'TL ', '→': '->', '®': '(R)', '©': '(C)' },
  ...{ '∆': 'Δ', '∕': '/', '∶': ':', '₹': 'INR ', '★': '*', '●': '*' },
}
/** Characters that no phone shows: soft hyphens, word joiners and blanks without width. */
const invisible = /[\u00ad\u200b\u2060\ufeff]/gu
/** Latin letters that Unicode does not split into a letter and an accent. */
const letters: Readonly<Record<string, string>> = {
  ...{ ı: 'i', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', œ: 'oe', Œ: 'OE' },
  ...{ ħ: 'h', Ħ: 'H', ŧ: 't', Ŧ: 'T', ẞ: 'SS', ə: 'e', Ə: 'E', ŋ: 'ng', Ŋ: 'Ng', µ: 'u' },
}

/** Returns the text that is sent. Letters of other scripts and emoji stay as they are. */
export function smsText(text: string): string {
  if (isGsm(text)) return text
  const visible = text.replace(invisible, '')
  const readable = Array.from(plainSigns(withPlainFractions(visible.normalize('NFC'))), (each) =>
    /[\p{L}\p{M}]/u.test(each) ? each : gsmSpelling(each, signs),
  ).join('')
  const plain = Array.from(readable, (each) => gsmSpelling(each, letters)).join('')
  return segmentsOf(plain) < segmentsOf(readable) ? plain : readable
}

/**
 * Returns a character's spelling in the alphabet, or the character where it has none. The stroke of a negated sign
 * stays, because without it the sign says the opposite.
 */
function gsmSpelling(character: string, table: Readonly<Record<string, string>>): string {
  if (isGsm(character)) return character
  const compatible = Array.from(character.normalize('NFKD'), (each) => table[each] ?? each).join('')
  const spelling = table[character] ?? compatible.replace(/[\u0300-\u0337\u0339-\u036f]/g, '')
  return isGsm(spelling) ? spelling : character
}
