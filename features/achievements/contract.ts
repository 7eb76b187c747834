// Declares the answer of a person's achievements (docs/product.md#achievements).
import { z } from 'zod'

/** As many as the streak takes. */
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
  /** Null until it is reached; a stamp carries its day. */
  reached_at: z.iso.datetime().nullable(),
  /** Of the one that counts weeks: the Mondays (UTC) of the newest that count, newest first. */
  weeks: z.array(z.iso.date()).max(recentWeeksMax).optional(),
})
export type Achievement = z.infer<typeof achievement>
