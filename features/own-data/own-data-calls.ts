// Declares the API calls that export, move and delete a user's data, and end sessions
// (docs/product.md#own-data).
import { z } from 'zod'
import { exampleProfile, profileSchema } from '#features/people/people-calls.ts'
import { codeSent } from '#features/sign-in/sign-in-calls.ts'
import { call, empty, json } from '#values/call.ts'
import type { ProblemKind } from '#values/problem.ts'

const tag = 'Own data'
const phone = '+447400654321'
const code = z.string().max(16)

const profileCodeBody = z.object({
  purpose: z.enum(['export', 'delete', 'change_number', 'passkeys']),
  /** The phone number to move to. Without it, the code is sent to the passport's own phone number. */
  phone: z.string().max(64).nullish(),
})
export type ProfileCodeBody = z.infer<typeof profileCodeBody>

export const requestProfileCode = call({
  id: 'requestProfileCode',
  method: 'POST',
  path: '/api/profile/code',
  tag,
  summary: 'Sends a code for an export, a deletion, a move to another number, or passkeys.',
  description:
    'With `purpose` `change_number` and a `phone`, the code goes to that number, else to the passport’s own. A move needs one code from each. Too many requests are refused with 429.',
  body: profileCodeBody,
  example: { purpose: 'change_number', phone },
  problems: ['invalid_phone', 'rate_limited', 'sms_unavailable'],
  answers: { 200: codeSent },
})

const confirmBody = z.object({
  code,
  /** The purpose that the code was requested for. Default: `export`. */
  purpose: z.enum(['export', 'passkeys']).nullish(),
})
export type ConfirmBody = z.infer<typeof confirmBody>

export const confirmExport = call({
  id: 'confirmExport',
  method: 'POST',
  path: '/api/profile/confirm',
  tag,
  summary: 'Opens the export, or changes of passkeys, with their code.',
  description:
    '`code` is the code of that `purpose`, by default `export`. After it, `GET /api/profile/export` and the calls of passkeys answer in this session for 15 minutes.',
  body: confirmBody,
  example: { code: '012345' },
  problems: ['invalid_code', 'rate_limited'],
  answers: { 204: empty('The session has a fresh code for 15 minutes.') },
})

export const exportOwnData = call({
  id: 'exportOwnData',
  method: 'GET',
  path: '/api/profile/export',
  tag,
  summary: 'Exports all data of the user as one file.',
  description: 'Later versions may add parts.',
  problems: ['code_required', 'rate_limited'],
  answers: {
    200: json(
      z.looseObject({}),
      'The file: one entry for each part, by its title.',
      { passport: { id: exampleProfile.id, phone: exampleProfile.phone } },
      ['Content-Disposition'],
    ),
  },
})

const session = z.object({
  id: z.uuid(),
  /** Names that need no translation; null if the User-Agent contained no known name. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  signed_in_at: z.iso.datetime(),
  /** Exact to the hour. */
  last_seen_at: z.iso.datetime(),
  /** True for the caller's session. */
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

export const listSessions = call({
  id: 'listSessions',
  method: 'GET',
  path: '/api/profile/sessions',
  tag,
  summary: 'Lists the sessions of the user.',
  description:
    'One row for each browser that is signed in; `current` marks the caller’s own. `last_seen_at` is exact to the hour.',
  answers: {
    200: json(z.object({ sessions: z.array(session) }), 'The sessions.', {
      sessions: [
        {
          id: '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f60',
          browser: 'Firefox',
          system: 'Android',
          signed_in_at: '2026-11-20T09:30:00.000Z',
          last_seen_at: '2026-11-21T08:00:00.000Z',
          current: true,
        },
      ],
    }),
  },
})

export const endOtherSessions = call({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/profile/sessions',
  access: 'signed',
  tag,
  summary: 'Ends all other sessions of the user.',
  description:
    'The other browsers are signed out with their next call, and their signing keys are refused at once. The caller’s session stays.',
  answers: { 204: empty('This session is the only one.') },
})

export const endSession = call({
  id: 'endSession',
  method: 'DELETE',
  path: '/api/profile/sessions/:id',
  access: 'signed',
  tag,
  summary: 'Ends a session of the user.',
  description:
    '`id` is that of `GET /api/profile/sessions`. The browser of the session is signed out with its next call.',
  params: z.object({ id: z.string().max(64) }),
  problems: ['session_not_found'],
  answers: { 204: empty('The session has ended.') },
})

export const changeNumber = call({
  id: 'changeNumber',
  method: 'POST',
  path: '/api/profile/phone',
  access: 'signed',
  tag,
  summary: 'Moves the passport to another number, with a code from each.',
  description:
    '`code` was sent to the present number, `new_code` to the new one. All other sessions end. The new number must not have a passport: 409 `number_taken`.',
  /** `code` was sent to the current phone number, `new_code` to the new one. */
  body: z.object({ phone: z.string().max(64), code, new_code: code }),
  example: { phone, code: '012345', new_code: '543210' },
  problems: ['invalid_phone', 'invalid_code', 'rate_limited', 'number_taken'],
  answers: {
    200: json(profileSchema, 'The profile with its new number.', { ...exampleProfile, phone }),
  },
})

export const erasePassport = call({
  id: 'erasePassport',
  method: 'DELETE',
  path: '/api/profile',
  access: 'signed',
  tag,
  summary: 'Erases the passport with its code. It cannot be undone.',
  description:
    'Names, number, sessions and wallet passes are removed; kilograms and postings stay under an id that leads to no person. It is refused with 409 `purchase_open` while a purchase is being completed.',
  body: z.object({ code }),
  example: { code: '012345' },
  problems: ['invalid_code', 'rate_limited', 'purchase_open'],
  answers: { 204: empty('The passport is erased.', ['Set-Cookie']) },
})

export const ownDataProblems = {
  purchase_open: { status: 409, text: 'A purchase is being completed. Please try again shortly.' },
  number_taken: { status: 409, text: 'This number already has a Carbon Passport.' },
  session_not_found: { status: 404, text: 'This session has ended.' },
} as const satisfies Record<string, ProblemKind>
