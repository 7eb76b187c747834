// Declares the calls that send a one-time code and sign in with it (docs/product.md#one-time-codes).
import { z } from 'zod'
import {
  exampleProfile,
  exampleTerminal,
  profileSchema,
  terminalSchema,
} from '#features/people/people-calls.ts'
import { call, json } from '#values/call.ts'
import type { ProblemKind } from '#values/problem.ts'

const commonFields = { method: 'POST', access: 'public', tag: 'Sign-in' } as const
const { phone } = exampleProfile

const sentCode = z.object({
  expires_in_seconds: z.number().int(),
  resend_in_seconds: z.number().int(),
})
export type SentCodeReply = z.infer<typeof sentCode>

/** Response of each call that sends a code. */
export const codeSent = json(sentCode, 'The code is on its way.', {
  expires_in_seconds: 300,
  resend_in_seconds: 30,
})

export const requestCode = call({
  ...commonFields,
  id: 'requestCode',
  path: '/api/auth/request-otp',
  summary: 'Sends a one-time code by SMS.',
  description:
    'The answer is the same for known and unknown numbers. While a code is valid, the same code is sent again.',
  body: z.object({ phone: z.string().max(64) }),
  example: { phone },
  invalidInput: 'invalid_phone',
  problems: ['rate_limited', 'sms_unavailable'],
  answers: { 200: codeSent },
})

const signedIn = z.object({ user: profileSchema, terminal: terminalSchema })
export type SignedInReply = z.infer<typeof signedIn>
/** The answer of every way to sign in. */
export const signedInAnswer = json(
  signedIn,
  'The user is signed in.',
  { user: exampleProfile, terminal: exampleTerminal },
  ['Set-Cookie'],
)

export const verifyCode = call({
  ...commonFields,
  id: 'verifyCode',
  path: '/api/auth/verify-otp',
  summary: 'Signs in with a code. A new number gets a new passport.',
  description:
    'The answer sets the session cookie and returns the key that signs calls. The key is sent once.',
  body: z.object({
    phone: z.string().max(64),
    code: z.string().max(16),
    /** The version of privacy policy and terms that the user agreed to. */
    terms_version: z.string().max(32).nullish(),
    /** The answer to `number_idle`; absent until the user has answered. */
    mine: z.boolean().nullish(),
  }),
  example: { phone, code: '012345', terms_version: '2026-01' },
  invalidInput: 'invalid_code',
  invalidFields: { terms_version: 'unknown_terms' },
  problems: ['rate_limited', 'number_idle', 'terms_changed', 'unknown_terms'],
  answers: { 200: signedInAnswer },
})

/** Error message of a failed send, and of `rate_limited` for limits of sending. */
export const unableToSend = 'Unable to send OTP. Please check your phone number and try again.'
/**
 * Error message of a wrong code. The page shows its own text, `sign_in_wrong_code` in texts/en/sign-in.json.
 */
export const invalidCode = 'Invalid code—please try again.'
/** The problems of sign-in. Their texts are fixed (docs/product.md#text-catalogue). */
export const signInProblems = {
  invalid_phone: { status: 400, text: unableToSend, field: 'phone' },
  sms_unavailable: { status: 503, text: unableToSend },
  invalid_code: { status: 400, text: invalidCode, field: 'code' },
  code_required: { status: 403, text: 'Please confirm with a new code that it is you.' },
  number_idle: { status: 409, text: 'Is this passport yours? It was not used for a year.' },
} as const satisfies Record<string, ProblemKind>
