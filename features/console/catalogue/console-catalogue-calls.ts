// Declares the calls that read batches, projects and tonnes due for retirement.
import { z } from 'zod'
import {
  access,
  exampleId,
  exampleTime,
  id,
  moment,
  sortBy,
  tag,
} from '#features/console/console-calls.ts'
import { page } from '#features/staff/staff-calls.ts'
import { call, json } from '#values/call.ts'

const batchRow = z.object({
  id: z.uuid(),
  serial_number: z.string(),
  registry: z.string(),
  project_id: z.uuid(),
  project: z.string(),
  vintage: z.number().int().nullable(),
  /** Price of a kilogram, with at most 6 decimals. */
  price_per_kg: z.number(),
  currency: z.string(),
  kilograms: z.number().int(),
  sold_kg: z.number().int(),
  held_kg: z.number().int(),
  available_kg: z.number().int(),
  offer: z.string(),
  offer_reason: z.string().nullable(),
})
export type BatchRow = z.infer<typeof batchRow>
const exampleBatch: BatchRow = {
  id: exampleId,
  serial_number: 'GS1-1-SO-GS12285-16-2022-29930-6499-42536',
  registry: 'GS',
  project_id: exampleId,
  project: 'Cookstoves in Somalia',
  vintage: 2022,
  price_per_kg: 0.0243,
  currency: 'GBP',
  kilograms: 36_038_000,
  sold_kg: 20,
  held_kg: 0,
  available_kg: 36_037_980,
  offer: 'offered',
  offer_reason: null,
}

export const listBatches = call({
  id: 'listConsoleBatches',
  method: 'GET',
  path: '/console/api/batches',
  access,
  tag,
  summary: 'Lists batches, by serial number.',
  description:
    '`sort` is a column, with a hyphen before it for descending. `q` is a part of the serial number or of the project’s name.',
  query: z.object({
    ...page,
    q: z.string().max(200).optional(),
    offer: z.string().max(40).optional(),
    project: z.uuid().optional(),
    sort: sortBy(
      ...([
        'serial_number',
        'project',
        'vintage',
        'price_per_kg',
        'sold_kg',
        'available_kg',
      ] as const),
    ),
  }),
  problems: ['forbidden'],
  answers: { 200: json(z.array(batchRow), 'The batches.', [exampleBatch]) },
})

const wholeBatch = z.object({
  ...batchRow.shape,
  prices: z.array(
    z.object({
      at: moment,
      by: z.string(),
      price_per_kg: z.number(),
      currency: z.string(),
      source: z.string(),
    }),
  ),
  retired_tonnes: z.number().int(),
  due_tonnes: z.number().int(),
})
export type WholeBatch = z.infer<typeof wholeBatch>

export const getBatch = call({
  id: 'getConsoleBatch',
  method: 'GET',
  path: '/console/api/batches/:id',
  access,
  tag,
  summary: 'Returns one batch, with the history of its price.',
  description: 'By its id.',
  params: id,
  problems: ['forbidden', 'not_found'],
  answers: {
    200: json(wholeBatch, 'The batch.', {
      ...exampleBatch,
      prices: [],
      retired_tonnes: 0,
      due_tonnes: 0,
    }),
  },
})

const projectRow = z.object({
  id: z.uuid(),
  registry: z.string(),
  registry_id: z.string(),
  name: z.string(),
  shown_name: z.string(),
  country: z.string(),
  status: z.string().nullable(),
  is_listed: z.boolean(),
  batches: z.number().int(),
  available_kg: z.number().int(),
})
export type ProjectRow = z.infer<typeof projectRow>
const exampleProject: ProjectRow = {
  id: exampleId,
  registry: 'GS',
  registry_id: 'GS12285',
  name: 'Cookstoves in Somalia',
  shown_name: 'Cookstoves in Somalia',
  country: 'SO',
  status: 'GOLD_STANDARD_CERTIFIED_PROJECT',
  is_listed: true,
  batches: 1,
  available_kg: 36_037_980,
}

export const listConsoleProjects = call({
  id: 'listConsoleProjects',
  method: 'GET',
  path: '/console/api/projects',
  access,
  tag,
  summary: 'Lists projects, by name.',
  description:
    '`sort` is a column, with a hyphen before it for descending. `q` is a part of the name or of the registry’s id.',
  query: z.object({
    ...page,
    q: z.string().max(200).optional(),
    on_sale: z.enum(['yes', 'no']).optional(),
    sort: sortBy('shown_name', 'registry_id', 'country', 'batches', 'available_kg'),
  }),
  problems: ['forbidden'],
  answers: { 200: json(z.array(projectRow), 'The projects.', [exampleProject]) },
})

const wholeProject = z.object({
  ...projectRow.shape,
  description: z.string().nullable(),
  image_url: z.string().nullable(),
  sdgs: z.array(z.number().int()),
  /** Fields that staff set, which imports keep. */
  edited: z.array(z.string()),
  featured_in: z.array(z.string()),
})
export type WholeProject = z.infer<typeof wholeProject>

export const getConsoleProject = call({
  id: 'getConsoleProject',
  method: 'GET',
  path: '/console/api/projects/:id',
  access,
  tag,
  summary: 'Returns one project.',
  description: 'By its id here.',
  params: id,
  problems: ['forbidden', 'not_found'],
  answers: {
    200: json(wholeProject, 'The project.', {
      ...exampleProject,
      description: null,
      image_url: null,
      sdgs: [7, 13],
      edited: [],
      featured_in: ['GB'],
    }),
  },
})

const dueRow = z.object({
  registry: z.string(),
  project: z.string(),
  serial_number: z.string(),
  sold_tonnes: z.number().int(),
  retired_tonnes: z.number().int(),
  due_tonnes: z.number().int(),
  due_since: moment.nullable(),
  held_back_tonnes: z.number().int(),
})
export type DueRow = z.infer<typeof dueRow>

export const listConsoleDue = call({
  id: 'listConsoleDue',
  method: 'GET',
  path: '/console/api/retirements',
  access,
  tag,
  summary: 'Lists what is due for retirement, by batch.',
  description: 'The batch with the oldest due tonne is first, unless `sort` names a column.',
  query: z.object({
    ...page,
    sort: sortBy(
      ...(['serial_number', 'project', 'due_tonnes', 'held_back_tonnes'] as const),
      ...(['sold_tonnes', 'retired_tonnes'] as const),
    ),
  }),
  problems: ['forbidden'],
  answers: {
    200: json(z.array(dueRow), 'The batches.', [
      {
        registry: 'GS',
        project: 'Cookstoves in Somalia',
        serial_number: 'GS1-1-SO-GS12285-16-2022-29930-6499-42536',
        sold_tonnes: 3,
        retired_tonnes: 1,
        due_tonnes: 2,
        due_since: exampleTime,
        held_back_tonnes: 0,
      },
    ]),
  },
})

const recordedRow = z.object({
  id: z.number().int(),
  registry: z.string(),
  batch_id: z.uuid(),
  /** The serial number of the batch. */
  serial_number: z.string(),
  /** The serial number of the retired tonnes. */
  serial: z.string(),
  reference: z.string(),
  url: z.string().nullable(),
  retired_on: z.iso.date(),
  recorded_at: moment,
  tonnes: z.number().int(),
  /** True if an opposite record has corrected it. */
  is_corrected: z.boolean(),
  /** The day of the registry's list that confirmed it; null if none did. */
  confirmed_on: z.iso.date().nullable(),
})
export type RecordedRow = z.infer<typeof recordedRow>

export const listConsoleRecorded = call({
  id: 'listConsoleRecorded',
  method: 'GET',
  path: '/console/api/retirements/recorded',
  access,
  tag,
  summary: 'Lists recorded retirements, newest first.',
  description: '`reference` is the whole reference of the registry.',
  query: z.object({ ...page, reference: z.string().max(200).optional() }),
  problems: ['forbidden'],
  answers: {
    200: json(z.array(recordedRow), 'The records.', [
      {
        id: 7,
        registry: 'GS',
        batch_id: exampleId,
        serial_number: 'GS1-1-SO-GS12285-16-2022-29930-6499-42536',
        serial: 'GS1-1-SO-GS12285-16-2022-29930-6499-6500',
        reference: 'GS-RET-3',
        url: null,
        retired_on: '2026-11-26',
        recorded_at: exampleTime,
        tonnes: 2,
        is_corrected: false,
        confirmed_on: '2026-11-28',
      },
    ]),
  },
})
