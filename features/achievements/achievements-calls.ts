// Declares the call of a person's achievements (docs/product.md#achievements).
import { z } from 'zod'
import { call, json } from '#values/call.ts'

/** Weeks in the answer, as many as the streak needs. */
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
  /** Null until it is reached. A stamp shows its day. */
  reached_at: z.iso.datetime().nullable(),
  /** Only for the streak: the Mondays (UTC) of the newest weeks that count, newest first. */
  weeks: z.array(z.iso.date()).max(recentWeeksMax).optional(),
})
export type Achievement = z.infer<typeof achievement>

export const listAchievements = call({
  id: 'listAchievements',
  method: 'GET',
  path: '/api/achievements/me',
  tag: 'Achievements',
  summary: 'Returns the user’s achievements, reached and open.',
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
