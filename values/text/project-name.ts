// Makes a project's name readable. Registries write ids before it and use capitals: `GS10789 VPA3:
// Efficient Cooking`, `BRAZILIAN AMAZON APD GROUPED PROJECT`. Pure.

/** Matches registry ids before a name: `GS1247 VPA 168 -`, `VCS 934:`, `PoA 10249 CPA-02`. */
const ids = /^(?:(?:GS|VCS|ACR|CAR|CDM|PL|M?PoA|VPA|CPA)[\s#_-]*\d+[a-z]?\b[\s:,;.|_–—-]*)+/i
/** Matches registry ids after a name: `(VPA 3)`, `– CPA-001`. */
const laterIds = /[\s(,;–—-]+(?:VPA|CPA)[\s#_-]*\d+[a-z]?\)?$/i
/** Minimum number of letters of a name without its ids. */
const lettersMin = 6

/**
 * Words that stay in capitals: kinds of projects, units, companies' forms. Words without a vowel
 * stay too.
 */
const abbreviations = new Set(
  'AWMS REDD AFOLU ARR APD AUD IFM VM EKI LED LPG PV MW MWAC KW GW CPA VPA POA CDM GS VCS II III IV VI VII VIII IX XI XII LLC PVT LTD SA UK US USA UAE DRC PNG BC NGO EV'.split(
    ' ',
  ),
)
const smallWords = new Set(
  'a an and at by for from in of on or the to with de del la y e'.split(' '),
)

/**
 * Returns the name without registry ids and in normal capitals. The ids stay if too few letters would
 * be left.
 */
export function readableProjectName(name: string): string {
  const bare = name.trim().replace(ids, '').replace(laterIds, '').replace(/\s+/g, ' ').trim()
  const cleaned = bare.replace(/[^\p{L}]/gu, '').length < lettersMin ? name.trim() : bare
  return isShouted(cleaned) ? withNormalCapitals(cleaned) : startsUpper(cleaned)
}

/** Returns true if a name has two or more words and over 70 % capitals. */
function isShouted(name: string): boolean {
  const letters = name.match(/\p{L}/gu) ?? []
  const capitals = letters.filter((letter) => letter !== letter.toLowerCase())
  return /\p{L}{2}\P{L}+\p{L}{2}/u.test(name) && capitals.length > letters.length * 0.7
}

function withNormalCapitals(name: string): string {
  let isFirst = true
  return name.replace(/[\p{L}\d][\p{L}\d'’.]*/gu, (word) => {
    const wasFirst = isFirst
    isFirst = false
    const isAbbreviation = /\d/.test(word) || !/[AEIOUY]/.test(word.normalize('NFD'))
    if (isAbbreviation || abbreviations.has(word.replace(/\./g, ''))) return word
    const lower = word.replaceAll('İ', 'I').toLocaleLowerCase('en')
    return !wasFirst && smallWords.has(lower) ? lower : startsUpper(lower)
  })
}

function startsUpper(text: string): string {
  return text.charAt(0).toLocaleUpperCase('en') + text.slice(1)
}
