// Declares the call that searches everything that a member of staff may read.
import { z } from 'zod'
import { access, tag } from '#features/console/console-calls.ts'
import { call, json } from '#values/call.ts'

/** A hit of the search: where it leads, and two lines of words. */
const hit = z.object({
  kind: z.enum(['person', 'purchase', 'batch', 'project', 'programme']),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
})
export type Hit = z.infer<typeof hit>

export const searchConsole = call({
  id: 'searchConsole',
  method: 'GET',
  path: '/console/api/search',
  access,
  tag,
  summary: 'Finds people, purchases, batches, projects and programmes.',
  description:
    'By a phone number in any spelling, a name, a transaction id, a serial number, or an id of the card provider. Only kinds that the roles may read; at most 50 hits.',
  query: z.object({ q: z.string().max(200) }),
  problems: ['forbidden'],
  answers: {
    200: json(z.array(hit), 'The hits, best first.', [
      {
        kind: 'purchase',
        id: 'CP-7K2M-9QXF-4HJD',
        title: 'CP-7K2M-9QXF-4HJD',
        detail: '20 kg, 2.03 GBP, COMPLETED',
      },
    ]),
  },
})
