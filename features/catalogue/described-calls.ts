// The catalogue's calls in words and examples, for the description of the API.
import type { DescribedCalls } from '#platform/http/description/described-calls.ts'

const tag = 'Projects'
const accepts = {
  'If-None-Match': 'The `ETag` of the answer that is held: 304 where it is right still.',
}
const unchanged = { is: 'What is held is right still.', headers: ['ETag', 'Vary'] } as const
const headers = ['ETag', 'Vary'] as const

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
const summary = {
  id: exampleBatch.project_id,
  name: 'Cookstoves in Kampala',
  image_url: null,
  country: 'UG',
  status: 'Listed',
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

export const projectCalls = {
  'GET /api/projects': {
    id: 'listProjects',
    tag,
    summary: 'The projects, without their batches.',
    accepts,
    answers: {
      200: { is: 'Whole, or a page where `limit` is given.', example: [summary], headers },
      304: unchanged,
    },
  },
  'GET /api/projects/featured': {
    id: 'listFeaturedProjects',
    tag,
    summary: 'The featured projects of a country, else the worldwide ones.',
    description: 'Without `country` it is the one of one’s own number; `WW` is worldwide.',
    accepts,
    answers: {
      200: {
        is: 'Each with the batch to buy from first, or null.',
        example: [{ ...summary, preferred_batch: exampleBatch }],
        headers,
      },
      304: unchanged,
    },
  },
  'GET /api/projects/{id}': {
    id: 'getProject',
    tag,
    summary: 'A project with its batches and the purchases of the last 12 weeks.',
    accepts,
    answers: {
      200: {
        is: 'The project.',
        example: {
          ...summary,
          description: 'Efficient stoves that burn less wood.',
          is_offered: true,
          batches: [exampleBatch],
          weeklyPurchases: [{ week: '2026-47', purchased_kg: 100 }],
        },
        headers,
      },
      304: unchanged,
    },
  },
  'GET /api/batches': {
    id: 'listBatches',
    tag,
    summary: 'All batches, sold-out ones too.',
    accepts,
    answers: {
      200: { is: 'Whole, or a page where `limit` is given.', example: [exampleBatch], headers },
      304: unchanged,
    },
  },
  'GET /api/batches/{id}': {
    id: 'getBatch',
    tag,
    summary: 'A batch.',
    accepts,
    answers: { 200: { is: 'The batch.', example: exampleBatch, headers }, 304: unchanged },
  },
} as const satisfies DescribedCalls
