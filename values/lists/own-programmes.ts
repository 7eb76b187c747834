// Lists the product's own programmes. Partners and operators must not give their names to other
// programmes.

import { skeleton } from '#values/text/look-alikes.ts'
import { isNearSpelling } from '#values/text/near-spelling.ts'

export const ownProgrammes = ['goodwill', 'refunds', 'rewards', 'welcome'] as const

/** Programmes whose credits are discounts: a purchase that they paid alone has no receipt number and no tax. */
export const discountProgrammes = [
  'goodwill',
  'rewards',
  'welcome',
] as const satisfies readonly (typeof ownProgrammes)[number][]

/** Returns true for a programme whose credits are discounts. */
export function isDiscount(programmeId: string): boolean {
  return discountProgrammes.some((discount) => discount === programmeId)
}

export function isOwnProgramme(programmeId: string): boolean {
  return ownProgrammes.some((own) => own === programmeId)
}

/**
 * Returns true if a name can be mistaken for one of the product's own: it begins with such a name or
 * its singular, or is one typing error away from it, as a whole or in its first word.
 */
export function resemblesOwnProgramme(text: string): boolean {
  const words =
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const starts = [text, words.join(''), words[0] ?? '']
  const spellings = starts.flatMap((start) => [start, start.replace(/^\p{N}+|\p{N}+$/gu, '')])
  return spellings
    .map(skeleton)
    .some((spelling) => ownStems.some((stem) => isMistakableFor(spelling, stem)))
}

/** Skeletons of the names, each also without the s of its plural. */
const ownStems = ownProgrammes.flatMap((own) => [own, own.replace(/s$/, '')]).map(skeleton)

function isMistakableFor(spelling: string, stem: string): boolean {
  return isNearSpelling(spelling, stem) || startsLike(spelling, stem)
}

/**
 * Returns true if a spelling begins with a stem, or differs from its start only in letters of other
 * scripts, fewer than half. Such a letter may look like any Latin one.
 */
function startsLike(spelling: string, stem: string): boolean {
  const letters = Array.from(spelling).slice(0, stem.length)
  const equalLetterCount = letters.filter((letter, index) => letter === stem[index]).length
  const isForeign = (letter: string) => !/[a-z0-9]/.test(letter)
  return (
    letters.length === stem.length &&
    equalLetterCount * 2 > stem.length &&
    letters.every((letter, index) => letter === stem[index] || isForeign(letter))
  )
}
