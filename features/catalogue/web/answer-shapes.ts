// The shapes of the catalogue's answers (contract.ts), for the check at the edge of the browser's half.
import { projectStatuses } from '#values/lists/project-statuses.ts'
import type { Answer } from '#web/api/api-routes.ts'
import { flag, listOf, nullable, number, objectOf, oneOf, text } from '#web/api/shape.ts'

type Batch = Answer<'GET', '/api/batches'>[number]
type ProjectSummary = Answer<'GET', '/api/projects/'>[number]
type FeaturedProject = Answer<'GET', '/api/projects/featured'>[number]
type Project = Answer<'GET', '/api/projects/{id}'>

const batchFields = {
  id: text,
  project_id: text,
  price_per_kg: number,
  currency: text,
  vintage_year: number,
  name: text,
  kg_available: number,
  amount_kg: number,
  serial_number: text,
  is_offered: flag,
  uncompared: flag,
}
const batchShape = objectOf<Batch>(batchFields)

const summaryFields = {
  id: text,
  name: text,
  image_url: nullable(text),
  country: text,
  status: oneOf(...projectStatuses),
  registry_name: text,
  project_type: listOf(text),
  batch_count: number,
  total_kg: number,
  available_kg: number,
  external_id: text,
  external_url: nullable(text),
  raw_data: objectOf<ProjectSummary['raw_data']>({ sdgs: listOf(number) }),
  price_from: nullable(
    objectOf<NonNullable<ProjectSummary['price_from']>>({ price_per_kg: number, currency: text }),
  ),
}
const weekShape = objectOf<Project['weeklyPurchases'][number]>({ week: text, purchased_kg: number })

export const batchesShape = listOf(batchShape)
export const projectListShape = listOf(objectOf<ProjectSummary>(summaryFields))
export const featuredShape = listOf(
  objectOf<FeaturedProject>({ ...summaryFields, preferred_batch: nullable(batchShape) }),
)
export const projectShape = objectOf<Project>({
  ...summaryFields,
  description: text,
  is_offered: flag,
  batches: listOf(batchShape),
  weeklyPurchases: listOf(weekShape),
})
