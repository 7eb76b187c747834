// Declares the API call of `/transparency.json`, which returns the figures of the page `/transparency`.
import { z } from 'zod'
import { exampleBatch } from '#features/catalogue/catalogue-calls.ts'
import { call, empty, json } from '#values/call.ts'

/** Number of batches on a page. */
export const batchesPerPage = 100

const kg = z.number().int()
const figures = {
  issued_kg: kg,
  sold_kg: kg,
  retired_kg: kg,
  due_kg: kg,
  withdrawn_kg: kg.describe('Unsold kilograms of batches that are off sale.'),
  replaced_kg: kg.describe('Sold kilograms that kilograms of another batch replaced.'),
  confirmed_kg: kg.describe(
    'Retired kilograms that a public list of their registry shows as ours.',
  ),
  confirmed_on: z.iso.date().nullable().describe('The day of the last such list; null if none.'),
}

export const transparencyQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})

const transparencySchema = z.object({
  as_of: z.iso.datetime(),
  ...figures,
  /** The day by which the oldest due tonne must be retired. Null if no whole tonne is due. */
  next_retirement_by: z.iso.date().nullable(),
  /** The time when the oldest due tonne was wholly sold. Null if none is due. */
  oldest_due_since: z.iso.datetime().nullable(),
  batch_count: z.number().int(),
  uncompared_count: z
    .number()
    .int()
    .describe('Batches of registries whose serials cannot be compared.'),
  /** Batches in descending order of sales. The `Link` header has the next page. */
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
      /** Null if the operator has no policy of witnesses. */
      witnessing: z
        .object({
          witnesses: z.string().array().describe('Names of the witnesses of the policy.'),
          quorum: z.number().int().describe('The least number of witnesses that is enough.'),
          cosigned: z
            .object({ size: z.number().int(), witnesses: z.string().array(), at: z.iso.datetime() })
            .nullable()
            .describe('The newest checkpoint with a quorum, null if there is none yet.'),
          unknown_after_restore: z
            .boolean()
            .describe(
              'True: the log is new after a restore, and the witnesses do not know it yet.',
            ),
        })
        .nullable(),
    })
    .nullable(),
})
export type TransparencyFacts = z.infer<typeof transparencySchema>

const exampleFigures = {
  ...{ issued_kg: 100_000, sold_kg: 1_100, retired_kg: 1_000, due_kg: 0 },
  ...{ withdrawn_kg: 0, replaced_kg: 0, confirmed_kg: 1_000, confirmed_on: '2026-11-20' },
}
const headers = ['ETag', 'Vary'] as const

export const getTransparency = call({
  id: 'getTransparency',
  method: 'GET',
  path: '/transparency.json',
  access: 'public',
  tag: 'Log',
  summary:
    'Returns kilograms issued, sold, retired, confirmed, due, withdrawn and replaced, in total and by batch.',
  description:
    'Kilograms are whole numbers over all batches, and by batch in `batches`, 100 a page (`page`, `Link`). `log` names the checkpoint and the key that prove sales and retirements.',
  accepts: {
    'If-None-Match': 'The `ETag` of the held answer: 304 while the figures are the same.',
  },
  query: transparencyQuery,
  problems: ['not_found'],
  answers: {
    200: json(
      transparencySchema,
      'The figures, and a page of 100 batches.',
      {
        as_of: '2026-11-21T10:00:00.000Z',
        ...exampleFigures,
        next_retirement_by: null,
        oldest_due_since: null,
        batch_count: 1,
        uncompared_count: 0,
        batches: [
          {
            registry: 'Gold Standard',
            project: 'Cookstoves in Kampala',
            serial: exampleBatch.serial_number,
            uncompared: false,
            ...exampleFigures,
          },
        ],
        log: {
          origin: 'passport.example/log',
          size: 42,
          root: 'J2PKjJXJ8TEg5YZ0SBLmIo2m3tVyiwUbwl0mMSzSGVQ=',
          checkpoint_url: 'https://passport.example/log/checkpoint',
          key_url: 'https://passport.example/log/key',
          witnessing: {
            witnesses: ['one.example/w', 'two.example/w', 'three.example/w'],
            quorum: 2,
            cosigned: {
              size: 42,
              witnesses: ['one.example/w', 'three.example/w'],
              at: '2026-11-21T09:59:56.000Z',
            },
            unknown_after_restore: false,
          },
        },
      },
      headers,
    ),
    304: empty('The held answer is current.', headers),
  },
})
