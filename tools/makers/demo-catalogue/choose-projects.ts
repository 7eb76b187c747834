// Chooses and sorts the registry projects of the demonstration: every project that has batches,
// then a mix of the others. The same files always give the same choice.

import { soldOutTonnesMax } from './past-sales.ts'
import { type ProjectFacts, pickNumber } from './project-facts.ts'
import { projectKindOf } from './registry-project-kind.ts'

/** Projects without batches, by registry and status: enough of each for every filter. */
const quotas = [
  { registry: 'GS', status: 'Verified', count: 45 },
  { registry: 'GS', status: 'Certified Design', count: 55 },
  { registry: 'GS', status: 'Listed', count: 55 },
  { registry: 'VCS', status: 'Verified', count: 50 },
  { registry: 'VCS', status: 'Certified Design', count: 40 },
  { registry: 'VCS', status: 'Listed', count: 45 },
] as const

/** Projects of the countries that the product knows by calling code, where a registry has any. */
const alwaysShown = new Set(
  'VCS216 VCS2072 VCS336 VCS338 GS23461 GS23526 VCS1501 VCS213 GS7435 GS23516 GS2772'.split(' '),
)

const nameMaxLength = 110
/** Names and developers that a person would stumble over: broken letters, codes, all capitals. */
const unreadable = /[ÃÂ�]|^\*|\(30\d{4}\)|pre-?_?CDM|^[^a-z]+$/i
const unreadableCase = /^[^a-z]*$/
const somePerson = /^((mr|mrs|ms|dr|m\/s)\b|[A-Z]\.\s?[A-Z])/i

export function chooseProjects(all: readonly ProjectFacts[]): ProjectFacts[] {
  const issued = all.filter((project) => project.batches.length > 0)
  const stocked = mixed(issued.filter((project) => !isSoldOut(project)))
  const others = all.filter((project) => project.batches.length === 0 && isReadable(project))
  const chosen = quotas.flatMap(({ registry, status, count }) => {
    const bucket = others.filter((each) => each.registry === registry && each.status === status)
    const wanted = bucket.filter((each) => alwaysShown.has(each.externalId))
    const rest = bucket.filter((each) => !alwaysShown.has(each.externalId))
    return [...wanted, ...mixed(rest).slice(0, count - wanted.length)]
  })
  return [...stocked, ...mixed([...issued.filter(isSoldOut), ...chosen])]
}

/** Whether past-sales.ts may sell out the project, since it has few tonnes. */
function isSoldOut({ batches }: ProjectFacts): boolean {
  return batches.reduce((sum, batch) => sum + batch.quantityTonnes, 0) <= soldOutTonnesMax
}

function isReadable(project: ProjectFacts): boolean {
  const { name, developer, country, externalUrl } = project
  if (developer === null || externalUrl === null || country.code === 'ZZ') return false
  if (name.length > nameMaxLength || unreadable.test(name) || unreadableCase.test(name))
    return false
  if (unreadable.test(developer) || somePerson.test(developer)) return false
  return projectKindOf(project) !== 'other' && projectKindOf(project) !== 'fuel-switch'
}

/** The cost of a project for each trait that it shares with the projects just before it. */
const likenesses = [
  ['kind', 8],
  ['country', 6],
  ['developer', 6],
  ['status', 1],
  ['registry', 1],
] as const

/** Orders projects so that neighbours differ in kind, country and developer, large ones first. */
export function mixed(projects: readonly ProjectFacts[]): ProjectFacts[] {
  const waiting = projects.map((project) => ({ project, traits: traitsOf(project) }))
  const lastPlace = new Map<string, number>()
  const ordered: ProjectFacts[] = []
  while (waiting.length > 0) {
    const place = ordered.length
    const costs = waiting.map(({ project, traits }) => {
      const likeness = traits.reduce((sum, { trait, weight }) => {
        const last = lastPlace.get(trait)
        return last === undefined ? sum : sum + weight / (place - last)
      }, 0)
      return likeness + hardToRead(project) - sizeOf(project) / 20
    })
    const [next] = waiting.splice(costs.indexOf(Math.min(...costs)), 1)
    if (next === undefined) break
    for (const { trait } of next.traits) lastPlace.set(trait, place)
    ordered.push(next.project)
  }
  return ordered
}

function traitsOf(project: ProjectFacts) {
  const kind = projectKindOf(project)
  const values = { ...project, kind, country: project.country.code }
  return likenesses.map(([name, weight]) => ({ trait: `${name} ${values[name]}`, weight }))
}

/** The cost of a name that is hard to read, such as one with codes or over 70 letters. */
function hardToRead({ name, externalId }: ProjectFacts): number {
  const chance = pickNumber(externalId, 1_000) / 2_000
  const coded = /\b(R?VPA|CPA|PoA)\b|^GS\d|^[^a-z]+$|^“/.test(name)
  return chance + (coded ? 2 : 0) + (name.length > 70 ? 1 : 0)
}

/** The decimal logarithm of the tonnes on offer, or else of those expected each year. */
function sizeOf(project: ProjectFacts): number {
  const tonnes = project.batches.reduce((sum, batch) => sum + batch.quantityTonnes, 0)
  return Math.log10(1 + (tonnes || (project.estimatedAnnualTonnes ?? 0)))
}
