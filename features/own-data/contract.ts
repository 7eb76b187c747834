// What people may do with what is kept of them, on the wire (contract 11). Both halves import it.
import { z } from 'zod'

/** `phone` is where a passport is to move to; without it the code goes to one's own number. */
export const profileCodeBody = z.object({
  purpose: z.enum(['export', 'delete', 'change_number']),
  phone: z.string().max(64).nullish(),
})
export type ProfileCodeBody = z.infer<typeof profileCodeBody>

/** What each call may be refused with. */
export const profileCodeProblems = ['invalid_phone', 'rate_limited', 'sms_unavailable'] as const
