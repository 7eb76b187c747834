// Checks that a text is of one script, so that no letter imitates one of another (UTS 39, "highly
// restrictive"). Pure.

/** Scripts in use today: the recommended ones and those of limited use in UAX 31. */
const scripts = [
  ['Arabic', 'Armenian', 'Bengali', 'Bopomofo', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian'],
  ['Greek', 'Gujarati', 'Gurmukhi', 'Han', 'Hangul', 'Hebrew', 'Hiragana', 'Kannada', 'Katakana'],
  [
    'Khmer',
    'Lao',
    'Latin',
    'Malayalam',
    'Myanmar',
    'Oriya',
    'Sinhala',
    'Tamil',
    'Telugu',
    'Thaana',
  ],
  [
    'Thai',
    'Tibetan',
    'Adlam',
    'Balinese',
    'Bamum',
    'Batak',
    'Canadian_Aboriginal',
    'Chakma',
    'Cham',
  ],
  ['Cherokee', 'Hanifi_Rohingya', 'Javanese', 'Kayah_Li', 'Lepcha', 'Limbu', 'Lisu', 'Mandaic'],
  ['Meetei_Mayek', 'Miao', 'Mongolian', 'New_Tai_Lue', 'Newa', 'Nko', 'Nyiakeng_Puachue_Hmong'],
  ['Ol_Chiki', 'Osage', 'Saurashtra', 'Sundanese', 'Syloti_Nagri', 'Syriac', 'Tai_Le', 'Tai_Tham'],
  ['Tai_Viet', 'Tifinagh', 'Vai', 'Wancho', 'Yi'],
].flat()
/** Allowed combinations of scripts: Japanese, Chinese and Korean mix several, with Latin letters. */
const mixtures = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]
const oneScript = new RegExp(
  [...scripts.map((script) => [script]), ...mixtures]
    .map((group) => `^[${group.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]*$`)
    .join('|'),
  'u',
)
/** Matches characters of every script: digits, blanks, signs and most marks. */
const shared = /[\p{Script_Extensions=Common}\p{Script_Extensions=Inherited}]/gu

/**
 * Matches letters of phonetics and of old spellings, such as small capitals. Some letters of African
 * languages are allowed.
 */
const technical =
  /(?![ɓɔɖɗəɛɣɨɩɯɲɵʃʉʊʋʌʒʔ])[\u0250-\u02af]|[\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua78b\ua78d-\ua7ff\uab30-\uab6f\u{10780}-\u{107bf}\u{1df00}-\u{1dfff}]/u

export function isOfOneScript(text: string): boolean {
  return oneScript.test(text.replace(shared, '')) && !technical.test(text)
}
