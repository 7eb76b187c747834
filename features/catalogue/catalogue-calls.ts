// Declares the catalogue's API calls (docs/product.md#catalogue).
import { z } from 'zod'
import { call, empty, json } from '#values/call.ts'
import { projectStatuses } from '#values/lists/project-statuses.ts'
import type { ProblemKind } from '#values/problem.ts'

export const batchSchema = z.object({
  id: z.uuid(),
  project_id: z.uuid(),
  /** In units of `currency`, with at most 6 decimals. */
  price_per_kg: z.number(),
  currency: z.string().length(3),
  vintage_year: z.number().int(),
  name: z.string(),
  /** Kilograms for sale now. Reserved kilograms are excluded. */
  kg_available: z.number().int(),
  /** Kilograms that the registry issued. */
  amount_kg: z.number().int(),
  serial_number: z.string(),
  /** False for a batch that is no longer sold. Lists omit it; a call with its id still returns it. */
  is_offered: z.boolean(),
  uncompared: z
    .boolean()
    .describe('True: its serial cannot be compared with those of other batches.'),
})
export type Batch = z.infer<typeof batchSchema>

const priceFrom = z.object({ price_per_kg: z.number(), currency: z.string().length(3) })

export const projectSummary = z.object({
  id: z.uuid(),
  name: z.string().describe('The name at the registry.'),
  shown_name: z
    .string()
    .describe('The readable name, which no other project of the catalogue has.'),
  /** Subject of its picture (values/lists/project-scenes.ts), from which its kind follows. */
  scene: z.string(),
  image_url: z.string().nullable(),
  /** ISO 3166 alpha-2. XZ means international; ZZ means that the registry states no country. */
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

/** `week` is an ISO week such as `2026-7`. Weeks without a sale have 0 (docs/product.md#weekly-purchases). */
const weeklyPurchase = z.object({ week: z.string(), purchased_kg: z.number().int() })
export type WeeklyPurchase = z.infer<typeof weeklyPurchase>

export const projectSchema = projectSummary.extend({
  description: z.string(),
  is_described: z
    .boolean()
    .describe(
      'False: `description` is a general text about projects of this `scene`, in English, which pages show in the user’s language.',
    ),
  /** False for a project that its registry ended, or whose status is unknown. */
  is_offered: z.boolean(),
  batches: z.array(batchSchema),
  weeklyPurchases: z.array(weeklyPurchase),
})
export type Project = z.infer<typeof projectSchema>

export const featuredProject = projectSummary.extend({ preferred_batch: batchSchema.nullable() })
export type FeaturedProject = z.infer<typeof featuredProject>

export const exampleBatch = {
  id: '0199c4b0-0a10-7b1c-8e42-6f0d5a4b3c21',
  project_id: '0199c4b0-0000-7d4e-9c11-2a3b4c5d6e7f',
  price_per_kg: 0.025,
  currency: 'GBP',
  vintage_year: 2024,
  name: 'Cookstoves 2024',
  kg_available: 99_900,
  amount_kg: 100_000,
  serial_number: 'GS1-1-UG-GS7426-16-2024-24871-1-100',
  is_offered: true,
  uncompared: false,
}
const exampleSummary = {
  id: exampleBatch.project_id,
  name: 'Cookstoves in Kampala',
  shown_name: 'Cookstoves in Kampala',
  scene: 'cookstove',
  image_url: null,
  country: 'UG',
  status: 'Listed' as const,
  registry_name: 'Gold Standard',
  project_type: ['Energy Efficiency'],
  batch_count: 1,
  total_kg: 100_000,
  available_kg: 99_900,
  external_id: 'GS7426',
  external_url: 'https://registry.goldstandard.org/projects/details/7426',
  raw_data: { sdgs: [3, 7, 13] },
  price_from: { price_per_kg: 0.025, currency: 'GBP' },
}
export const exampleProject = {
  ...exampleSummary,
  description: 'Efficient stoves that burn less wood.',
  is_described: true,
  is_offered: true,
  batches: [exampleBatch],
  weeklyPurchases: [{ week: '2026-47', purchased_kg: 100 }],
}

const tag = 'Projects'
const commonFields = {
  method: 'GET',
  tag,
  accepts: {
    'If-None-Match': 'The `ETag` of the stored answer; 304 where it is unchanged.',
  },
} as const
const headers = ['ETag', 'Vary'] as const
const unchanged = empty('The stored answer is unchanged.', headers)
/** The id has no length limit, so that an invalid id gets 404 like an unknown one. */
const params = z.object({ id: z.string() })

const projectListQuery = z.object({
  registry: z.string().max(100).optional(),
  type: z.string().max(100).optional(),
  status: z.string().max(100).optional(),
  q: z.string().max(200).optional(),
  limit: z.coerce.number<number>().int().min(1).max(100).optional(),
  cursor: z.string().max(200).optional(),
})
export type ProjectListQuery = z.infer<typeof projectListQuery>

const featuredQuery = z.object({ country: z.string().max(2).optional() })

export const listProjects = call({
  ...commonFields,
  id: 'listProjects',
  path: '/api/projects/',
  summary: 'Returns the projects, without their batches.',
  description:
    '`price_from` is the cheapest batch in stock, compared in the user’s currency; null if nothing is left. Filters combine: `registry`, `type` and `status` match whole values, `q` matches text. Without `limit` the list is whole; with it, `Link` has the next page.',
  query: projectListQuery,
  answers: {
    200: json(
      z.array(projectSummary),
      'The whole list, or a page with `limit`.',
      [exampleSummary],
      headers,
    ),
    304: unchanged,
  },
})

export const listFeaturedProjects = call({
  ...commonFields,
  id: 'listFeaturedProjects',
  path: '/api/projects/featured',
  summary: 'Returns the featured projects of a country, else the worldwide ones.',
  description: 'Without `country` it is the country of the user’s number; `WW` is worldwide.',
  query: featuredQuery,
  answers: {
    200: json(
      z.array(featuredProject),
      'Each with the first batch to buy from, or null.',
      [{ ...exampleSummary, preferred_batch: exampleBatch }],
      headers,
    ),
    304: unchanged,
  },
})

export const getProject = call({
  ...commonFields,
  id: 'getProject',
  path: '/api/projects/:id',
  summary: 'Returns a project with its batches and the purchases of the last 12 weeks.',
  description:
    'Kilograms in open reservations do not count as available. A week is an ISO year and week in UTC, such as `2026-7`; a week without purchases has 0.',
  params,
  problems: ['project_not_found'],
  answers: {
    200: json(projectSchema, 'The project.', exampleProject, headers),
    304: unchanged,
  },
})

export const listBatches = call({
  ...commonFields,
  id: 'listBatches',
  path: '/api/batches',
  summary: 'Returns all batches, sold-out ones too.',
  description:
    '`kg_available` is 0 for a sold-out batch and never counts kilograms in open reservations. `price_per_kg` has at most 6 decimals. With `limit`, `Link` has the next page.',
  query: projectListQuery.pick({ limit: true, cursor: true }),
  answers: {
    200: json(
      z.array(batchSchema),
      'The whole list, or a page with `limit`.',
      [exampleBatch],
      headers,
    ),
    304: unchanged,
  },
})

export const getBatch = call({
  ...commonFields,
  id: 'getBatch',
  path: '/api/batches/:id',
  summary: 'Returns a batch.',
  description:
    'Its `price_per_kg` is the exact `amount` that a reservation must send. `kg_available` never counts kilograms in open reservations.',
  params,
  problems: ['batch_not_found'],
  answers: { 200: json(batchSchema, 'The batch.', exampleBatch, headers), 304: unchanged },
})

export const projectProblems = {
  project_not_found: { status: 404, text: 'No project found.' },
  batch_not_found: { status: 404, text: 'There is no such batch.' },
} as const satisfies Record<string, ProblemKind>
