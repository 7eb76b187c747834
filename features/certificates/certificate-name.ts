// Validates the name on a certificate by the rules of a gift's note.
import { certificateNameMax } from '#features/certificates/certificates-calls.ts'
import { holdsCardNumber } from '#values/money/card-number.ts'
import { type Problem, problem } from '#values/problem.ts'
import { cleanText, lengthOf } from '#values/text/free-text.ts'
import { shownNote } from '#values/text/shown-note.ts'

/**
 * Cleans and validates a name. Returns the name that the certificate shows, or null for none. Problems:
 * `card_number_refused`, `certificate_name_too_long`.
 */
export function shownName(
  text: string | null | undefined,
): { readonly name: string | null } | Problem<'card_number_refused' | 'certificate_name_too_long'> {
  if (holdsCardNumber(text ?? '')) {
    return problem('card_number_refused', { fields: { field: 'name' } })
  }
  const name = shownNote(cleanText(text ?? ''))
  if (lengthOf(name) > certificateNameMax) return problem('certificate_name_too_long')
  return { name: name || null }
}
