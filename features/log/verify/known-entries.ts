// Declares the schemas of the log entries that a verifier can check.
import { z } from 'zod'

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const ofBatch = { registry: z.string().min(1), serial: z.string().min(1), day }
const place = z.number().int().min(1)
const count = z.number().int().min(0)
const places = { first: place, last: place }
const commitment = z.string().regex(/^[0-9a-f]{64}$/)
const issue = z.object({ kind: z.literal('issue'), ...ofBatch, kg: place })
const allocate = z.object({ kind: z.literal('allocate'), ...ofBatch, ...places, commitment })
const offer = z.object({ kind: z.enum(['withdraw', 'offer']), ...ofBatch })
const reference = z.string().min(1)
const retire = z.object({
  kind: z.literal('retire'),
  ...ofBatch,
  ...places,
  reference,
  retired_on: day.optional(),
})
const confirm = z.object({ kind: z.literal('confirm'), ...ofBatch, ...places, reference })
const returned = z.object({ kind: z.literal('return'), ...ofBatch, ...places })
const replace = z.object({
  kind: z.literal('replace'),
  ...ofBatch,
  ...places,
  by_serial: z.string().min(1),
  by_first: place,
  by_last: place,
  by_registry: z.string().min(1).optional(),
})
const correct = z.object({ kind: z.literal('correct'), index: count, day })
const predecessor = z.object({
  kind: z.literal('predecessor'),
  origin: z.string(),
  size: count,
  root: z.string(),
  day,
})
/** Ignores keys that a later version may add. */
const entrySchema = z.discriminatedUnion('kind', [
  issue,
  allocate,
  offer,
  returned,
  retire,
  confirm,
  replace,
  correct,
  predecessor,
])
export type Entry = z.infer<typeof entrySchema>
export type Issue = z.infer<typeof issue>
export type Retirement = z.infer<typeof retire>
export type Confirmation = z.infer<typeof confirm>
export type Return = z.infer<typeof returned>
export type Replacement = z.infer<typeof replace>

/** Parses an entry. Returns null if it is invalid or of a kind that this version does not know. */
export function readEntry(bytes: Buffer): Entry | null {
  try {
    const { success, data } = entrySchema.safeParse(JSON.parse(bytes.toString()))
    return success ? data : null
  } catch {
    return null
  }
}
