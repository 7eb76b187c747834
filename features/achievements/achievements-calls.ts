// Declares the API call that lists a user's achievements (docs/product.md#achievements).
import { z } from 'zod'
import { call, json } from '#values/call.ts'

/** Maximum number of weeks in the response: the length of the streak. */
export const recentWeeksMax = 4

const achievement = z.object({
  code: z.string(),
  title: z.string(),
  label: z.string(),
  currentValue: z.number().int(),
  threshold: z.number().int(),
  progressPct: z.number().int().min(0).max(100),
  colorClass: z.string(),
  feedback: z.string(),
  /** Null for an achievement that is not yet reached. */
  reached_at: z.iso.datetime().nullable(),
  /** The Mondays (UTC) of the latest weeks with a purchase, newest first. Only the streak has them. */
  weeks: z.array(z.iso.date()).max(recentWeeksMax).optional(),
})
export type Achievement = z.infer<typeof achievement>

export const listAchievements = call({
  id: 'listAchievements',
  method: 'GET',
  path: '/api/achievements/me',
  tag: 'Achievements',
  summary: 'Returns the user’s achievements, reached and open.',
  description:
    '`progressPct` is 0 to 100, and `reached_at` is null until the threshold is reached. Kilograms, gifts, projects and weeks of completed purchases count; rewards do not.',
  answers: {
    200: json(z.array(achievement), 'All of them.', [
      {
        code: 'offset_100',
        title: '100 kg',
        label: '100 kg offset',
        currentValue: 40,
        threshold: 100,
        progressPct: 40,
        colorClass: 'green',
        feedback: '60 kg to go.',
        reached_at: null,
      },
    ]),
  },
})
