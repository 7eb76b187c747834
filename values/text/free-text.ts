// Cleans texts that users write for others, such as notes and names, and finds contact data in
// them. Pure.
import { confusables } from './confusables.ts'
import { asciiDigits } from './digits.ts'
import { monthAlternatives } from './month-names.ts'
import { withPlainFractions } from './plain-fractions.ts'
import { topLevelDomains } from './top-level-domains.ts'

/**
 * Maximum number of combining marks on one letter. No script needs more, and a stack of marks covers
 * other lines.
 */
const marksMax = 3
const moreMarks = new RegExp(`(\\p{M}{${marksMax}})\\p{M}+`, 'gu')

/**
 * Matches control, direction and invisible characters, which could hide or reorder the text. The
 * joiners of Persian, of India's scripts and of emoji stay, as do the tags of flags.
 */
const invisible = new RegExp(
  [
    '\\p{Cc}|[\\u2028-\\u202e\\u2060-\\u206f\\u061c\\u200e\\u200f\\ufff9-\\ufffb]',
    '[\\u034f\\u17b4\\u17b5\\u180b-\\u180f]|[\\u00ad\\u115f\\u1160\\u200b\\u2800\\u3164\\ufeff\\uffa0]',
    '(?<!\\u{1f3f4}[\\u{e0020}-\\u{e007f}]*)[\\u{e0000}-\\u{e007f}]',
  ].join('|'),
  'gu',
)

/** Matches joiners after a Latin letter or an ASCII sign. No script needs them there; they hide words. */
const idleJoiner = /(?<=[\p{Script=Latin}!-~])[\u200c\u200d]+/gu
/** Matches these joiners, and characters that turn a digit into an emoji. */
const idleSign =
  /(?<=[\p{Script=Latin}\p{Nd}!-~])(?:[\u200c\u200d]|[\u20dd-\u20e4\ufe00-\ufe0f])+/gu

/** Returns the text to store: NFC, visible characters only, at most three marks on a letter, trimmed. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|\n/g, ' ')
    .replace(invisible, '')
    .replace(idleJoiner, '')
    .normalize('NFC')
    .replace(moreMarks, '$1')
    .trim()
}

/** Cleans a note of several lines like `cleanText`, but keeps line breaks, at most two in a row. */
export function cleanNote(text: string): string {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').split('\n')
  return lines
    .map(cleanText)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Returns the length in code points. */
export function lengthOf(text: string): number {
  return [...text].length
}

/** Matches a character of a host name. Emoji and letters of any script can be registered. */
const hostLetter =
  '[\\p{L}\\p{M}\\p{N}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\u200d\\ufe0f-]'
const host = `(?<!${hostLetter})(?:[^\\s@]{1,64}@)?${hostLetter}+`
const path = '(?::\\d{1,5})?(?:[/?#]\\S*)?'
/**
 * Top-level domains that are no first word of a sentence. They also count after a dot and a blank, or
 * after a word such as "dot".
 */
const clearEndings = 'com|org|info|biz|xyz|icu|io'
/**
 * Words for a dot. The value lists the top-level domains that are also ordinary words after that word,
 * which do not count.
 */
const dotWords: Readonly<Record<string, string>> = {
  ...{ dot: 'on|the', punkt: 'am|im|in', punt: 'in|op|te', nokta: 'bu|da|de|ve' },
  ...{ point: 'at|au|de|du|et|in|la|le|of|on', punto: 'de|di|in|la', ponto: 'de|do|em' },
}
/** Returns a pattern of a word, also in letters of other scripts that look like its own. */
const inLookAlikes = (word: string) =>
  Array.from(word, (letter) => {
    const codes = confusables[letter.toLowerCase()]?.split(' ') ?? []
    const zero = letter.toLowerCase() === 'o' ? '0' : ''
    return `[${letter}${zero}${codes.map((code) => `\\u{${code}}`).join('')}]`
    // Single letters too: "D O T", "d.o.t".
  }).join('[\\s.]?')
/** Words before which a word for a dot is ordinary: "the dot is red", "le point de départ". */
const articles = [
  'the|a|an|this|that|one|each|every|no|some|any|my|your|his|her|our|their|polka|small|little|big',
  'der|den|dem|des|die|ein|einen|einem|dieser|diesen|mein|dein|kein|het|een|dit|dat|mijn|jouw|geen',
  'le|les|un|au|du|ce|mon|ton|son|bon|el|al|del|este|mi|tu|su|il|lo|dal|nel|questo|mio|bir|bu|her',
].join('|')
/** Matches blanks, signs, quotes or brackets around a word for a dot. */
const beforeDot = '(?:[\\s_*~.,|/"\'“”„‘’«»-]+|\\s*[([{<]\\s*)'
const afterDot = '(?:[\\s_*~.,|/"\'“”„‘’«»-]+|\\s*[)\\]}>]\\s*)'
const anyDotWord = Object.keys(dotWords).map(inLookAlikes).join('|')
const anyCapitalDotWord = Object.keys(dotWords)
  .map((word) => inLookAlikes(word.toUpperCase()))
  .join('|')
const dotAndEnding = Object.entries(dotWords).map(
  ([word, others]) => `${inLookAlikes(word)}${afterDot}(?!(?:${others})(?!\\p{L}))`,
)
/** Names of services for messages and payments between people that are no ordinary words. */
const clearMessengers =
  'telegram|whats\\s?app|instagram|insta|snapchat|snap|tiktok|wechat|weixin|viber|discord|skype|' +
  'facebook|fb|twitter|threema|kik|kakao\\s?talk|kakao|linkedin|youtube|reddit|vk|paypal|venmo|' +
  'revolut|cash\\s?app|tg|ig|wa'
/** All names of such services. The word next to one is an account name. */
const messengers = `${clearMessengers}|messenger|threads|signal|line|matrix`
const handle = '[a-z\\d][\\w.#-]{2,}'
/** Matches a word with a sign or a digit, as in account names. */
const markedHandle = `(?=[\\w.-]*[_#\\d])[a-z]${handle}`
/** Blanks, signs, quotes and brackets between a messenger's name and an account's. */
const besideHandle = '(?:[\\s([{<"“”„\'‘’«/,:=–—|~*•-]|\\.{2,})'
/** An ending behind a messenger's name, as in "Instagram’da". */
const messengerEnding = "(?:['‘’]\\p{L}{1,4})?"
/** Units of a price, as in "0.50/kg", which no address begins with. */
const units =
  'kg|g|t|km|m|h|min|person|pers|unit|night|day|week|month|year|tonne|ton|tag|mois|jour|an'
/**
 * Words such as "text" and "call" in the product's languages. After one, even a short number may be
 * dialled.
 */
const dialWords = [
  'text|txt|sms|send|call|dial|ring|reply|whatsapp|tel|phone|telefon\\p{L}*|téléphone|teléfono',
  'sende|schick\\p{L}*|ruf\\p{L}*|wähl\\p{L}*|stuur|bel',
  'envo[iy]e\\p{L}*|appel\\p{L}*|composez|composer|tapez|taper|envía|envia|llama|marca|invia|manda|chiama|gönder|ara|mesaj',
].join('|')
/**
 * Verbs behind the number: right behind it, as in "an 4040 senden", or after its Turkish ending, as in
 * "4040’a EVET yaz".
 */
const dialVerbBehind =
  '\\s+(?:anrufen|wählen|senden|schicken|bellen|sturen|sms’en|ara|arayın)(?!\\p{L})|' +
  "['‘’]?(?:y?[aeıiuü]|n[aeıiuü])(?!\\p{L})\\D{1,30}(?<!\\p{L})(?:yaz|yolla|gönder|mesaj|sms|ara)"

/** Matches the unit after a number that is no phone number. */
const unitAfterNumber = '\\s?(?:kg|t\\b|%|[€£$₺])'

/** Matches a top-level domain, which makes a phone open an address, or any ending of another script. */
const endings =
  `(?:${topLevelDomains.replaceAll(' ', '|')}|` +
  '(?=\\p{Script=Latin}*(?!\\p{Script=Latin})\\p{L})\\p{L}{2,})(?!\\p{L})'
/** Domains that are reserved or of other networks, and open in some browsers. */
const specialEndings = '(?:alt|eth|example|internal|invalid|local|onion|test)(?!\\p{L})'

const clock = '(?:[01]?\\d|2[0-3])[:.][0-5]\\d'
const clocks = `${clock}(?::[0-5]\\d|\\s?[-–]\\s?${clock})?`
const dayOfMonth = '(?:0?[1-9]|[12]\\d|3[01])'
const year = '(?:19|20)\\d\\d'
const monthName = `(?<!\\p{L})(?:${monthAlternatives})(?!\\p{L})\\.?`
const days = [
  ...['[.]', '/', '-'].map((sign) => [dayOfMonth, dayOfMonth, year].join(sign)),
  `${year}[./-](?:0[1-9]|1[0-2])[./-](?:0[1-9]|[12]\\d|3[01])`,
  `${monthName}\\s${dayOfMonth}(?:st|nd|rd|th)?,?\\s${year}`,
  `${dayOfMonth}(?:st|nd|rd|th|er|º|\\.)?[\\s-](?:de\\s)?${monthName}(?:,?\\s(?:del?\\s)?|-)${year}`,
]
const day = `(?:${days.join('|')})(?:,?\\s${clocks})?`
/** Figures that a reader would dial after a dial word only. */
const notDialled = `(?<!(?<!\\p{L})(?:${dialWords})(?!\\p{L})\\D{1,30})`
/** A range of years. */
const years = `${notDialled}(?:19|20)\\d\\d\\s?[-–/]\\s?(?:19|20)\\d\\d`
/** A range of pages, after a word for them in the product's languages. */
const pages =
  '(?<=(?<!\\p{L})(?:pages?|pp?\\.|seiten?|pag\\p{L}*|pág\\p{L}*|bladzijden?|blz\\.?|sayfa\\p{L}*)\\s?)' +
  '\\d{1,3}\\s?[-–]\\s?\\d{1,3}'
const currencyNames = ['TL', 'kr', 'zł', 'Fr', ...Intl.supportedValuesOf('currency')].join('|')
const currency = `(?:[€£$₺]|(?<!\\p{L})(?:${currencyNames})(?!\\p{L}))`
const amount = "(?:[1-9]\\d{0,2}(?:[.,' ]\\d{3})*|[1-9]\\d{3,5})[.,]\\d\\d"
const wholeAmount = `${notDialled}[1-9]\\d{3,5}`
const anyAmount = `(?:${amount}|${wholeAmount})`
/** Round numbers with a word behind: "1,000,000 trees". */
const roundNumber = "[1-9]\\d{0,2}(?:[.,']\\d{3})*[.,' ]000(?=\\s?\\p{L})"
/**
 * Matches ranges of years and pages, days with a year, times of a day, amounts with a currency and round
 * numbers. They stay, because a phone does not dial them.
 */
const kept =
  `(?<!\\+|\\d[^\\p{L}\\p{N}]{0,3})(?<kept>${years}|${pages}|${day}(?:(?:\\s?[-–]|[,;])\\s?${day})*|${clock}(?::[0-5]\\d|\\s?[-–]\\s?${clock})|${roundNumber}|` +
  `${anyAmount}(?=\\s?${currency})|(?<=${currency}\\s?)${anyAmount})(?![^\\p{L}\\p{N}]{0,3}\\d)`

/** Matches days, times, amounts, round numbers and ranges of years and pages, which are no phone numbers. */
export const plainFigures = new RegExp(kept, 'giu')

type Contact = {
  /** Fast first test. Every text with such a contact passes, and most other texts fail. */
  readonly quickTest: RegExp
  readonly whole: RegExp
  readonly replacement: string
}
const contactsWith = (quickTest: RegExp, ...wholes: readonly RegExp[]): readonly Contact[] =>
  wholes.map((whole) => ({ quickTest, whole, replacement: '' }))
/** Numbers other than a day or an amount. */
const numbersWith = (...numbers: readonly string[]): readonly Contact[] =>
  numbers.map((number) => ({
    quickTest: /\d/,
    whole: new RegExp(`${kept}|${number}`, 'giu'),
    replacement: '$<kept>',
  }))

/** Patterns of contacts, in the order of removal: a whole address before its parts. */
const contacts: readonly Contact[] = [
  ...contactsWith(
    /[.:]/,
    // A scheme with any text right behind it: "tel:+447", "javascript:x".
    /(?<![\p{L}\p{N}:])(?:[a-z][a-z\d+.-]*:\/\/|[a-z][a-z\d+.-]+:(?=[\p{L}\p{N}+/?#%&_~])|www\.)\S+/giu,
  ),
  ...contactsWith(
    /\./,
    // With a mail name, a port or a path, any ending is an address.
    new RegExp(
      `[^\\s@]{1,64}@${hostLetter}+(?:\\.${hostLetter}+)*\\.\\p{L}{2,}${path}|` +
        `${host}(?:\\.${hostLetter}+)*\\.\\p{L}{2,}(?::\\d{1,5}(?:[/?#]\\S*)?|[/?#]\\S+)`,
      'giu',
    ),
    new RegExp(
      `${host}(?:\\.${hostLetter}+)*\\.(?:xn--[a-z\\d-]+|${endings}|${specialEndings})${path}`,
      'giu',
    ),
    // Matches split addresses, which a reader would join: "name .com", "name. com", "name dot com",
    // "name[.]com".
    new RegExp(`${host}\\s+\\.\\s*\\p{L}{2,}${path}`, 'giu'),
    new RegExp(`${host}\\.\\s+(?:${clearEndings})(?!\\p{L})${path}`, 'giu'),
  ),
  ...contactsWith(
    new RegExp(anyDotWord, 'iu'),
    new RegExp(
      `(?!(?:${articles})(?![\\p{L}\\p{N}]))${host}(?:${beforeDot}(?:${anyDotWord})${afterDot}${hostLetter}+)*?${beforeDot}` +
        `(?:${dotAndEnding.join('|')})${endings}${path}`,
      'giu',
    ),
    // Joined with the ending: "evil dotcom".
    new RegExp(
      `(?!(?:${articles})(?![\\p{L}\\p{N}]))${host}${beforeDot}(?:${anyDotWord})(?:${clearEndings})` +
        `(?!\\p{L})${path}`,
      'giu',
    ),
  ),
  // Joined in capitals: "evilDOTcom".
  ...contactsWith(
    new RegExp(anyCapitalDotWord, 'u'),
    new RegExp(`(?<!${hostLetter})[\\p{Ll}\\d-]+(?:${anyCapitalDotWord})${endings}${path}`, 'gu'),
  ),
  ...contactsWith(
    /[•·∙⋅‧]|www\s/iu,
    new RegExp(`${host}[•·∙⋅‧](?:${clearEndings})(?!\\p{L})${path}`, 'giu'),
    new RegExp(`(?<!\\p{L})www\\s+${hostLetter}+\\s+(?:${clearEndings})(?!\\p{L})`, 'giu'),
  ),
  ...contactsWith(
    /\./,
    new RegExp(`${host}\\s*[([{<]\\s*\\.\\s*[)\\]}>]\\s*\\p{L}{2,}${path}`, 'giu'),
    // IPv4 and IPv6, as browsers accept them.
    new RegExp(`(?<![\\d.])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\d.]*\\d)${path}`, 'gu'),
    // Shorter IPv4 forms open only with a path or a port: "127.1/win", "10.1:8080".
    new RegExp(
      `(?<![\\d.,])\\d+(?:\\.\\d+){1,2}(?::\\d{3,5}(?!\\d)(?:[/?#]\\S*)?|` +
        `[/?#](?!(?:${units})(?!\\p{L}))[^\\s\\d]\\S*)`,
      'giu',
    ),
  ),
  ...contactsWith(
    /:/,
    /\[?(?<![\p{L}\p{N}:])(?:(?:[\da-f]{1,4}:){3,}|(?:[\da-f]{1,4}:)+:)[\da-f:.]*\]?\S*/giu,
  ),
  ...contactsWith(
    /localhost|0x/i,
    /(?<![\p{L}\p{N}])(?:localhost|0x[\da-f]+(?:\.[\da-fx]+)*)\b\S*/giu,
  ),
  ...contactsWith(
    new RegExp(`[@$£]|[ur]/|${messengers}`, 'iu'),
    new RegExp(`(?<![\\p{L}\\p{N}])@${handle}`, 'giu'),
    // Cash App's "$name", and pages of Reddit.
    /(?<![\p{L}\p{N}])(?:[$£]|[ur]\/)[a-z][\w-]{2,}/giu,
    new RegExp(`(?<!\\p{L})(?:${messengers})\\s*(?:[:=→]|[-=]>|\\s-)\\s*@?${handle}`, 'giu'),
    new RegExp(
      `(?<!\\p{L})(?:${messengers})${messengerEnding}(?:\\s+\\p{L}{1,4}){0,2}${besideHandle}+${markedHandle}`,
      'giu',
    ),
    // Telegram requires this ending of its bots.
    new RegExp(`(?<!\\p{L})(?:${messengers})(?:\\s+\\p{L}{1,4})?\\s+[a-z]\\w*bot(?!\\p{L})`, 'giu'),
    new RegExp(
      `(?<![\\p{L}\\p{N}])${markedHandle}(?:\\s+\\p{L}{1,4}\\s+|["”’»')\\]]?\\s*[(\\[/,:=-]\\s*)(?:${messengers})(?!\\p{L})`,
      'giu',
    ),
    new RegExp(`(?<![\\p{L}\\p{N}])${markedHandle}\\s+(?:${clearMessengers})(?!\\p{L})`, 'giu'),
  ),
  // Matches accounts of banks and of digital currencies: at least 20 letters and digits without a
  // blank, 6 of them digits.
  ...contactsWith(
    /\d/,
    /(?<![\p{L}\p{N}])(?=(?:[a-z]*\d){6})(?=\d*[a-z])[a-z\d]{20,}(?![\p{L}\p{N}])/giu,
  ),
  // Matches control codes of a telephone network, such as "*#06#" and "**21*1#".
  ...contactsWith(
    /[*#]/,
    /[*#](?:\s?[*#\d])*?\s?\d(?:\s?[*#\d])*?\s?#(?!\s?\d)/gu,
    /(?<![\w*#])(?:\*\*|\*#|##|\*(?=\d{2,3}(?![\d*])))\d+(?!\d|\s?kg)/gu,
  ),
  // Matches six or more digits with any signs between them, three or more after a dial word or before one,
  // or exactly five.
  ...numbersWith(
    '\\+?\\d(?:[^\\p{L}\\p{N}]{0,3}\\d){5,}',
    `(?<=(?<!\\p{L})(?:${dialWords})(?!\\p{L})\\D{1,30})` +
      `(?<!\\d)\\d(?:[\\s.-]?\\d){2,}(?![\\s.-]?\\d|${unitAfterNumber})`,
    `(?<!\\d)\\d(?:[\\s.-]?\\d){2,}(?=${dialVerbBehind})`,
    `(?<!\\d)\\d(?:[\\s-]?\\d){4}(?!\\d|${unitAfterNumber})`,
  ),
]

/**
 * Removes addresses and numbers that a phone would open or dial. Digits, letters and dots of other
 * widths and scripts are read as a phone reads them.
 */
export function withoutContacts(text: string): string {
  return contacts
    .reduce(
      (rest, { quickTest, whole, replacement }) =>
        quickTest.test(rest) ? rest.replace(whole, replacement) : rest,
      asPhonesReadIt(text),
    )
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns true if `withoutContacts` would remove a part of the text. */
export function holdsContacts(text: string): boolean {
  const read = asPhonesReadIt(text)
  return contacts.some(
    ({ quickTest, whole, replacement }) =>
      quickTest.test(read) && read.replace(whole, replacement) !== read,
  )
}

function asPhonesReadIt(text: string): string {
  return asciiDigits(withPlainFractions(text.replace(idleSign, '')).normalize('NFKC')).replace(
    /[。︒](?=\s?[a-z\d])/giu,
    '.',
  )
}
