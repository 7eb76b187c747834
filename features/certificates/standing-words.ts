// Composes a certificate's texts about its kilograms: their projects, places, retired parts and
// replacements.

import { typeIn } from '#features/catalogue/import/type-in.ts'
import type {
  BlockPlaces,
  Certificate,
  CurrentPlaces,
} from '#features/certificates/read-certificate.ts'
import type { PlacesPart } from '#features/retirements/list-parts.ts'
import { kgOf, type PlaceRange } from '#features/retirements/place-ranges.ts'
import { countIn, dayIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import { type Language, localeOf } from '#values/lists/languages.ts'

/** A labelled value. `isCode` selects a monospaced typeface. */
export type Fact = {
  readonly label: string
  readonly value: string
  readonly isCode: boolean
  readonly url: string | null
}

/** All ranges of places of one block. There is at least one. */
type BlockRanges = readonly [CurrentPlaces, ...CurrentPlaces[]]

function countryIn(language: Language, { country, countryName }: BlockPlaces): string {
  const names = new Intl.DisplayNames(localeOf(language), { type: 'region', fallback: 'none' })
  return names.of(country) ?? countryName
}

/** Returns the ranges of each block, in the order of the certificate. */
function blocksOf({ currentPlaces }: Certificate): BlockRanges[] {
  const groups = Map.groupBy(currentPlaces, ({ registry, serial }) => `${registry} ${serial}`)
  return [...groups.values()].flatMap(([first, ...rest]): BlockRanges[] =>
    first === undefined ? [] : [[first, ...rest]],
  )
}

const kgIn = (language: Language, ranges: readonly BlockPlaces[]) =>
  countIn(language, kgOf(ranges.map(({ places }) => places)))

/**
 * Returns the projects as one text and as a list of lines, and the countries as one text. If there are
 * several projects, each has its kilograms.
 */
export function sourceIn(language: Language, { currentPlaces }: Certificate) {
  const groups = [...Map.groupBy(currentPlaces, ({ project }) => project)]
  const projects = groups.map(([name, ranges]) => ({ name, kg: `${kgIn(language, ranges)} kg` }))
  const isSingle = projects.length === 1
  const names = projects.map(({ name, kg }) => (isSingle ? name : `${name} (${kg})`))
  const lines = projects.map(({ name, kg }) => (isSingle ? name : `${kg} · ${name}`))
  const countries = new Set(currentPlaces.map((each) => countryIn(language, each)))
  return { project: names.join(', '), projects: lines, country: [...countries].join(', ') }
}

export function hasSeveralBlocks(certificate: Certificate): boolean {
  return blocksOf(certificate).length > 1
}

/** Returns the facts of each block. The facts of the first block also include the date of the purchase. */
export function factsIn(language: Language, certificate: Certificate): Fact[][] {
  const blocks = blocksOf(certificate)
  const plain = (label: string, value: string) => ({ label, value, isCode: false, url: null })
  const day = plain(textIn(language, 'certificates_date'), dayIn(language, certificate.date))
  return blocks.map((ranges, index) => {
    const [block] = ranges
    const types = block.projectTypes.map((type) => typeIn(language, type)).join(', ')
    const kg = blocks.length === 1 ? '' : ` · ${kgIn(language, ranges)} kg`
    return [
      plain(textIn(language, 'projects_one'), `${block.project}${kg}`),
      ...(block.registeredName === block.project
        ? []
        : [plain(textIn(language, 'certificates_registered_name'), block.registeredName)]),
      plain(textIn(language, 'projects_country'), countryIn(language, block)),
      ...(types === '' ? [] : [plain(textIn(language, 'projects_type'), types)]),
      plain(textIn(language, 'certificates_vintage'), String(block.vintageYear)),
      {
        ...plain(textIn(language, 'projects_registry'), block.registryName),
        url: block.registryUrl,
      },
      ...(index === 0 ? [day] : []),
      { ...plain(textIn(language, 'activity_serial'), block.serial), isCode: true },
      plain(
        textIn(language, 'certificates_places'),
        ranges.map(({ places }) => rangeIn(language, places)).join(', '),
      ),
    ]
  })
}

function rangeIn(language: Language, { first, last }: PlaceRange): string {
  const from = countIn(language, first)
  return first === last ? from : `${from} – ${countIn(language, last)}`
}

function placesIn(language: Language, { first, last }: PlaceRange): string {
  return first === last
    ? textIn(language, 'certificates_place_one', { first: countIn(language, first) })
    : textIn(language, 'certificates_place_many', {
        first: countIn(language, first),
        last: countIn(language, last),
      })
}

/**
 * Returns a text for each retired or unretired part of the kilograms, with the URL of the registry's
 * record or null.
 */
export function partsIn(language: Language, certificate: Certificate) {
  const showsBlock = hasSeveralBlocks(certificate)
  return certificate.currentPlaces.flatMap(({ project, serial, parts }) =>
    parts.map((part) => {
      const words = `${placesIn(language, part)}: ${stateIn(language, part)}`
      return { text: showsBlock ? `${project}, ${serial}. ${words}` : words, url: part.url }
    }),
  )
}

function stateIn(language: Language, part: PlacesPart): string {
  switch (part.state) {
    case 'allocated':
      return textIn(language, 'certificates_part_allocated')
    case 'retired': {
      const values = { date: dayIn(language, part.date), reference: part.reference }
      if (part.confirmedOn === null) return textIn(language, 'certificates_part_retired', values)
      const day = dayIn(language, part.confirmedOn)
      return textIn(language, 'certificates_part_confirmed', { ...values, day })
    }
  }
}

/**
 * Returns the texts about replacements. One text describes the kilograms that the registry took back. A
 * second text describes the kilograms that replaced them, unless the certificate has no other kilograms.
 */
export function replacementsIn(language: Language, certificate: Certificate): string[] {
  const { replacements } = certificate
  const isWhollyReplaced = replacements.length === 1 && !hasSeveralBlocks(certificate)
  return replacements.flatMap(({ date, replaced, present }) => {
    const replacedText = textIn(language, 'certificates_replaced', {
      date: dayIn(language, date),
      kg: kgIn(language, [replaced]),
      project: replaced.project,
      serial: replaced.serial,
      places: placesIn(language, replaced.places),
    })
    const presentText = textIn(language, 'certificates_stands_in', {
      project: present.project,
      serial: present.serial,
      part: `${placesIn(language, present.places)}.`,
    })
    return isWhollyReplaced ? [replacedText] : [replacedText, presentText]
  })
}
