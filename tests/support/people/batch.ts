// Creates a project with a batch for tests, and issues the batch through the ledger as an import does.
// The serials of its registry cannot be compared.
import { randomUUID } from 'node:crypto'
import { issuePostings } from '#features/catalogue/offers/offers-postings.ts'
import { post } from '#ledger/post.ts'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#tests/support/test-statement.ts'
import type { TestBatch } from './person.ts'

const insertProject = statement(
  'test-insert-project',
  { id: 'uuid' },
  `insert into projects (registry, registry_name, external_id, name, country, country_name, status,
     project_type) values ('TST', 'Test Registry', $1, 'Test wind farm', 'TR', 'Türkiye',
     'Verified', '{Wind}') returning id`,
)
const insertBatch = statement(
  'test-insert-batch',
  { id: 'uuid' },
  `insert into batches (project_id, name, vintage_year, serial_number, price_micros, currency,
     is_uncompared)
   select $1, 'Vintage ' || $5::int2, $5::int2, $2, $3, $4,
     registry not in ('ACR', 'CAR', 'CDM', 'GS', 'VCS') from projects where id = $1 returning id`,
)

export type IssuedBatch = TestBatch & { readonly projectId: string; readonly serial: string }

export async function issueTestBatch(
  db: Database,
  {
    kg,
    priceMicros = 20_000,
    currency = 'GBP',
    vintageYear = 2024,
    projectId,
    serial = `TST-${randomUUID()}`,
  }: {
    kg: number
    vintageYear?: number
    /** The id of an existing project. If absent, a project is created. */
    projectId?: string
    serial?: string
    priceMicros?: number
    currency?: string
  },
): Promise<IssuedBatch> {
  return db.transaction(async (tx) => {
    const [project] = projectId ? [{ id: projectId }] : await tx.run(insertProject, [serial])
    const values = [project?.id, serial, priceMicros, currency, vintageYear]
    const [batch] = await tx.run(insertBatch, values)
    if (project === undefined || batch === undefined) throw new Error('nothing was inserted')
    await post(tx, issuePostings([{ batchId: batch.id, quantityKg: kg }]))
    const price_per_kg = priceMicros / 1_000_000
    return { id: batch.id, price_per_kg, currency, projectId: project.id, serial }
  })
}
