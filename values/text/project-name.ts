// Makes names of projects readable, and different within a catalogue. Registries write ids, part
// numbers and their own terms into names, and use capitals: `GS10789 VPA3: Efficient Cooking`. Pure.

import { fold } from './fold.ts'

const idWords = 'GS|VCS|ACR|CAR|CDM|PL|M?PoA|R?VPA|CPA'
/** Matches registry ids before a name: `GS1247 VPA 168 -`, `VCS 934:`, `GS10789 GS10790 RVPA-52`. */
const leadingIds = new RegExp(`^(?:(?:${idWords})[\\s#_-]*\\d+[a-z]?\\b[\\s:,;.|_–—-]*)+`, 'i')
/** Matches units before a name: `GS VER UpEnergy's`. */
const leadingUnits = /^(?:GS\s+)?(?:VER|CER|VCU)s?\s+(?=\p{L})/u
/** Matches a part's number anywhere: `– CPA-001`, `PoA: VPA01`, `(VPA 3)`, `PoA – VPA 2`. */
const parts = /[\s(,;:–—-]+(?:PoA\b[\s:–—-]*)?(?:R?VPA|CPA)[\s#_-]*\d+[a-z]?\b\)?[\s,;:–—-]*/gi
/** Matches a registry's id anywhere: `– GS7442`, `GS 6746`. */
const ids = /[\s,;:–—-]*\b(?:GS|VCS)\s?\d{3,}\b/g
/** Matches brackets with a registry's id or units: `(GS3946 CER to VER conversion)`. */
const idBrackets =
  /\s*[([][^()[\]]*\b(?:(?:GS|VCS|PoA)\s?-?\d{2,}|CDM|VERs?|CERs?)\b[^()[\]]*[)\]]/g
/** Matches a developer's file number at the end: `BCA-BRA-03.` */
const fileNumber = /\s+[A-Z]{2,6}-[A-Z]{2,6}-\d+\.?$/
/** Matches an acronym of the name in brackets: `(IDBP)`, `(FIT-B4H)`. `(UK)` and `(50MW)` stay. */
const acronym = /\s*\((?=[A-Z\d-]*\d|[A-Z]{4})[A-Z][A-Z\d-]{3,9}\)/g
/** Matches a run's number after a word: `India-2`. */
const runNumber = /(?<=\p{L}{3})-\d{1,2}$/u
/** Minimum number of letters of a name without its ids. */
const lettersMin = 6

/** Terms of registries and their trade, with plain words for them. */
const plainWords: readonly (readonly [RegExp, string])[] = [
  [/\b(Program(?:me)?) of Activities\b/gi, '$1'],
  [/\bProject Activity\b/gi, 'Project'],
  [/\b(?:grouped|CDM) (?=(?:project|program))/gi, ''],
  [/\bbundled (?=\p{L})/giu, ''],
  [/\bAPD /g, ''],
  [/\bMSW (?=Landfill)/gi, ''],
  [/\bMSW\b/g, 'Municipal Waste'],
  [/(?<=Landfill.*)\bLFG\b/gi, 'Gas'],
  [/\bLFG\b/g, 'Landfill Gas'],
  [/\bCMM\b/g, 'Coal Mine Methane'],
  [/\bAWMS\b/g, 'Animal Waste'],
  [/\bPOME\b/g, 'Palm Oil Mill'],
  [/\bGHG\b/g, 'Greenhouse Gas'],
  [/\bHE?PP\b/g, 'Hydropower Plant'],
  [/\bWPP\b/g, 'Wind Power Plant'],
  [/\bIFM\b/g, 'Improved Forest Management'],
  [/\bA\/?R (?=project)/gi, 'Tree Planting '],
]

/**
 * Corrections of registries' misspelled words in shown names. Documents and the line "Registered as" keep the
 * registry's own spelling.
 */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/\bGethermal\b/g, 'Geothermal'],
  [/\bElectricty\b/g, 'Electricity'],
  [/\bMountanous\b/g, 'Mountainous'],
  // A Turkish ş that was read in the encoding of Western Europe.
  [/\bGümüþköy\b/g, 'Gümüşköy'],
]

/**
 * Words that stay in capitals: kinds of projects, units, companies' forms. Words without a vowel
 * stay too.
 */
const abbreviations = new Set(
  'REDD AFOLU ARR AUD VM EKI LED LPG PV MW MWAC KW GW VPA POA CDM GS VCS II III IV VI VII VIII IX XI XII LLC PVT LTD SA UK US USA UAE DRC PNG BC NGO EV'.split(
    ' ',
  ),
)
const smallWords = new Set(
  'a an and at by for from in of on or the to with de del la y e'.split(' '),
)
/** Matches two words or more in capitals, in a name that is not in capitals otherwise. */
const shoutedWords = /(?<![\p{L}\d])\p{Lu}{2,}(?:[ ,]+\p{Lu}{2,})+(?![\p{L}\d-])/gu

/**
 * Returns the name without ids, part numbers and registries' terms, in normal capitals. The name stays as
 * it is where too few letters would be left.
 */
export function readableProjectName(name: string): string {
  const whole = name.trim()
  const bare = [...plainWords, ...spellings].reduce(
    (text, [term, words]) => text.replace(term, words),
    withoutIds(whole),
  )
  const cleaned = lettersOf(bare).length < lettersMin ? whole : tidy(bare)
  if (isShouted(cleaned)) return withNormalCapitals(cleaned)
  return startsUpper(
    cleaned.replace(shoutedWords, (words) =>
      /\p{Lu}{5}/u.test(words) ? withNormalCapitals(words) : words,
    ),
  )
}

function withoutIds(name: string): string {
  return name
    .replace(leadingIds, '')
    .replace(leadingUnits, '')
    .replace(idBrackets, '')
    .replace(ids, '')
    .replace(parts, (part: string, at: number, text: string) => {
      const rest = text.slice(at + part.length)
      return rest === '' || /^\p{Ll}/u.test(rest) ? ' ' : ' – '
    })
    .replace(fileNumber, '')
    .replace(acronym, '')
    .trim()
    .replace(runNumber, '')
}

function tidy(name: string): string {
  return name
    .replace(/\s+/g, ' ')
    .replace(/ [-–—] /g, ' – ')
    .trim()
    .replace(/^[“"]([^“”"]*)[”"]$/, '$1')
    .replace(/[\s,;:–—-]+$/, '')
}

/** The registry's facts of a project that its shown name depends on. */
export type NamedProject = {
  readonly name: string
  readonly registryName: string
  readonly externalId: string
  /** True for a name that an operator has set. */
  readonly isEdited?: boolean
}

/**
 * Returns the shown name of each project of the whole catalogue, in order. Projects whose readable names read
 * the same get a figure that only the registries' names contain, otherwise the registry, otherwise its id.
 */
export function shownProjectNames(projects: readonly NamedProject[]): string[] {
  const readable = projects.map(({ name, isEdited }) =>
    isEdited ? name.trim() : readableProjectName(name),
  )
  const equal = Map.groupBy(projects.keys(), (index) => asRead(readable[index] ?? ''))
  const shown = [...readable]
  for (const indexes of equal.values()) {
    if (indexes.length === 1) continue
    const label = labels.find(
      (labelOf) => new Set(indexes.map((index) => labelAt(labelOf, index))).size === indexes.length,
    )
    for (const index of indexes) {
      const text = label === undefined ? '' : labelAt(label, index)
      if (text !== '') shown[index] = `${readable[index]} (${text})`
    }
  }
  return shown

  function labelAt(labelOf: LabelOf, index: number): string {
    const project = projects[index]
    return project === undefined ? '' : labelOf(project, readable[index] ?? '')
  }
}

/** Returns the letters and digits of a name that differ from another name for a reader: no accents, no small words. */
function asRead(name: string): string {
  const words = fold(name)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => !smallWords.has(word))
  return words.join('') || fold(name)
}

type LabelOf = (project: NamedProject, readable: string) => string

const labels: readonly LabelOf[] = [
  ({ name, externalId }, readable) => lastFigure(name, readable, externalId),
  ({ registryName }) => registryName,
  ({ registryName, externalId }) => `${registryName} ${externalId}`,
]

/** Returns the last number of a name, without leading zeros, that neither its readable name nor its id has. */
function lastFigure(name: string, readable: string, externalId: string): string {
  const figures = (text: string): readonly string[] => text.match(/\d+/g) ?? []
  const shown = figures(`${readable} ${externalId}`)
  const hidden = figures(name).filter((figure) => !shown.includes(figure))
  return hidden.at(-1)?.replace(/^0+(?=\d)/, '') ?? ''
}

function lettersOf(name: string): string {
  return name.replace(/[^\p{L}]/gu, '')
}

/** Returns true if a name has two or more words and over 70 % capitals. */
function isShouted(name: string): boolean {
  const letters = lettersOf(name)
  const capitals = letters.replace(/[^\p{Lu}]/gu, '')
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
