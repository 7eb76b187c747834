// Declares the catalogue on the wire (docs/product.md#catalogue). No rules here.
import { z } from 'zod'
import { projectStatuses } from '#values/lists/project-statuses.ts'
import type { ProblemKind } from '#values/problem.ts'

export const batchSchema = z.object({
  id: z.uuid(),
  project_id: z.uuid(),
  /** At most 6 decimals of the batch's currency. */
  price_per_kg: z.number(),
  currency: z.string().length(3),
  vintage_year: z.number().int(),
  name: z.string(),
  /** What can be bought now: never counts what is reserved. */
  kg_available: z.number().int(),
  /** What was issued. */
  amount_kg: z.number().int(),
  serial_number: z.string(),
  /** False for one that is no longer sold: it is in no list, and read by its id only. */
  is_offered: z.boolean(),
  uncompared: z
    .boolean()
    .describe('True: its serial cannot be compared with those of other batches.'),
})
export type Batch = z.infer<typeof batchSchema>

export const priceFrom = z.object({ price_per_kg: z.number(), currency: z.string().length(3) })

export const projectSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  image_url: z.string().nullable(),
  /** ISO 3166 alpha-2; XZ is international, ZZ is not stated by the registry. */
  country: z.string().length(2),
  status: z.enum(projectStatuses),
  registry_name: z.string(),
  project_type: z.array(z.string()),
  batch_count: z.number().int(),
  total_kg: z.number().int(),
  available_kg: z.number().int(),
  external_id: z.string(),
  external_url: z.string().nullable(),
  raw_data: z.object({ sdgs: z.array(z.number().int()) }).loose(),
  price_from: priceFrom.nullable(),
})
export type ProjectSummary = z.infer<typeof projectSummary>

/** `week` is `2026-7`; empty weeks are 0 (docs/product.md#weekly-purchases). */
export const weeklyPurchase = z.object({ week: z.string(), purchased_kg: z.number().int() })
export type WeeklyPurchase = z.infer<typeof weeklyPurchase>

export const projectSchema = projectSummary.extend({
  description: z.string(),
  /** False for one that its registry has ended, or of which it says what we do not know. */
  is_offered: z.boolean(),
  batches: z.array(batchSchema),
  weeklyPurchases: z.array(weeklyPurchase),
})
export type Project = z.infer<typeof projectSchema>

export const featuredProject = projectSummary.extend({ preferred_batch: batchSchema.nullable() })
export type FeaturedProject = z.infer<typeof featuredProject>

export const projectListQuery = z.object({
  registry: z.string().max(100).optional(),
  type: z.string().max(100).optional(),
  status: z.string().max(100).optional(),
  q: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: z.string().max(200).optional(),
})
export type ProjectListQuery = z.infer<typeof projectListQuery>

export const featuredQuery = z.object({ country: z.string().max(2).optional() })

export const projectProblems = {
  project_not_found: { status: 404, text: 'No project found.' },
  batch_not_found: { status: 404, text: 'There is no such batch.' },
} as const satisfies Record<string, ProblemKind>
