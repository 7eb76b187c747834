// Lists the product's own programmes, whose names no partner and no operator may give to another
// one.

import { skeleton } from '#values/text/look-alikes.ts'

export const ownProgrammes = ['goodwill', 'refunds', 'rewards', 'welcome'] as const

export function isOwnProgramme(programmeId: string): boolean {
  return ownProgrammes.some((own) => own === programmeId)
}

/** A title of people may be as good as a name of the product's own, whatever signs and digits it is in. */
export function resemblesOwnProgramme(text: string): boolean {
  const letters = text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '')
  const spellings = [text, letters, letters.replace(/^\p{N}+|\p{N}+$/gu, '')].map(skeleton)
  return spellings.some((looks) => ownLooks.some((own) => isTakenFor(looks, own)))
}

const ownLooks = ownProgrammes.map(skeleton)

/** A letter that is no Latin one, in a word of Latin letters, may look like any of them. */
function isTakenFor(looks: string, own: string): boolean {
  const letters = Array.from(looks)
  const same = letters.filter((letter, index) => letter === own[index]).length
  const isForeign = (letter: string) => !/[a-z0-9]/.test(letter)
  return (
    letters.length === own.length &&
    same * 2 > own.length &&
    letters.every((letter, index) => letter === own[index] || isForeign(letter))
  )
}
