// The one person, or number, that a command is about. A purchase may name two people: then the operator
// says which.
import { findPeople } from '#features/operations/inspect-person.ts'
import type { Outcome } from '#operator/command.ts'
import { failed } from '#operator/outcomes.ts'
import { readSignature, type Signature } from '#operator/signature.ts'
import type { NumbersContext } from '#operator/under-numbers-key.ts'
import type { Db } from '#platform/database/database.ts'
import type { NumberKeys } from '#platform/keys.ts'
import { canonicalPhone } from '#values/canonical-phone.ts'

export type OnePerson = { readonly passportId: string; readonly phone: string | null }

export const nobody = failed('There is nobody of that.')

/** People of a number in whatever spelling, those who had it too, of a passport's id or of a purchase. */
export function findNamed(
  { db, numbers }: { readonly db: Db; readonly numbers: NumberKeys },
  named: string,
) {
  const phone = canonicalPhone(named)
  const hash = phone === null ? null : numbers.hashOf(phone)
  return findPeople(db, phone ?? named, hash)
}

export async function onePerson(context: NumbersContext): Promise<OnePerson | Outcome> {
  const [named = ''] = context.words
  const found = await findNamed(context, named)
  // A number means who has it now; only where nobody has, who had it.
  const present = canonicalPhone(named) === null ? [] : found.filter(({ phone }) => phone !== null)
  const people = present.length === 0 ? found : present
  const [person, other] = people
  if (person === undefined) return nobody
  if (other !== undefined) {
    const ids = people.map(({ id }) => id).join(' and ')
    return failed(`That names two people: say which, ${ids}.`)
  }
  return { passportId: person.id, phone: person.phone }
}

/** A number with or without a passport, as limits know it. */
export type OneNumber = { readonly passportId: string | null; readonly numberHash: string }

export async function oneNumber(context: NumbersContext): Promise<OneNumber | Outcome> {
  const { numbers } = context
  const person = await onePerson(context)
  if (!('lines' in person) && person.phone !== null) {
    return { passportId: person.passportId, numberHash: numbers.hashOf(person.phone) }
  }
  const phone = canonicalPhone(context.words[0] ?? '')
  if (phone !== null) return { passportId: null, numberHash: numbers.hashOf(phone) }
  return 'lines' in person ? person : failed('This passport has no number.')
}

/**
 * Does `work` for whom the command is about, where it says who gives it and why; else that is told as
 * the command's outcome. `find` is one of the two above.
 */
export async function signedFor<Subject extends OnePerson | OneNumber>(
  context: NumbersContext,
  find: (context: NumbersContext) => Promise<Subject | Outcome>,
  work: (subject: Subject, signature: Signature) => Promise<Outcome>,
): Promise<Outcome> {
  const signature = readSignature(context)
  if ('lines' in signature) return signature
  const subject = await find(context)
  return isOutcome(subject) ? subject : work(subject, signature)
}

function isOutcome(found: OnePerson | OneNumber | Outcome): found is Outcome {
  return 'lines' in found
}
