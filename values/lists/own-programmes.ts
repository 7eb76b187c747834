// Lists the product's own programmes. Partners and operators must not give their names to other
// programmes.

import { skeleton } from '#values/text/look-alikes.ts'

export const ownProgrammes = ['goodwill', 'refunds', 'rewards', 'welcome'] as const

export function isOwnProgramme(programmeId: string): boolean {
  return ownProgrammes.some((own) => own === programmeId)
}

/**
 * Returns true if a name can be mistaken for one of the product's own, also with digits or signs in
 * place of letters.
 */
export function resemblesOwnProgramme(text: string): boolean {
  const letters = text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '')
  const spellings = [text, letters, letters.replace(/^\p{N}+|\p{N}+$/gu, '')].map(skeleton)
  return spellings.some((spelling) => ownSkeletons.some((own) => isMistakableFor(spelling, own)))
}

const ownSkeletons = ownProgrammes.map(skeleton)

/**
 * Returns true if a spelling differs from a name only in letters of other scripts, fewer than half of
 * its letters. Such a letter may look like any Latin one.
 */
function isMistakableFor(spelling: string, ownName: string): boolean {
  const letters = Array.from(spelling)
  const equalLetterCount = letters.filter((letter, index) => letter === ownName[index]).length
  const isForeign = (letter: string) => !/[a-z0-9]/.test(letter)
  return (
    letters.length === ownName.length &&
    equalLetterCount * 2 > ownName.length &&
    letters.every((letter, index) => letter === ownName[index] || isForeign(letter))
  )
}
