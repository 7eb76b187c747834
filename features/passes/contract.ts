// Declares the wire shapes of passes and of Apple's web service for them
// (docs/product.md#wallet-passes). The paths under /passkit are Apple's.
import { z } from 'zod'
import type { ProblemKind } from '#values/problem.ts'

const deviceId = z.string().min(1).max(100)

export const deviceParams = z.object({ device: deviceId, passType: z.string().max(100) })
export const passParams = z.object({ passType: z.string().max(100), serial: z.string().max(100) })
export const registrationParams = deviceParams.extend(passParams.shape)

export const registrationBody = z.object({ pushToken: z.string().min(1).max(200) })
export const updatesQuery = z.object({ passesUpdatedSince: z.string().max(2_000).optional() })
export const updatesReply = z.object({
  serialNumbers: z.array(z.string()),
  lastUpdated: z.string(),
})
/** A device reads only the status of the answer. */
export const deviceReply = z.object({})
export type UpdatesReply = z.infer<typeof updatesReply>
export const deviceLogBody = z.object({ logs: z.array(z.string()).max(200) })

/** The link that saves the user's pass to Google Wallet. */
export const saveLinkReply = z.object({ save_url: z.url() })
export type SaveLinkReply = z.infer<typeof saveLinkReply>

export const walletPassProblems = {
  wrong_pass_token: { status: 401, text: 'The token is not this pass’s own.' },
  too_many_passes: { status: 409, text: 'This device holds as many passes as it may.' },
} as const satisfies Record<string, ProblemKind>
