// Generates database/demo-catalogue/*.csv from a folder of registry files:
//   npm run demo-catalogue -- <folder with the registries' CSV files>
// The files provide the facts; prices and past sales are ours.
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { faultOfSerial } from '#features/catalogue/import/serial-judgement.ts'
import { readProjectFile } from '#providers/registries/projects/project-file.ts'
import { type RegistryBatch, readBatchFile } from '#providers/registries/tables/batch-file.ts'
import {
  type FileSource,
  faultSentence,
  isFault,
} from '#providers/registries/tables/file-source.ts'
import type { ProjectStatus } from '#values/lists/project-statuses.ts'
import { overlapOf, readSerial } from '#values/serials/serials.ts'
import { csv, type Field } from '#values/text/csv-text.ts'
import { chooseProjects } from './choose-projects.ts'
import { type Offer, offersOf } from './demo-offer.ts'
import { type Featured, featuredProjects } from './featured-choice.ts'
import { type PastSale, pastSalesOf } from './past-sales.ts'
import { type ProjectFacts, projectOfBatches, readableCountry } from './project-facts.ts'
import { goalsByKind, projectKindOf } from './registry-project-kind.ts'

const projectFiles = ['gold-standard-projects.csv', 'verra-projects.csv']
const batchFile = 'credit-batches.csv'
const output = resolve(import.meta.dirname, '../../../database/demo-catalogue')
/** Minimum size in tonnes of a preferred batch, which is the cheapest batch of that size. */
const preferredTonnesMin = 1_000

function source(folder: string, file: string): FileSource {
  return { file, open: () => createReadStream(join(folder, file)) }
}

async function readBatches(
  folder: string,
): Promise<Map<string, [RegistryBatch, ...RegistryBatch[]]>> {
  const rows: RegistryBatch[] = []
  for await (const result of readBatchFile(source(folder, batchFile))) {
    if (isFault(result)) throw new Error(faultSentence(result))
    const fault = faultOfSerial(result.row, [])
    if (fault !== null) throw new Error(faultSentence({ ...result, fault }))
    rows.push(result.row)
  }
  const byProject = new Map<string, [RegistryBatch, ...RegistryBatch[]]>()
  for (const row of removeParts(rows)) {
    const siblings = byProject.get(row.externalProjectId)
    if (siblings === undefined) byProject.set(row.externalProjectId, [row])
    else siblings.push(row)
  }
  return byProject
}

/** Removes blocks that are a part of another block. Registries list a retired part next to its block. */
function removeParts(rows: readonly RegistryBatch[]): RegistryBatch[] {
  const parsedRows = rows.map((row) => ({ row, serial: readSerial(row.serialNumber) }))
  const isPart = ({ serial }: (typeof parsedRows)[number]) =>
    parsedRows.some((other) => overlapOf(serial, other.serial) === 'part')
  return parsedRows.filter((each) => !isPart(each)).map(({ row }) => row)
}

async function readFacts(folder: string): Promise<ProjectFacts[]> {
  const batches = await readBatches(folder)
  const projects: ProjectFacts[] = []
  for (const file of projectFiles) {
    for await (const result of readProjectFile(source(folder, file))) {
      if (isFault(result)) throw new Error(faultSentence(result))
      const { state, ...row } = result.row
      const ownBatches = batches.get(row.externalId) ?? []
      batches.delete(row.externalId)
      if (state.kind !== 'known') continue
      projects.push({ ...row, status: statusOf(state.status, ownBatches), batches: ownBatches })
    }
  }
  return [...projects, ...batches.values().map(projectOfBatches)]
}

/**
 * Returns the present status of a project. The export of projects may be older than that of batches. A
 * project with batches has been verified since, even if the export lists it without verification.
 */
function statusOf(exported: ProjectStatus, batches: readonly RegistryBatch[]): ProjectStatus {
  return batches.length > 0 ? 'Verified' : exported
}

function goalsOf(project: ProjectFacts): readonly number[] {
  const batchGoals = project.batches.find((batch) => batch.sdgs.length > 0)?.sdgs
  if (project.sdgs.length > 0) return project.sdgs
  return batchGoals ?? goalsByKind[projectKindOf(project)]
}

type Row = Readonly<Record<string, Field>>

function tableText(rows: readonly Row[]): string {
  return csv(Object.keys(rows[0] ?? {}), rows.map(Object.values<Field>))
}

function projectRow(project: ProjectFacts): Row {
  return {
    registry: project.registry,
    registry_name: project.registryName,
    external_id: project.externalId,
    external_url: project.externalUrl,
    name: project.name,
    developer: project.developer,
    country: readableCountry(project),
    country_code: project.country.code,
    status: project.status,
    project_type: JSON.stringify(project.projectTypes),
    methodology: project.methodology,
    size: project.size,
    estimated_annual_credits: project.estimatedAnnualTonnes,
    crediting_period_start: project.creditingPeriodStart,
    crediting_period_end: project.creditingPeriodEnd,
    sdgs: JSON.stringify(goalsOf(project)),
    as_of: project.asOf,
  }
}

function batchRow({ batch, name, pricePerKg, currency }: Offer): Row {
  return {
    registry: batch.registry,
    external_project_id: batch.externalProjectId,
    name,
    vintage_year: batch.vintageYear,
    serial_number: batch.serialNumber,
    quantity_tco2e: batch.quantityTonnes,
    issuance_date: batch.issuedOn,
    price_per_kg: pricePerKg,
    currency,
  }
}

function preferredOffer(offers: readonly Offer[]): Offer | undefined {
  const bySize = offers.toSorted((a, b) => b.batch.quantityTonnes - a.batch.quantityTonnes)
  const large = bySize.filter(({ batch }) => batch.quantityTonnes >= preferredTonnesMin)
  const cheapestFirst = large.toSorted((a, b) => Number(a.pricePerKg) - Number(b.pricePerKg))
  return cheapestFirst[0] ?? bySize[0]
}

async function makeCatalogue(folder: string): Promise<void> {
  const projects = chooseProjects(await readFacts(folder))
  const projectsWithBatches = projects.filter((project) => project.batches.length > 0)
  const offersByProject = new Map(
    projectsWithBatches.map((each, index) => [each, offersOf(each, index)]),
  )
  const offers = [...offersByProject.values()].flat()
  const mainOffer = (project: ProjectFacts) => preferredOffer(offersByProject.get(project) ?? [])
  const featured = featuredProjects(projectsWithBatches)
  const displayOrder = new Set([...featured.map(({ project }) => project), ...projectsWithBatches])
  const activeOffers = [...displayOrder].map(mainOffer).filter((offer) => offer !== undefined)
  const sales = pastSalesOf(offers, activeOffers)
  const featuredRow = ({ country, project }: Featured): Row => ({
    country,
    registry: project.registry,
    external_id: project.externalId,
    preferred_serial_number: mainOffer(project)?.batch.serialNumber ?? null,
  })
  const saleRow = ({ serialNumber, minutesAgo, quantityKg }: PastSale): Row => {
    return { serial_number: serialNumber, minutes_ago: minutesAgo, quantity_kg: quantityKg }
  }
  const files = {
    'projects.csv': tableText(projects.map(projectRow)),
    'batches.csv': tableText(offers.map(batchRow)),
    'featured.csv': tableText(featured.map(featuredRow)),
    'past-sales.csv': tableText(sales.map(saleRow)),
  }
  for (const [file, text] of Object.entries(files)) await writeFile(join(output, file), text)
  console.log(
    `${projects.length} projects, ${offers.length} batches, ${featured.length} featured, ` +
      `${sales.length} past sales`,
  )
}

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Name the folder with the registries’ CSV files.')
  process.exitCode = 1
} else {
  await makeCatalogue(folder)
}
