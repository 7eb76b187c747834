// Writes the description of a project: up to three short paragraphs that differ by kind, country,
// developer, status and size. It may claim only what the registry's facts say.
import { sentencesByKind } from './kind-sentences.ts'
import { issuedTonnes, type ProjectFacts, pickOne, readableCountry } from './project-facts.ts'
import { projectKindOf } from './registry-project-kind.ts'

/** Tonnes per year. The description calls projects from `largeTonnes` on large, up to `smallTonnes` small. */
const largeTonnes = 400_000
const smallTonnes = 15_000

/** Matches texts in the registries' developer column that name no company. */
const placeholderNames = /^(multiple proponents|credits transferred|n\/?a$|not (stated|provided))/i
const countriesWithArticle =
  /^(United|Netherlands|Philippines|Dominican R|DR C|Republic of|Gambia|Russia.+F)/

export function describeProject(project: ProjectFacts): string {
  return [
    `${opening(project)} ${methodSentence(project)}`,
    sizeSentences(project),
    creditSentences(project),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

function opening(project: ProjectFacts): string {
  const { work } = sentencesByKind[projectKindOf(project)]
  const [workPresent, workInfinitive] = [work.replaceAll('(s)', 's'), work.replaceAll('(s)', '')]
  const location = placeOf(project)
  const developerName = developerOf(project)
  const seed = `${project.externalId} opening`
  if (project.status === 'Listed')
    return plannedOpening(seed, workInfinitive, location, developerName)
  if (project.status === 'Certified Design')
    return designedOpening(seed, workInfinitive, location, developerName)
  if (developerName === null) {
    return pickOne(seed, [
      `This project ${workPresent} ${location}.`,
      `${capitalised(location)}, this project ${workPresent}.`,
    ])
  }
  return pickOne(seed, [
    `${developerName} ${workPresent} ${location}.`,
    `${capitalised(location)}, ${developerName} ${workPresent}.`,
    `This project ${workPresent} ${location}. ${withFullStop(`Its developer is ${developerName}`)}`,
    `${capitalised(location)}, this project ${workPresent}. ${withFullStop(`Behind it stands ${developerName}`)}`,
  ])
}

function plannedOpening(
  seed: string,
  workInfinitive: string,
  location: string,
  developerName: string | null,
): string {
  if (developerName === null) return `This project is to ${workInfinitive} ${location}.`
  return pickOne(seed, [
    `${developerName} plans to ${workInfinitive} ${location}.`,
    `${capitalised(location)}, ${developerName} sets out to ${workInfinitive}.`,
    `This project is to ${workInfinitive} ${location}. ${withFullStop(`Its developer is ${developerName}`)}`,
  ])
}

function designedOpening(
  seed: string,
  workInfinitive: string,
  location: string,
  developerName: string | null,
): string {
  if (developerName === null)
    return `The design of this project, to ${workInfinitive} ${location}, is done.`
  return pickOne(seed, [
    `The plan is to ${workInfinitive} ${location}. ${withFullStop(`The design is by ${developerName}`)}`,
    `${developerName} has designed this project to ${workInfinitive} ${location}.`,
    `${capitalised(location)}, ${developerName} is about to ${workInfinitive}.`,
  ])
}

function methodSentence(project: ProjectFacts): string {
  return pickOne(`${project.externalId} how`, sentencesByKind[projectKindOf(project)].how)
}

function sizeSentences(project: ProjectFacts): string {
  const tonnes = project.estimatedAnnualTonnes
  if (tonnes === null || tonnes === 0) return periodSentence(project)
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
  return [sentence, periodSentence(project)].filter((part) => part !== '').join(' ')
}

function periodSentence({ creditingPeriodStart, creditingPeriodEnd }: ProjectFacts): string {
  if (creditingPeriodStart === null || creditingPeriodEnd === null) return ''
  const [first, last] = [creditingPeriodStart.slice(0, 4), creditingPeriodEnd.slice(0, 4)]
  return `Its results count from ${first} to ${last}.`
}

function creditSentences(project: ProjectFacts): string {
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
  const registrySentence = pickOne(seed, [
    `${registry} keeps it as ${id}, among its ${state} projects.`,
    `It is ${state}, and anyone can look it up at ${registry} as ${id}.`,
    `You find its documents at ${registry} under ${id}.`,
  ])
  return project.batches.length === 0
    ? registrySentence
    : `${registrySentence} ${batchSentence(project)}`
}

function batchSentence(project: ProjectFacts): string {
  const years = [...new Set(project.batches.map((batch) => batch.vintageYear))].sort(
    (a, b) => a - b,
  )
  const [first, last] = [years.at(0), years.at(-1)]
  const yearRange = first === last ? `from ${first}` : `from ${first} to ${last}`
  const count = project.batches.length
  const tonnes = issuedTonnes(project)
  const amount = `${thousands(tonnes)} ${tonnes === 1 ? 'tonne' : 'tonnes'}`
  return count === 1
    ? `The batch here is ${amount} ${yearRange}.`
    : `The ${count} batches here are ${yearRange}, ${amount} in all.`
}

function placeOf(project: ProjectFacts): string {
  if (project.country.code === 'XZ') return 'in several countries'
  const name = readableCountry(project)
  return countriesWithArticle.test(name) ? `in the ${name}` : `in ${name}`
}

function developerOf({ developer, name }: ProjectFacts): string | null {
  return developer === null || developer === name || placeholderNames.test(developer)
    ? null
    : developer
}

/** Adds a full stop unless the text ends with one, as in `Ltd.`. */
function withFullStop(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function thousands(count: number): string {
  return count.toLocaleString('en-GB')
}
