// Declares the wire shapes of the calls for own data (docs/product.md#own-data). Both halves import
// it.
import { z } from 'zod'
import type { ProblemKind } from '#values/problem.ts'

/** `phone` is the number to move to; without it the code goes to the passport's own number. */
export const profileCodeBody = z.object({
  purpose: z.enum(['export', 'delete', 'change_number']),
  phone: z.string().max(64).nullish(),
})
export type ProfileCodeBody = z.infer<typeof profileCodeBody>

/** The code that an export needs. */
export const confirmBody = z.object({ code: z.string().max(16) })

export const sessionListReply = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      /** Names that need no translation; null where the browser gave none. */
      browser: z.string().nullable(),
      system: z.string().nullable(),
      signed_in_at: z.iso.datetime(),
      /** Exact to the hour. */
      last_seen_at: z.iso.datetime(),
      /** Whether it is the caller's session. */
      current: z.boolean(),
    }),
  ),
})
export const sessionParams = z.object({ id: z.string().max(64) })

export const deleteBody = z.object({ code: z.string().max(16) })

/** `code` was sent to the own number, `new_code` to the new one. */
export const changeNumberBody = z.object({
  phone: z.string().max(64),
  code: z.string().max(16),
  new_code: z.string().max(16),
})

/** The export of a user's data: one entry for each part, by its title. */
export const exportReply = z.record(z.string(), z.unknown())

export const ownDataProblems = {
  purchase_open: { status: 409, text: 'A purchase is being completed. Please try again shortly.' },
  number_taken: { status: 409, text: 'This number already has a Carbon Passport.' },
  session_not_found: { status: 404, text: 'This session has ended.' },
} as const satisfies Record<string, ProblemKind>

/** Problems of each call. */
export const profileCodeProblems = ['invalid_phone', 'rate_limited', 'sms_unavailable'] as const
export const confirmProblems = ['invalid_code', 'rate_limited'] as const
export const exportProblems = ['code_required', 'rate_limited'] as const
export const deleteProblems = ['replayed', 'invalid_code', 'rate_limited', 'purchase_open'] as const
export const changeNumberProblems = [
  'replayed',
  'invalid_phone',
  'invalid_code',
  'rate_limited',
  'number_taken',
] as const
export const endSessionProblems = ['replayed', 'session_not_found'] as const
export const endSessionsProblems = ['replayed'] as const
