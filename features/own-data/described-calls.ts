// Describes the calls for own data, with examples, for the API description.
import { exampleProfile } from '#features/people/example-profile.ts'
import type { DescribedCalls } from '#platform/http/description/described-calls.ts'

const tag = 'Own data'

export const ownDataCalls = {
  'POST /api/profile/code': {
    id: 'requestProfileCode',
    tag,
    summary: 'Sends a code for one purpose: export, deletion, or another number.',
    body: { purpose: 'change_number', phone: '+447400654321' },
    answers: {
      200: {
        is: 'The code is on its way.',
        example: { expires_in_seconds: 300, resend_in_seconds: 30 },
      },
    },
  },
  'POST /api/profile/confirm': {
    id: 'confirmExport',
    tag,
    summary: 'Opens the export with its code.',
    body: { code: '012345' },
    answers: { 204: { is: 'The export is open for a while.' } },
  },
  'GET /api/profile/export': {
    id: 'exportOwnData',
    tag,
    summary: 'All that is kept of the person, as one file.',
    description: 'Its parts are named in the words of people; later versions may add some.',
    answers: {
      200: {
        is: 'The file.',
        example: { passport: { id: exampleProfile.id, phone: exampleProfile.phone } },
        headers: ['Content-Disposition'],
      },
    },
  },
  'GET /api/profile/sessions': {
    id: 'listSessions',
    tag,
    summary: 'Where the person is signed in.',
    answers: {
      200: {
        is: 'The sessions.',
        example: {
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
        },
      },
    },
  },
  'DELETE /api/profile/sessions': {
    id: 'endOtherSessions',
    tag,
    summary: 'Signs out everywhere else.',
    answers: { 204: { is: 'Only this session is left.' } },
  },
  'DELETE /api/profile/sessions/{id}': {
    id: 'endSession',
    tag,
    summary: 'Signs one session out.',
    answers: { 204: { is: 'The session has ended.' } },
  },
  'POST /api/profile/phone': {
    id: 'changeNumber',
    tag,
    summary: 'Moves the passport to another number, with a code from each.',
    body: { phone: '+447400654321', code: '012345', new_code: '543210' },
    answers: {
      200: {
        is: 'The profile with its new number.',
        example: { ...exampleProfile, phone: '+447400654321' },
      },
    },
  },
  'DELETE /api/profile': {
    id: 'erasePassport',
    tag,
    summary: 'Erases the passport with its code. It cannot be undone.',
    body: { code: '012345' },
    answers: { 204: { is: 'The passport is erased.', headers: ['Set-Cookie'] } },
  },
} as const satisfies DescribedCalls
