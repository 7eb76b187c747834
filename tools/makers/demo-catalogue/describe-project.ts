// Writes the description of a project: three short paragraphs that differ by kind, country,
// developer, state and size. It may claim only the facts.
import { sentencesByKind } from './kind-sentences.ts'
import { issuedTonnes, type ProjectFacts, pickOne, readableCountry } from './project-facts.ts'
import { projectKindOf } from './registry-project-kind.ts'

/** Tonnes a year from which we call a project large, and up to which small. Ours. */
const largeTonnes = 400_000
const smallTonnes = 15_000

/** Developers' names that name no company. */
const placeholders = /^(multiple proponents|credits transferred|n\/?a$|not (stated|provided))/i
const withArticle =
  /^(United|Netherlands|Philippines|Dominican R|DR C|Republic of|Gambia|Russia.+F)/

export function describeProject(project: ProjectFacts): string {
  return [`${opening(project)} ${how(project)}`, size(project), credits(project)]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

function opening(project: ProjectFacts): string {
  const { work } = sentencesByKind[projectKindOf(project)]
  const [does, todo] = [work.replaceAll('(s)', 's'), work.replaceAll('(s)', '')]
  const where = placeOf(project)
  const who = developerOf(project)
  const seed = `${project.externalId} opening`
  if (project.status === 'Listed') return planned(seed, todo, where, who)
  if (project.status === 'Certified Design') return designed(seed, todo, where, who)
  if (who === null) {
    return pickOne(seed, [
      `This project ${does} ${where}.`,
      `${capital(where)}, this project ${does}.`,
    ])
  }
  return pickOne(seed, [
    `${who} ${does} ${where}.`,
    `${capital(where)}, ${who} ${does}.`,
    `This project ${does} ${where}. ${sentenceEnd(`Its developer is ${who}`)}`,
    `${capital(where)}, this project ${does}. ${sentenceEnd(`Behind it stands ${who}`)}`,
  ])
}

function planned(seed: string, todo: string, where: string, who: string | null): string {
  if (who === null) return `This project is to ${todo} ${where}.`
  return pickOne(seed, [
    `${who} plans to ${todo} ${where}.`,
    `${capital(where)}, ${who} sets out to ${todo}.`,
    `This project is to ${todo} ${where}. ${sentenceEnd(`Its developer is ${who}`)}`,
  ])
}

function designed(seed: string, todo: string, where: string, who: string | null): string {
  if (who === null) return `The design of this project, to ${todo} ${where}, is done.`
  return pickOne(seed, [
    `The plan is to ${todo} ${where}. ${sentenceEnd(`The design is by ${who}`)}`,
    `${who} has designed this project to ${todo} ${where}.`,
    `${capital(where)}, ${who} is about to ${todo}.`,
  ])
}

function how(project: ProjectFacts): string {
  return pickOne(`${project.externalId} how`, sentencesByKind[projectKindOf(project)].how)
}

function size(project: ProjectFacts): string {
  const tonnes = project.estimatedAnnualTonnes
  if (tonnes === null || tonnes === 0) return period(project)
  const amount = `${thousands(tonnes)} tonnes of CO₂ a year`
  const seed = `${project.externalId} size`
  const sentence =
    tonnes >= largeTonnes
      ? pickOne(seed, [
          `It is a large project: ${amount} by its developer's estimate.`,
          `Few projects here are larger. The estimate is ${amount}.`,
        ])
      : tonnes <= smallTonnes
        ? pickOne(seed, [
            `It is a small project, with an estimate of ${amount}.`,
            `Small, and close to where it acts: the estimate is ${amount}.`,
          ])
        : pickOne(seed, [
            `The estimate is ${amount}.`,
            `By its developer's estimate it spares the air ${amount}.`,
            `On paper it comes to ${amount}.`,
          ])
  return [sentence, period(project)].filter((part) => part !== '').join(' ')
}

function period({ creditingPeriodStart, creditingPeriodEnd }: ProjectFacts): string {
  if (creditingPeriodStart === null || creditingPeriodEnd === null) return ''
  const [first, last] = [creditingPeriodStart.slice(0, 4), creditingPeriodEnd.slice(0, 4)]
  return `Its results count from ${first} to ${last}.`
}

function credits(project: ProjectFacts): string {
  const registry = project.registry === 'VCS' ? 'Verra' : project.registryName
  const id = project.externalId
  const seed = `${id} credits`
  if (project.status === 'Listed') {
    return pickOne(seed, [
      `${registry} lists it as ${id}. Its audit is still to come.`,
      `It stands in the register of ${registry} as ${id}, and has yet to be audited.`,
    ])
  }
  if (project.status === 'Certified Design') {
    return pickOne(seed, [
      `${registry} keeps it as ${id}. The design has been audited, the results not yet.`,
      `An auditor has passed its design for ${registry}, where it is ${id}.`,
    ])
  }
  const state = project.registry === 'VCS' ? 'registered' : 'certified'
  const known = pickOne(seed, [
    `${registry} keeps it as ${id}, among its ${state} projects.`,
    `It is ${state}, and anyone can look it up at ${registry} as ${id}.`,
    `You find its documents at ${registry} under ${id}.`,
  ])
  return project.batches.length === 0 ? known : `${known} ${blocks(project)}`
}

function blocks(project: ProjectFacts): string {
  const years = [...new Set(project.batches.map((batch) => batch.vintageYear))].sort(
    (a, b) => a - b,
  )
  const [first, last] = [years.at(0), years.at(-1)]
  const when = first === last ? `from ${first}` : `from ${first} to ${last}`
  const count = project.batches.length
  const tonnes = issuedTonnes(project)
  const amount = `${thousands(tonnes)} ${tonnes === 1 ? 'tonne' : 'tonnes'}`
  return count === 1
    ? `The batch here is ${amount} ${when}.`
    : `The ${count} batches here are ${when}, ${amount} in all.`
}

function placeOf(project: ProjectFacts): string {
  if (project.country.code === 'XZ') return 'in several countries'
  const name = readableCountry(project)
  return withArticle.test(name) ? `in the ${name}` : `in ${name}`
}

function developerOf({ developer, name }: ProjectFacts): string | null {
  return developer === null || developer === name || placeholders.test(developer) ? null : developer
}

/** Ends a sentence that may end in `Ltd.` already. */
function sentenceEnd(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function thousands(count: number): string {
  return count.toLocaleString('en-GB')
}
