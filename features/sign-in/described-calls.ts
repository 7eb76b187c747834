// Describes the calls of sign-in, with examples, for the API description.
import { exampleProfile, examplePhone as phone } from '#features/people/example-profile.ts'
import type { DescribedCalls } from '#platform/http/description/described-calls.ts'

const tag = 'Sign-in'
const terminal = {
  id: 'terminal_0199c4a0',
  key: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
}

export const signInCalls = {
  'POST /api/auth/request-otp': {
    id: 'requestCode',
    tag,
    summary: 'Sends a one-time code by SMS.',
    description:
      'The answer is the same for known and unknown numbers. While a code is valid the same one is sent again.',
    body: { phone },
    answers: {
      200: {
        is: 'The code is on its way.',
        example: { expires_in_seconds: 300, resend_in_seconds: 30 },
      },
    },
  },
  'POST /api/auth/verify-otp': {
    id: 'verifyCode',
    tag,
    summary: 'Signs in with the code, and joins where the number is new.',
    description:
      'The answer sets the session cookie and gives the key that signed calls are signed with. The key is given out once.',
    body: { phone, code: '012345', terms_version: '2026-01' },
    answers: {
      200: {
        is: 'The person is signed in.',
        example: { user: exampleProfile, terminal },
        headers: ['Set-Cookie'],
      },
    },
  },
  'GET /api/auth/me': {
    id: 'getSession',
    tag,
    summary: 'The profile of whoever is signed in.',
    answers: { 200: { is: 'The profile.', example: exampleProfile } },
  },
  'POST /api/auth/logout': {
    id: 'logOut',
    tag,
    summary: 'Ends the session and its signing key.',
    answers: { 204: { is: 'There is no session, or none any more.', headers: ['Set-Cookie'] } },
  },
  'POST /api/auth/terminal': {
    id: 'renewTerminal',
    tag,
    summary: 'A new signing key for this session, where the old one was lost.',
    description: 'The old key lives 60 seconds more.',
    answers: { 200: { is: 'The new key, given out once.', example: terminal } },
  },
  'PATCH /api/profile': {
    id: 'changeProfile',
    tag,
    summary: 'Changes the nickname, the language, or whether one stands on leaderboards.',
    description: 'What is absent stays as it is; a nickname of `null` is none.',
    body: { nickname: 'Sam', hide_from_leaderboards: false, language: 'en' },
    answers: { 200: { is: 'The profile as it is now.', example: exampleProfile } },
  },
} as const satisfies DescribedCalls
