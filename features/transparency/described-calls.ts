// Describes the call for the public figures, with an example, for the API description.
import { exampleBatch } from '#features/catalogue/catalogue-calls.ts'
import type { DescribedCalls } from '#platform/http/description/described-calls.ts'

const figures = {
  ...{ issued_kg: 100_000, sold_kg: 1_100, retired_kg: 1_000, due_kg: 0 },
  ...{ withdrawn_kg: 0, replaced_kg: 0 },
}

export const transparencyCalls = {
  'GET /transparency.json': {
    id: 'getTransparency',
    tag: 'Log',
    summary: 'Kilograms issued, sold, retired, due, withdrawn and replaced, in all and by batch.',
    accepts: {
      'If-None-Match': 'The `ETag` of the held answer: 304 while the figures are the same.',
    },
    answers: {
      200: {
        is: 'The figures, and a page of 100 batches.',
        headers: ['ETag', 'Vary'],
        example: {
          as_of: '2026-11-21T10:00:00.000Z',
          ...figures,
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
              ...figures,
            },
          ],
          log: {
            origin: 'passport.example/log',
            size: 42,
            root: 'J2PKjJXJ8TEg5YZ0SBLmIo2m3tVyiwUbwl0mMSzSGVQ=',
            checkpoint_url: 'https://passport.example/log/checkpoint',
            key_url: 'https://passport.example/log/key',
          },
        },
      },
      304: { is: 'The held answer is current.', headers: ['ETag', 'Vary'] },
    },
  },
} as const satisfies DescribedCalls
