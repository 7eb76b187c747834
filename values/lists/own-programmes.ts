// Lists the product's own programmes, whose names no partner and no operator may give to another
// one.

import { skeleton } from '#values/text/look-alikes.ts'

export const ownProgrammes = ['goodwill', 'refunds', 'rewards', 'welcome'] as const

export function isOwnProgramme(programmeId: string): boolean {
  return ownProgrammes.some((own) => own === programmeId)
}

/** Whether a name can be taken for one of the product's own, in any signs and digits. */
export function resemblesOwnProgramme(text: string): boolean {
  const letters = text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '')
  const spellings = [text, letters, letters.replace(/^\p{N}+|\p{N}+$/gu, '')].map(skeleton)
  return spellings.some((spelling) => ownSkeletons.some((own) => isTakenFor(spelling, own)))
}

const ownSkeletons = ownProgrammes.map(skeleton)

/** A foreign letter in a word of Latin letters may look like any of them. */
function isTakenFor(spelling: string, own: string): boolean {
  const letters = Array.from(spelling)
  const same = letters.filter((letter, index) => letter === own[index]).length
  const isForeign = (letter: string) => !/[a-z0-9]/.test(letter)
  return (
    letters.length === own.length &&
    same * 2 > own.length &&
    letters.every((letter, index) => letter === own[index] || isForeign(letter))
  )
}
