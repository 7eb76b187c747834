// Declares the problems of an agreement to the legal texts (docs/product.md#legal-texts).
import { type Problem, type ProblemKind, problem } from '#values/problem.ts'

export const legalProblems = {
  unknown_terms: {
    status: 400,
    text: 'This version of the terms does not exist.',
    field: 'terms_version',
  },
  terms_changed: {
    status: 409,
    text: 'The Privacy Policy and the Terms of Use have changed. Please read and agree.',
  },
} as const satisfies Record<string, ProblemKind>

export type TermsProblem = Problem<keyof typeof legalProblems>

/** `version` is the one that the user has to agree to. */
export function termsChanged(version: string): Problem<'terms_changed'> {
  return problem('terms_changed', { fields: { terms_version: version } })
}
