// Declares the query and answer of `/transparency.json`: the figures of the page, for programs.
import { z } from 'zod'

/** Batches of a page. */
export const batchesPerPage = 100

const kg = z.number().int()
const figures = {
  issued_kg: kg,
  sold_kg: kg,
  retired_kg: kg,
  due_kg: kg,
  withdrawn_kg: kg.describe('Unsold kilograms of batches that are off sale.'),
  replaced_kg: kg.describe('Sold kilograms that kilograms of another batch replaced.'),
}

export const transparencyQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})

export const transparencySchema = z.object({
  as_of: z.iso.datetime(),
  ...figures,
  /** The day by which the oldest due tonne is to be retired; null where no whole tonne is due. */
  next_retirement_by: z.iso.date().nullable(),
  /** When the oldest due tonne was sold whole. */
  oldest_due_since: z.iso.datetime().nullable(),
  batch_count: z.number().int(),
  uncompared_count: z
    .number()
    .int()
    .describe('Batches of registries whose serials cannot be compared.'),
  /** Batches with most sales first; the next page is in the `Link` header. */
  batches: z.array(
    z.object({
      registry: z.string(),
      project: z.string(),
      serial: z.string(),
      uncompared: z
        .boolean()
        .describe('True: it is not known whether its tonnes are sold in another batch too.'),
      ...figures,
    }),
  ),
  /** Null until the log begins. */
  log: z
    .object({
      origin: z.string(),
      size: z.number().int(),
      root: z.string(),
      checkpoint_url: z.string(),
      key_url: z.string(),
    })
    .nullable(),
})
