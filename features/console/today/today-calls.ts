// Declares the call of the figures of the day.
import { z } from 'zod'
import { access, money, tag } from '#features/console/console-calls.ts'
import { call, json } from '#values/call.ts'

const tile = z.object({
  id: z.string(),
  label: z.string(),
  /** The figure with its unit, ready to be shown. */
  value: z.string(),
  /** `alarm`: somebody has to act today. `warning`: somebody has to look. */
  level: z.enum(['fine', 'warning', 'alarm']),
  /** The list behind the figure: a path of the console, such as `/purchases?state=DISPUTED`. */
  path: z.string().nullable(),
})
const day = z.object({
  day: z.iso.date(),
  purchases: z.number().int(),
  kilograms: z.number().int(),
  sign_ups: z.number().int(),
  sums: z.array(z.object({ currency: z.string(), amount: money })),
})
const today = z.object({ tiles: z.array(tile), days: z.array(day) })
export type Today = z.infer<typeof today>

export const getToday = call({
  id: 'getToday',
  method: 'GET',
  path: '/console/api/today',
  access,
  tag,
  summary: 'Returns the figures of the day, and the last 30 days for charts.',
  description: 'Only figures of parts that the roles may read. Days are in UTC.',
  problems: ['forbidden'],
  answers: {
    200: json(today, 'The figures.', {
      tiles: [
        {
          id: 'disputes',
          label: 'Open disputes',
          value: '1',
          level: 'alarm',
          path: '/disputes',
        },
      ],
      days: [{ day: '2026-11-27', purchases: 3, kilograms: 60, sign_ups: 1, sums: [] }],
    }),
  },
})
