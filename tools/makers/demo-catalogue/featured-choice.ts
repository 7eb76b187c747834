// Lists the featured projects of each country, chosen by hand, and the currency of their prices. Italy has
// none, so that the demonstration also shows a country with the worldwide projects (WW).
import type { ProjectFacts } from './project-facts.ts'

export type Currency = 'GBP' | 'EUR' | 'USD'

type Choice = { readonly country: string; readonly currency: Currency; readonly ids: string }

const choices: readonly Choice[] = [
  { country: 'GB', currency: 'GBP', ids: 'GS10792 GS12065 VCS4144 GS7080 VCS2551 VCS3801' },
  { country: 'US', currency: 'USD', ids: 'VCS4268 GS12339 VCS2887 VCS1987 GS11728' },
  { country: 'NL', currency: 'EUR', ids: 'GS10718 GS12112 GS751 VCS1996' },
  { country: 'FR', currency: 'EUR', ids: 'VCS2319 GS7549 VCS4150 GS12470' },
  { country: 'ES', currency: 'EUR', ids: 'VCS1970 VCS3739 GS11173 VCS960 VCS3432' },
  { country: 'DE', currency: 'EUR', ids: 'GS879 VCS1999 GS7454 GS12470' },
  { country: 'TR', currency: 'EUR', ids: 'GS735 GS707 VCS1380 GS1109 VCS4249 GS7652' },
  { country: 'WW', currency: 'EUR', ids: 'VCS1481 VCS3837 GS12047 GS12302 VCS2925 GS12144' },
]

/** Returns the currency of a featured project's batches, or undefined for any other project. */
export function featuredCurrencyOf({ externalId }: ProjectFacts): Currency | undefined {
  return choices.find(({ ids }) => ids.split(' ').includes(externalId))?.currency
}

export type Featured = { readonly country: string; readonly project: ProjectFacts }

/** Returns the featured projects by country. Throws if one is not among `projects` or has no batches. */
export function featuredProjects(projects: readonly ProjectFacts[]): Featured[] {
  const byId = new Map(projects.map((project) => [project.externalId, project]))
  return choices.flatMap(({ country, ids }) =>
    ids.split(' ').map((id) => {
      const project = byId.get(id)
      if (project === undefined || project.batches.length === 0) {
        throw new Error(`${id}, featured in ${country}, has no batches in the files`)
      }
      return { country, project }
    }),
  )
}
