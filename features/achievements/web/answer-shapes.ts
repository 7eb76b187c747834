// Declares the shape of the achievements' answer (contract.ts), which the browser checks.
import type { Answer } from '#web/api/api-routes.ts'
import { listOf, moment, nullable, number, objectOf, optional, text } from '#web/api/shape.ts'

type Achievement = Answer<'GET', '/api/achievements/me'>[number]

export const achievementsShape = listOf(
  objectOf<Achievement>({
    code: text,
    title: text,
    label: text,
    currentValue: number,
    threshold: number,
    progressPct: number,
    colorClass: text,
    feedback: text,
    reached_at: nullable(moment),
    weeks: optional(listOf(text)),
  }),
)
