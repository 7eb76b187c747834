// Decides whether a registry's word for a unit is one that the product sells: an issued credit of
// five kinds. An unknown word is never guessed.
import { wordsOf } from '#providers/registries/tables/column-words.ts'
import type { Registry } from '#values/serials/registries.ts'

export type UnitKind = 'sold' | 'planned' | 'unknown'

type Unit = {
  /** The only registry that issues this unit; null if several do. */
  readonly registry: Registry | null
  readonly names: readonly string[]
}

/** Names in the singular; plurals are compared as singulars. */
const units: readonly Unit[] = [
  {
    registry: null,
    names: [
      'ver',
      'gsver',
      'verified emission reduction',
      'verified emissions reduction',
      'voluntary emission reduction',
      'voluntary emissions reduction',
    ],
  },
  {
    registry: null,
    names: ['cer', 'gscer', 'certified emission reduction', 'certified emissions reduction'],
  },
  { registry: 'VCS', names: ['vcu', 'verified carbon unit'] },
  {
    registry: 'ACR',
    names: ['ert', 'emission reduction ton', 'emission reduction tonne', 'emissions reduction ton'],
  },
  { registry: 'CAR', names: ['crt', 'climate reserve ton', 'climate reserve tonne'] },
]

/** Words around a unit's name that do not change its kind. */
const qualifiers = /\b(?:gold standard|gs|verra|vcs|cdm|acr|car|ex post|issued)\b/g

const planned =
  /\b(?:pers?|gspers?|plan|planned|ex ante|forecast(?:ed|s)?|forward|future|pending|projected|prospective|estimated|expected|anticipated|pre issuance|pre issued|to be issued|not (?:yet )?issued|unissued|unverified|non verified|not verified|pius?|pacus?)\b/

/** Returns the kind of a unit. Each part of the word must name one: `VER (Verified Emission Reductions)`. */
export function unitKindOf(word: string): UnitKind {
  if (planned.test(wordsOf(word))) return 'planned'
  const found = unitsIn(word)
  return found.length > 0 && found.every((unit) => unit !== undefined) ? 'sold' : 'unknown'
}

/** Returns the only registry that issues a unit of this name; null if several do or the word is unknown. */
export function issuerOf(word: string): Registry | null {
  return unitsIn(word).find((unit) => unit?.registry)?.registry ?? null
}

/** Returns true if a word in a general column means that the unit is not issued yet. */
export function saysPlanned(word: string): boolean {
  const words = wordsOf(word)
  return plannedWord.test(words) || plannedPhrase.test(words)
}
const plannedWord =
  /^(?:gs ?)?pers?$|^(?:planned|forecast(?:ed)?|forward|future|pending|projected|estimated|unissued|unverified|(?:non|not) verified)(?: (?:credit|unit)s?)?$/
const plannedPhrase =
  /\b(?:planned (?:emission|credit|unit|issuance)|ex ante|forecast(?:ed)?|pending issuance|pre issuance|not yet issued|to be issued|forward credit|projected (?:emission|credit))/

function unitsIn(word: string): (Unit | undefined)[] {
  return word
    .split(/[()[\],;/|:–—]|\s-\s/)
    .map((part) => wordsOf(part).replace(qualifiers, ' ').replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .map((part) => units.find(({ names }) => names.includes(part.replace(/s$/, ''))))
}

/** The registries' words that allow the sale of a block of credits. Any other word forbids it. */
const sellableWords: ReadonlySet<string> = new Set(['active', 'issued', 'available'])

export function maySell(registryWord: string): boolean {
  return sellableWords.has(registryWord.trim().toLowerCase())
}
