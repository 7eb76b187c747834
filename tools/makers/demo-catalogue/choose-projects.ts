// Chooses and orders the registry projects of the demonstration: all projects with batches, and a part of
// the others. The same files always give the same choice.

import { soldOutTonnesMax } from './past-sales.ts'
import { type ProjectFacts, pickNumber } from './project-facts.ts'
import { projectKindOf } from './registry-project-kind.ts'

/** Number of projects without batches by registry and status, so that every filter finds some. */
const quotas = [
  { registry: 'GS', status: 'Verified', count: 45 },
  { registry: 'GS', status: 'Certified Design', count: 55 },
  { registry: 'GS', status: 'Listed', count: 55 },
  { registry: 'VCS', status: 'Verified', count: 50 },
  { registry: 'VCS', status: 'Certified Design', count: 40 },
  { registry: 'VCS', status: 'Listed', count: 45 },
] as const

/** Projects that are always chosen, so that the countries with a known calling code have some. */
const alwaysChosenIds = new Set(
  'VCS216 VCS2072 VCS336 VCS338 GS23461 GS23526 VCS1501 VCS213 GS7435 GS23516 GS2772'.split(' '),
)

const nameMaxLength = 110
/** Matches names and developers that are hard to read: broken letters, codes, capitals only. */
const unreadable = /[ÃÂ�]|^\*|\(30\d{4}\)|pre-?_?CDM|^[^a-z]+$/i
const unreadableCase = /^[^a-z]*$/
const personName = /^((mr|mrs|ms|dr|m\/s)\b|[A-Z]\.\s?[A-Z])/i

export function chooseProjects(all: readonly ProjectFacts[]): ProjectFacts[] {
  const withBatches = all.filter((project) => project.batches.length > 0)
  const stocked = orderMixed(withBatches.filter((project) => !maySellOut(project)))
  const withoutBatches = all.filter(
    (project) => project.batches.length === 0 && isReadable(project),
  )
  const chosen = quotas.flatMap(({ registry, status, count }) => {
    const candidates = withoutBatches.filter(
      (each) => each.registry === registry && each.status === status,
    )
    const alwaysChosen = candidates.filter((each) => alwaysChosenIds.has(each.externalId))
    const otherCandidates = candidates.filter((each) => !alwaysChosenIds.has(each.externalId))
    return [...alwaysChosen, ...orderMixed(otherCandidates).slice(0, count - alwaysChosen.length)]
  })
  return [...stocked, ...orderMixed([...withBatches.filter(maySellOut), ...chosen])]
}

/** Returns true if past-sales.ts may sell out the project, because it has few tonnes. */
function maySellOut({ batches }: ProjectFacts): boolean {
  return batches.reduce((sum, batch) => sum + batch.quantityTonnes, 0) <= soldOutTonnesMax
}

function isReadable(project: ProjectFacts): boolean {
  const { name, developer, country, externalUrl } = project
  if (developer === null || externalUrl === null || country.code === 'ZZ') return false
  if (name.length > nameMaxLength || unreadable.test(name) || unreadableCase.test(name))
    return false
  if (unreadable.test(developer) || personName.test(developer)) return false
  return projectKindOf(project) !== 'other' && projectKindOf(project) !== 'fuel-switch'
}

/** Costs of a trait that a project shares with the project before it. */
const traitCosts = [
  ['kind', 8],
  ['country', 6],
  ['developer', 6],
  ['status', 1],
  ['registry', 1],
] as const

/** Orders projects so that neighbours differ in kind, country and developer, with large projects first. */
export function orderMixed(projects: readonly ProjectFacts[]): ProjectFacts[] {
  const unordered = projects.map((project) => ({ project, traits: traitsOf(project) }))
  const lastPositions = new Map<string, number>()
  const ordered: ProjectFacts[] = []
  while (unordered.length > 0) {
    const position = ordered.length
    const costs = unordered.map(({ project, traits }) => {
      const likeness = traits.reduce((sum, { trait, weight }) => {
        const lastPosition = lastPositions.get(trait)
        return lastPosition === undefined ? sum : sum + weight / (position - lastPosition)
      }, 0)
      return likeness + readingCost(project) - sizeLogarithm(project) / 20
    })
    const [next] = unordered.splice(costs.indexOf(Math.min(...costs)), 1)
    if (next === undefined) break
    for (const { trait } of next.traits) lastPositions.set(trait, position)
    ordered.push(next.project)
  }
  return ordered
}

function traitsOf(project: ProjectFacts) {
  const kind = projectKindOf(project)
  const values = { ...project, kind, country: project.country.code }
  return traitCosts.map(([name, weight]) => ({ trait: `${name} ${values[name]}`, weight }))
}

/** Returns the cost of a name that contains codes or has over 70 letters, plus a small random cost. */
function readingCost({ name, externalId }: ProjectFacts): number {
  const randomCost = pickNumber(externalId, 1_000) / 2_000
  const hasCodes = /\b(R?VPA|CPA|PoA)\b|^GS\d|^[^a-z]+$|^“/.test(name)
  return randomCost + (hasCodes ? 2 : 0) + (name.length > 70 ? 1 : 0)
}

/** Returns the decimal logarithm of the tonnes on offer; without any, of those expected each year. */
function sizeLogarithm(project: ProjectFacts): number {
  const tonnes = project.batches.reduce((sum, batch) => sum + batch.quantityTonnes, 0)
  return Math.log10(1 + (tonnes || (project.estimatedAnnualTonnes ?? 0)))
}
