// Describes the passport's call, with an example, for the API description.
import { exampleProfile } from '#features/people/example-profile.ts'
import type { DescribedCalls } from '#platform/http/description/described-calls.ts'

export const passportCalls = {
  'GET /passport/me': {
    id: 'getPassport',
    tag: 'Passport',
    summary: 'One’s own passport: kilograms held, scores, leagues.',
    answers: { 200: { is: 'The passport.', example: exampleProfile } },
  },
} as const satisfies DescribedCalls
