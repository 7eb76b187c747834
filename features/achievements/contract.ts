// Declares the answer of a person's achievements (docs/product.md#achievements).
import { z } from 'zod'

/** Weeks in the answer, as many as the streak needs. */
export const recentWeeksMax = 4

export const achievement = z.object({
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
