// Declares the wire shapes of sign-in: requests, replies, problems. Both halves import it; no rules
// here.
import { z } from 'zod'
import { languages } from '#values/lists/languages.ts'
import { leagues } from '#values/lists/leagues.ts'
import type { ProblemKind } from '#values/problem.ts'
import { nicknamePattern } from '#values/text/nickname.ts'
import { isFitName } from '#values/text/shown-name.ts'

/** The shape of `user`, `/api/auth/me` and `/passport/me` (docs/product.md#profile). */
export const profileSchema = z.object({
  id: z.uuid(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: z.string(),
  country: z.string().length(2),
  currency: z.string().length(3),
  symbol: z.string(),
  total_offsets: z.number().int(),
  /** Kilograms among them that are retired at their registries. */
  retired_kg: z.number().int(),
  eco_score: z.number().int(),
  eco_league: z.enum(leagues),
  offset_league: z.enum(leagues),
  nickname: z.string().nullable(),
  hide_from_leaderboards: z.boolean(),
  language: z.enum(languages),
  updated: z.iso.datetime(),
})
export type Profile = z.infer<typeof profileSchema>

export const requestOtpBody = z.object({ phone: z.string().max(64) })
export const requestOtpReply = z.object({
  expires_in_seconds: z.number().int(),
  resend_in_seconds: z.number().int(),
})
export type RequestOtpReply = z.infer<typeof requestOtpReply>

export const verifyOtpBody = z.object({
  phone: z.string().max(64),
  code: z.string().max(16),
  terms_version: z.string().max(32).nullish(),
  /** The answer to `number_idle`; absent until the user has answered. */
  mine: z.boolean().nullish(),
})
/**
 * `key` is base64url; its decoded bytes are the HMAC key (docs/product.md#signed-calls). It is sent
 * once.
 */
export const terminalReply = z.object({ id: z.string(), key: z.string() })
export type TerminalReply = z.infer<typeof terminalReply>
export const verifyOtpReply = z.object({ user: profileSchema, terminal: terminalReply })
export type VerifyOtpReply = z.infer<typeof verifyOtpReply>

/** Shown to other users. */
const nickname = z.string().trim().regex(nicknamePattern).refine(isFitName)
export const profileChanges = z.object({
  nickname: nickname.nullish(),
  hide_from_leaderboards: z.boolean().nullish(),
  language: z.enum(languages).nullish(),
})
export type ProfileChanges = z.infer<typeof profileChanges>

/** The text of `rate_limited` too, for limits of sign-in. */
export const unableToSend = 'Unable to send OTP. Please check your phone number and try again.'
/** On the page: `sign_in_wrong_code` in texts/en/sign-in.json and its siblings. */
export const invalidCode = 'Invalid code—please try again.'
/** The texts are fixed (docs/product.md#text-catalogue). */
export const signInProblems = {
  invalid_phone: { status: 400, text: unableToSend, field: 'phone' },
  sms_unavailable: { status: 503, text: unableToSend },
  invalid_code: { status: 400, text: invalidCode, field: 'code' },
  code_required: { status: 403, text: 'Please confirm with a new code that it is you.' },
  number_idle: { status: 409, text: 'Is this passport yours? It was not used for a year.' },
} as const satisfies Record<string, ProblemKind>

/** Problems of each call. */
export const requestOtpProblems = ['invalid_phone', 'rate_limited', 'sms_unavailable'] as const
export const terminalProblems = ['code_required', 'rate_limited'] as const
export const verifyOtpProblems = ['invalid_code', 'rate_limited', 'number_idle'] as const
