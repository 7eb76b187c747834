// The shape of the achievements' answer (contract.ts), for the check at the edge of the browser's
// half.
import { listOf, moment, nullable, number, objectOf, text } from '#web/shape.ts'
import type { Achievement } from '../contract.ts'

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
  }),
)
