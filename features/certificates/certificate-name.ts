// Validates the name on a certificate by the rules of a gift's note, and refuses claims of neutrality.
import { certificateNameMax } from '#features/certificates/certificates-calls.ts'
import { claimsNeutrality } from '#features/certificates/neutrality-claim.ts'
import { holdsCardNumber } from '#values/money/card-number.ts'
import { type Problem, problem } from '#values/problem.ts'
import { cleanText, lengthOf } from '#values/text/free-text.ts'
import { shownNote } from '#values/text/shown-note.ts'

export type NameProblem =
  | 'card_number_refused'
  | 'certificate_name_too_long'
  /** The name claims that its bearer is neutral or has no emissions. */
  | 'certificate_name_claims'

/** Cleans and validates a name. Returns the name that the certificate shows, or null for none. */
export function shownName(
  text: string | null | undefined,
): { readonly name: string | null } | Problem<NameProblem> {
  if (holdsCardNumber(text ?? '')) {
    return problem('card_number_refused', { fields: { field: 'name' } })
  }
  const name = shownNote(cleanText(text ?? ''))
  if (lengthOf(name) > certificateNameMax) return problem('certificate_name_too_long')
  if (claimsNeutrality(name)) return problem('certificate_name_claims')
  return { name: name || null }
}
