// The product's own programmes: names that no partner and no operator may give to another one.

export const ownProgrammes = ['goodwill', 'refunds', 'rewards', 'welcome'] as const

export function isOwnProgramme(programmeId: string): boolean {
  return ownProgrammes.some((own) => own === programmeId)
}
